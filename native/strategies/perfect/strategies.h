/* Strategies that see every hand, but not the deck: an upper bound for any convention.
 *
 * After Gordon, McGee, Shekhar and Bewick (2024), "Exploring Algorithmic Approaches in Hanabi
 * Gameplay", section 2. Each strategy has two readings. The official one plays by the rules of this
 * core. The seed's one plays as the paper's own programs do, errors included: see seed.c. The
 * last two strategies are ours, and official only.
 */
#ifndef HANABI_PERFECT_STRATEGIES_H
#define HANABI_PERFECT_STRATEGIES_H

#include "engine/hanabi.h"
#include "play/conduct.h"

/* --- cdef begin --- */

enum hl_strategy {
    HL_PRIORITY = 0,     /* play, else discard the least valuable card of any hand */
    HL_OLDEST = 1,       /* the same, but the oldest card that can be spared is discarded */
    HL_CLUE_LIMITED = 2, /* only clued cards are played; clues touch as many as they can */
    HL_COLOUR_FIRST = 3, /* only cards clued by colour are played */
    HL_NUMBER_FIRST = 4, /* only cards clued by rank are played */
    HL_CLUE_COST = 5,    /* a play costs `cost` clue tokens of a separate account */
    HL_CAREFUL = 6,      /* ours: counts how many cards may still be wasted */
    HL_FORESIGHT = 7     /* ours: careful, but near the end moves are tried on shuffled decks */
};

enum hl_reading { HL_OFFICIAL = 0, HL_SEED = 1 };

/* The id of the move that a strategy (hl_strategy) makes for the seat to move, by the official
 * reading. `cost` (0 to 2 clue tokens for a play) is for HL_CLUE_COST alone. Returns HL_GAME_OVER
 * if the game is over, HL_BAD_ARGUMENT if the strategy or cost is out of range. */
int hl_perfect_move(const hl_game *game, int strategy, double cost);

/* Play `count` games of a seed from number `first` on, with the same strategy on every seat, and
 * add their counts to the results, without those of the seats. Game i is dealt from stream i of the
 * seed. Under HL_CLUE_COST discarding with all tokens is allowed, as in the paper's programs.
 * HL_OK; HL_BAD_RULES, also if the reading is HL_SEED and the strategy is ours or the rules are not
 * those of two players with the standard deck; HL_BAD_ARGUMENT if strategy, reading or cost is out
 * of range. */
int hl_perfect(const hl_rules *rules, int strategy, int reading, double cost, const hl_rng *seed,
               uint64_t first, uint64_t count, hl_results *results);

/* --- cdef end --- */

/* The value of a card: its category, then a margin within it. Categories: a card of a lower one is
 * discarded first, whatever the margins within them. */
enum { USELESS = 1, SPARE = 2, PLAYABLE = 3, ESSENTIAL = 4, WITHOUT_PRICE = 5 };

static inline int worth_as(int category, int margin) { return category * 16 + margin; }
static inline int category(int worth) { return (worth + 8) / 16; }

/* Play one game by the reading HL_SEED, with a shuffled deck of prepared standard rules, and add
 * its counts to the results. */
void hl_perfect_seed_game(const hl_rules *rules, const uint8_t deck[64], int strategy, double cost,
                          hl_results *results);

/* Our own strategies, by the real rules. Neither looks at the order of the deck: permuting the
 * undrawn cards does not change their moves. The game must not be over; the result is a legal move.
 */
/* Careful: once fewer cards can be wasted than there are players, no seat discards while another
 * can play. */
int hl_careful_move(const hl_game *game);

/* Foresight: near the end each move is tried on reshuffled decks, with every seat careful
 * afterwards. A move other than the careful one is made if it is significantly better. */
int hl_foresight_move(const hl_game *game);

#endif
