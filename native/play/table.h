/* Many games between any blueprints in one call. hl_arena does the same for rule lists, faster. */
#ifndef HANABI_TABLE_H
#define HANABI_TABLE_H

#include "play/arena.h"
#include "play/blueprint.h"

/* --- cdef begin --- */

/* One game, kept whole. */
typedef struct {
    uint8_t score, strikes, turns, end; /* cards played, hl_end */
    uint8_t deck[64];                   /* identities in draw order */
    uint8_t moves[192];                 /* ids */
    hl_conduct seats[6];
} hl_row;

/* Play games first, first + 1 ... of a run, blueprint i on seat i, and add them to the results.
 * Decks and chances come from the streams that hl_arena takes, so rule lists play the same games
 * here; `fired` counts moves by reason. Seats that name the same blueprint (the same pointer) share
 * one memo, unless it is of one seat alone. `room` has for every seat as many bytes
 * as its memo takes, in whole lines of 64. HL_OK, or HL_BAD_RULES, or what a blueprint's check
 * answers and nothing is played.
 */
int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results);

/* The same games, a row each instead of sums. */
int hl_table_rows(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                  uint64_t first, uint64_t count, void *room, hl_row *rows);
/* The row of a game that was played elsewhere: its moves are made again. */
void hl_row_of_game(const hl_game *played, hl_row *row);

/* For every blueprint and seat of a recorded game the moves of the seat that the blueprint would
 * have made as well, added to same[blueprint * players + seat], and as `chosen`, if not NULL, its
 * move on each turn to chosen[blueprint * turns + turn]. Chances come from stream turn of the
 * seed. `room` is for the largest one on all seats. */
int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen);

/* --- cdef end --- */

#endif
