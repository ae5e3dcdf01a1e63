/* Many games between rule lists in one call, with the tallies of the measures of ad-hoc play. */
#ifndef HANABI_ARENA_H
#define HANABI_ARENA_H

#include "play/conduct.h"
#include "rulebase/rulebase.h"

/* --- cdef begin --- */

/* How one seat played. */
typedef struct {
    hl_conduct conduct;
    uint64_t fired[160];  /* moves by position of the rule in the list */
    uint64_t fallbacks;   /* random legal moves because no rule fired (clean mode) */
    uint64_t given_up[3]; /* games ended here (faithful mode): silent, thrown, illegal */
} hl_seat_results;

/* The results of many games. Adding two of them field by field gives the results of both. */
typedef struct {
    uint64_t games, turns;
    uint64_t stacks[31]; /* games by score */
    uint64_t struck[31]; /* of them, those that ended by the last strike */
    uint64_t ends[6];    /* games by hl_end */
    hl_seat_results seats[6];
} hl_results;

/* Play `count` games of a seed from number `first` on, the rule list seating[s] on seat s, and add
 * their counts to the results. Game i is dealt from stream i of the seed, and seat s draws its
 * random choices from stream HL_SEAT_STREAM + s of that stream, so every game is independent of
 * those played before. HL_OK, or HL_BAD_RULES or HL_BAD_ARGUMENT (an invalid list) and nothing is
 * played. */
int hl_arena(const hl_rules *rules, const hl_rulelist *const *seating, const hl_rng *seed,
             uint64_t first, uint64_t count, hl_results *results);

/* --- cdef end --- */

#endif
