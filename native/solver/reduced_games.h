/* Reduced games with all cards known: the best score that a deal allows, by exhaustive search.
 *
 * After Gordon, McGee, Shekhar and Bewick (2024), "Exploring Algorithmic Approaches in Hanabi
 * Gameplay", section 3. hl_deviation lists where their program departs from the rules of Hanabi. No
 * card is misplayed on purpose.
 */
#ifndef HANABI_REDUCED_GAMES_H
#define HANABI_REDUCED_GAMES_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

/* Where the seed's program departs from the rules of Hanabi, in which no seat must play, hints stop
 * at 8 and forbid discarding there, a complete suit gives a hint, and every seat has one more turn
 * after the last card is drawn. */
enum hl_deviation {
    HL_MUST_PLAY = 1,      /* a seat that holds a playable card must play one */
    HL_TWO_MORE_USES = 2,  /* after the last draw two more cards are used, by any seat */
    HL_NO_SUIT_HINT = 4,   /* a complete suit gives no hint */
    HL_HINTS_UNCAPPED = 8, /* a discard always gives a hint */
    HL_ALL_DEVIATIONS = 15 /* the seed's reading */
};

typedef struct {
    uint8_t players, suits, ranks, hand_size, hints, deviations;
    uint8_t copies[5]; /* of each rank */
} hl_reduced_game;

/* Check the parameters of a game: HL_OK or HL_BAD_RULES. */
int hl_reduced_check(const hl_reduced_game *game);
/* Solve `count` deals of a seed from number `first` on (seat 0's hand is dealt first), and add to
 * missed[m] the number of those in which the best play misses m points. With `perfect_only` all
 * deals that miss any points are counted in missed[1], which is faster. HL_OK; HL_BAD_RULES; or
 * HL_OUT_OF_BUDGET if a deal takes more than `budget` positions, and only the deals before it are
 * counted. */
int hl_missed_points(const hl_reduced_game *game, const hl_rng *seed, uint64_t first,
                     uint64_t count, int perfect_only, uint64_t budget, uint64_t missed[31]);

/* --- cdef end --- */

#endif
