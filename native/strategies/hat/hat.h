/* The information strategy: every clue tells every other player something about their own hand.
 *
 * Idea: Cox, De Silva, DeOrsey, Kenter, Retter and Tobin, «How to make the perfect fireworks
 * display: two strategies for Hanabi» (Mathematics Magazine 88, 2015), after hat-guessing puzzles.
 * What a player knows is kept as a table that everybody can follow. At a clue, agreed questions are
 * asked of each table but the giver's; the answers of all receivers, added up modulo the number of
 * clues that can be told apart, are the clue. Who sees the other hands subtracts their answers and
 * is left with the own one. It needs every player to do the same.
 */
#ifndef HANABI_HAT_H
#define HANABI_HAT_H

#include "engine/hanabi.h"

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
    uint8_t clues;     /* clues that could be told apart */
    uint8_t code;      /* which of them it is: the sum of the answers */
    uint8_t answer[6]; /* of each receiver's hand, HL_NONE for the giver */
    uint8_t told[6];   /* slot of each receiver now known to be playable, HL_NONE if none */
} hl_hat_decision;

/* Whether the strategy knows these rules: each card is touched by one colour and one rank clue. */
int hl_hat_knows(const hl_rules *rules);

/* The move of the seat to move, a function of the view alone. Returns HL_OK, HL_NOT_YOUR_TURN,
 * HL_GAME_OVER, or HL_BAD_RULES. */
int hl_hat_decide(const hl_view *view, hl_hat_decision *decision);

/* --- cdef end --- */

#endif
