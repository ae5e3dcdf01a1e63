/* The information strategy: every clue tells every other player something about their own hand.
 *
 * Idea: Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, "How to make the perfect fireworks
 * display: two strategies for Hanabi" (Mathematics Magazine 88, 2015), after hat-guessing puzzles.
 * What the players know is kept as a memo that all of them can follow. At a clue, agreed questions
 * are asked of each hand but the giver's; the answers of all receivers, added up modulo the number
 * of clues that can be told apart, are the clue. Who sees the other hands subtracts their answers
 * and is left with the own one. It needs every player to do the same.
 */
#ifndef HANABI_HAT_H
#define HANABI_HAT_H

#include "engine/hanabi.h"
#include "play/blueprint.h"

/* --- cdef begin --- */

enum hl_hat_reason {
    HL_HAT_PLAY = 0,    /* certainly playable */
    HL_HAT_RISK,        /* likely playable, with a life to spare */
    HL_HAT_CLUE,        /* to tell */
    HL_HAT_WASTE,       /* certainly useless */
    HL_HAT_SEEN,        /* another hand certainly holds a copy */
    HL_HAT_LEAST,       /* least to be missed */
    HL_HAT_LAST_CHANCE, /* nothing to lose any more */
    HL_HAT_STALL        /* nothing to tell, but nothing better to do */
};

typedef struct {
    uint8_t move, reason;
    uint8_t slot;      /* own card the move is about, HL_NONE for a clue */
    uint8_t clues;     /* moves that could be told apart, HL_NONE if it tells nothing */
    uint8_t code;      /* which of them it is: the sum of the answers */
    uint8_t answer[6]; /* of each receiver's hand, HL_NONE for the giver */
    uint8_t told[6];   /* slot of each receiver now known to be playable, HL_NONE if none */
} hl_hat_decision;

/* What all players know, of cards as in hl_public. Plain: copy it as you like. */
typedef struct {
    uint64_t may_be[6][8];   /* [seat][slot] what the card can be, 0 when empty */
    uint64_t by_clues[6][8]; /* what its clues alone allow */
    uint64_t gone;           /* played or discarded */
    uint64_t spent;          /* identities of which all copies are gone */
    uint64_t discarded;      /* of them, those that did not score */
    uint64_t hidden;         /* not gone, less a copy for each card of a hand that all know */
    uint64_t playable, useless, critical;
    uint8_t tokens, deck_left;
} hl_hat_memo;

/* Whether the strategy knows these rules: each card is touched by one colour and one rank clue. */
int hl_hat_knows(const hl_rules *rules);

/* The memo before the first move. */
void hl_hat_start(const hl_rules *rules, hl_hat_memo *memo);

/* Take in one event. `hands` are the hands after it, as `reader` sees them; a reader of HL_NONE
 * sees all. Whoever reads comes to the same memo, as long as all play the strategy. */
void hl_hat_observe(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                    const uint8_t (*hands)[8], int reader);

/* The move of the seat to move, by a memo of the game so far, under rules that it knows. Errors as
 * hl_hat_decide. */
int hl_hat_choose(const hl_view *view, const hl_hat_memo *memo, hl_hat_decision *decision);

/* The move of the seat to move, a function of the view alone. Returns HL_OK, HL_NOT_YOUR_TURN,
 * HL_GAME_OVER, or HL_BAD_RULES. */
int hl_hat_decide(const hl_view *view, hl_hat_decision *decision);

/* The strategy for whoever simulates games. */
hl_blueprint hl_hat_blueprint(void);

/* --- cdef end --- */

#endif
