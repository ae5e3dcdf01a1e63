/* The table of the seed's programs: two players, five suits, and clue tokens that may be fractional
 * or negative. Internal. */
#ifndef HANABI_PERFECT_SEED_TABLE_H
#define HANABI_PERFECT_SEED_TABLE_H

#include "engine/hanabi.h"

enum { SEED_PLAYERS = 2, SEED_HAND = 5, SEED_RANKS = 5, SEED_SUITS = 5 };
enum { COLOUR_MARK = 1, NUMBER_MARK = 2 };

typedef struct {
    uint8_t id, marks; /* id is HL_NONE if the deck was empty */
} seed_card;

typedef struct {
    const hl_rules *rules;
    const uint8_t *deck;
    int drawn, score, seat;
    double tokens;
    seed_card hand[SEED_PLAYERS][SEED_HAND];
    uint8_t stacks[SEED_SUITS], discards[SEED_SUITS * SEED_RANKS];
} seed_table;

typedef struct {
    enum { PLAY, DISCARD, CLUE } kind;
    int what; /* position in the hand, or for a clue: colour, or HL_MAX_SUITS + number */
} seed_move;

static inline int seed_suit(int id) { return id / SEED_RANKS; }
static inline int seed_rank(int id) { return id % SEED_RANKS; } /* from 0 */

/* Whether a clue, as in seed_move, touches the card. */
static inline int seed_touches(int clue, int id) {
    if (id == HL_NONE)
        return 0;
    return clue < HL_MAX_SUITS ? seed_suit(id) == clue : seed_rank(id) == clue - HL_MAX_SUITS;
}

/* The move that a strategy (hl_strategy) of the paper's programs makes for the seat to move; `cost`
 * is for HL_CLUE_COST alone. */
seed_move seed_choose(const seed_table *table, int strategy, double cost);

#endif
