/* The learned person: the probability that people make each legal move, trained on their games.
 *
 * Every legal move is described by numbers: how the conventions value it, what the cards may be,
 * what a clue says and touches, and the state of the game. A small network, the same for all moves,
 * maps them to one logit per move; the probabilities are the softmax of the logits.
 */
#ifndef HANABI_HUMAN_H
#define HANABI_HUMAN_H

#include "strategies/conv/conv.h"

/* --- cdef begin --- */

#define HL_HUMAN_VERSION 1 /* increases when any feature changes its meaning */
#define HL_HUMAN_HIDDEN 48
#define HL_HUMAN_LISTS 3

enum hl_human_feature {
    /* the table */
    HL_HUMAN_CROWD, /* the people imitated: 1 experienced people, 0 anybody */
    HL_HUMAN_TOKENS,
    HL_HUMAN_NO_TOKEN,
    HL_HUMAN_ONE_TOKEN,
    HL_HUMAN_ALL_TOKENS,
    HL_HUMAN_STRIKES,
    HL_HUMAN_TURN,
    HL_HUMAN_DECK,
    HL_HUMAN_LAST_ROUND,
    HL_HUMAN_PACE,
    HL_HUMAN_PLAYERS,
    HL_HUMAN_MY_READY,
    HL_HUMAN_MY_USELESS,
    HL_HUMAN_MY_LOCK,
    HL_HUMAN_JUST_CLUED, /* the last turn clued me */
    HL_HUMAN_NEXT_READY,
    HL_HUMAN_NEXT_CHOP_CRITICAL,
    HL_HUMAN_NEXT_CHOP_PLAYABLE,
    HL_HUMAN_PLAYABLE_UNTOLD, /* playable cards of others that their holders don't know of */
    /* any move */
    HL_HUMAN_IS_PLAY,
    HL_HUMAN_IS_DISCARD,
    HL_HUMAN_IS_COLOUR,
    HL_HUMAN_IS_RANK,
    HL_HUMAN_EXPERT_BEST,
    HL_HUMAN_EXPERT_NEAR, /* how much less it is valued than the best: three scales */
    HL_HUMAN_EXPERT_FAR,
    HL_HUMAN_EXPERT_FARTHER,
    HL_HUMAN_LIKE_BEST, /* the same by the weights tuned for likeness to people */
    HL_HUMAN_LIKE_NEAR,
    HL_HUMAN_LIKE_FAR,
    HL_HUMAN_LIKE_FARTHER,
    HL_HUMAN_BEST_OF_KIND, /* by likeness, among plays, discards or clues */
    HL_HUMAN_LIST_1,       /* whether each rule list would make it */
    HL_HUMAN_LIST_2,
    HL_HUMAN_LIST_3,
    /* a card of mine */
    HL_HUMAN_OWN_AGE, /* 0 the newest, 1 the oldest */
    HL_HUMAN_OWN_NEWEST,
    HL_HUMAN_OWN_TOUCHED,
    HL_HUMAN_OWN_CHOP,
    HL_HUMAN_OWN_BLIND, /* the newest untouched card */
    HL_HUMAN_OWN_FOCUS, /* of the last clue to me */
    HL_HUMAN_OWN_TOLD,  /* touched by the last clue to me */
    HL_HUMAN_OWN_TOLD_ALONE,
    HL_HUMAN_OWN_KNOWS_COLOUR,
    HL_HUMAN_OWN_KNOWS_RANK,
    HL_HUMAN_OWN_PLAYABLE, /* chances by the facts, and as it was said */
    HL_HUMAN_OWN_PLAYABLE_SAID,
    HL_HUMAN_OWN_READY,
    HL_HUMAN_OWN_USELESS,
    HL_HUMAN_OWN_USELESS_SAID,
    HL_HUMAN_OWN_SURELY_USELESS,
    HL_HUMAN_OWN_CRITICAL,
    HL_HUMAN_OWN_RANK, /* the least it may be */
    HL_HUMAN_OWN_SPREAD,
    HL_HUMAN_OWN_SEEN, /* every identity that it may have is seen in another hand */
    HL_HUMAN_OWN_LOSS,
    /* a clue */
    HL_HUMAN_CLUE_NEXT, /* to the next player */
    HL_HUMAN_CLUE_TOUCHED,
    HL_HUMAN_CLUE_FRESH,
    HL_HUMAN_CLUE_BAD,
    HL_HUMAN_CLUE_PLAYABLE,
    HL_HUMAN_CLUE_CRITICAL,
    HL_HUMAN_CLUE_FOCUS_CHOP,
    HL_HUMAN_CLUE_FOCUS_PLAYABLE,
    HL_HUMAN_CLUE_FOCUS_REACH,
    HL_HUMAN_CLUE_FOCUS_CRITICAL,
    HL_HUMAN_CLUE_FOCUS_USELESS,
    HL_HUMAN_CLUE_FOCUS_RANK,
    HL_HUMAN_CLUE_FOCUS_NEWEST,
    HL_HUMAN_CLUE_MORE_READY, /* cards that become known as playable, rightly */
    HL_HUMAN_CLUE_BOMBS,      /* cards that would be played by mistake */
    HL_HUMAN_CLUE_READ_TRUE,  /* the focus is read truly */
    HL_HUMAN_CLUE_READ_ALONE,
    HL_HUMAN_CLUE_FIXES,
    HL_HUMAN_CLUE_NEWS, /* cards of which the facts say something new */
    HL_HUMAN_CLUE_ONES,
    HL_HUMAN_CLUE_FIVES,
    HL_HUMAN_CLUE_BUSY, /* the player has something to play already */
    HL_HUMAN_FEATURES
};

/* The parameters of a person. Weights are laid out [input][hidden]. */
typedef struct {
    hl_conv_config expert, like;
    hl_rulelist lists[3];
    float crowd;  /* see HL_HUMAN_CROWD */
    float warmth; /* temperature: 1 as trained, small: nearly always the likeliest move */
    float inwards[80][48], bias[48], outwards[48];
} hl_human_config;

/* Wrap an agent that imitates people as a blueprint; the config must stay alive. */
hl_blueprint hl_human_blueprint(const hl_human_config *config);
/* Write the ids of the legal moves of the view's seat, their features and their probabilities.
 * Returns the number of moves, or an hl_error. */
int hl_human_look(const hl_human_config *config, const hl_view *view, uint8_t moves[76],
                  float features[76][80], float chances[76]);

/* --- cdef end --- */

#endif
