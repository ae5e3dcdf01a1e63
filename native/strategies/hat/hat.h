/* The information strategy: every clue gives every other player information about their own hand.
 *
 * Idea: Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, "How to make the perfect fireworks
 * display: two strategies for Hanabi" (Mathematics Magazine 88, 2015), after hat-guessing puzzles.
 * The players' common knowledge is a memo that all of them can compute. At a clue, agreed questions
 * are asked of each hand but the giver's; the sum of all receivers' answers modulo the number of
 * distinguishable clues selects the clue. Each receiver sees the other hands, subtracts their
 * answers and gets its own. Every player must play the strategy.
 */
#ifndef HANABI_HAT_H
#define HANABI_HAT_H

#include "play/blueprint.h"

/* --- cdef begin --- */

enum hl_hat_reason {
    HL_HAT_PLAY = 0,    /* certainly playable */
    HL_HAT_RISK,        /* likely playable, with a life to spare */
    HL_HAT_CLUE,        /* to give information */
    HL_HAT_WASTE,       /* certainly useless */
    HL_HAT_SEEN,        /* another hand certainly holds a copy */
    HL_HAT_LEAST,       /* costs least */
    HL_HAT_LAST_CHANCE, /* nothing left to lose */
    HL_HAT_STALL        /* no information to give, but nothing better to do */
};

typedef struct {
    uint8_t move, reason;
    uint8_t slot;      /* own card the move is about, HL_NONE for a clue */
    uint8_t clues;     /* number of distinguishable moves, HL_NONE if it encodes nothing */
    uint8_t code;      /* the code of the move: the sum of the answers */
    uint8_t answer[6]; /* of each receiver's hand, HL_NONE for the giver */
    uint8_t told[6];   /* slot of each receiver now known to be playable, HL_NONE if none */
} hl_hat_decision;

/* The players' common knowledge, of cards as in hl_public. A plain struct that may be copied. */
typedef struct {
    uint64_t may_be[6][8];   /* [seat][slot] the identities of the card, 0 when empty */
    uint64_t by_clues[6][8]; /* what its clues alone allow */
    uint64_t gone;           /* played or discarded */
    uint64_t spent;          /* identities of which all copies are gone */
    uint64_t discarded;      /* of them, those that did not score */
    uint64_t hidden; /* cards not gone, minus one copy for each publicly known card in a hand */
    uint64_t playable, useless, critical;
    uint8_t tokens;
} hl_hat_memo;

/* Choose the move of the view's seat from the view and its history alone. Returns HL_OK,
 * HL_NOT_YOUR_TURN, HL_GAME_OVER, or HL_BAD_RULES unless there are clue tokens and each card is
 * touched by exactly one colour clue and one rank clue. */
int hl_hat_decide(const hl_view *view, hl_hat_decision *decision);

/* The strategy as a blueprint. */
hl_blueprint hl_hat_blueprint(void);

/* --- cdef end --- */

#endif
