/* Many short matches between many agents in one call, for generators and cross-play. */
#ifndef HANABI_MATCHES_H
#define HANABI_MATCHES_H

#include "play/table.h"

/* --- cdef begin --- */

/* Games first, first + 1 ... of one stream of the seed, with these lists on the seats. */
typedef struct {
    uint64_t stream, first, games;
    uint16_t lists[6]; /* by seat: index of its list, or blueprint */
} hl_match;

/* The result of a match, all seats pooled. Adding two field by field gives the result of both. */
typedef struct {
    uint64_t games, turns;
    uint64_t points, squares; /* sums of stack scores and of their squares */
    uint64_t struck, lost_points,
        lost_squares;  /* the number, sum and squares of games that ended by strikes */
    uint64_t given_up; /* games that an agent gave up (faithful mode) */
    hl_conduct conduct;
} hl_match_result;

/* Play matches and write a result for each. HL_OK, an error of hl_arena, or HL_BAD_ARGUMENT for an
 * unknown list. */
int hl_matches(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists, uint64_t listed,
               const hl_match *matches, uint64_t count, hl_match_result *results);

/* hl_matches for any blueprints. `room` is for the largest memo on all seats. Errors are those of
 * hl_table_games. */
int hl_blueprint_matches(const hl_rules *rules, const hl_rng *seed,
                         const hl_blueprint *const *blueprints, uint64_t listed,
                         const hl_match *matches, uint64_t count, void *room,
                         hl_match_result *results);

/* Play matches between blueprints and write every game as a row, match after match. */
int hl_match_rows(const hl_rules *rules, const hl_rng *seed, const hl_blueprint *const *blueprints,
                  uint64_t listed, const hl_match *matches, uint64_t count, void *room,
                  hl_row *rows);

/* Random words for decisions made outside the core: `per` words of each of these streams. */
void hl_draws(const hl_rng *seed, const uint64_t *streams, uint64_t count, uint64_t per,
              uint64_t *words);

/* --- cdef end --- */

#endif
