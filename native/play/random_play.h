/* Many games of random moves in one call. */
#ifndef HANABI_PLAY_H
#define HANABI_PLAY_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

/* Results of many games; adding two tallies field by field gives the tally of both. */
typedef struct {
    uint64_t games, moves;
    uint64_t scores[31];    /* games by stacks score */
    uint64_t strikeout_sum; /* stacks score of struck-out games, which score 0 under `zero` */
    uint64_t ends[6];       /* games by hl_end */
} hl_tally;

/* Play games first, first + 1 ... of a run by uniformly random legal moves and add them to the
 * tally. Game i is dealt and played from stream i of the run's seed, independent of the games
 * before. */
int hl_play_random(const hl_rules *rules, const hl_rng *seed, uint64_t first, uint64_t count,
                   hl_tally *tally);

/* --- cdef end --- */

#endif
