/* Many games between any blueprints in one call. */
#ifndef HANABI_TABLE_H
#define HANABI_TABLE_H

#include "play/arena.h"
#include "play/blueprint.h"

/* --- cdef begin --- */

/* One whole game. */
typedef struct {
    uint8_t score, strikes, turns, end; /* cards played, hl_end */
    uint8_t deck[64];                   /* identities in draw order */
    uint8_t moves[192];                 /* ids */
    hl_conduct seats[6];
} hl_row;

/* Play games first, first + 1 ... of a run, blueprint i on seat i, and add them to the results.
 * Decks and random choices come from the streams of hl_arena, which plays the games if all seats
 * play rule lists; `fired` counts moves by reason. Seats with the same blueprint (the same pointer)
 * share one memo, unless it belongs to one seat. `room` has the bytes of every seat's memo, in
 * whole lines of 64. HL_OK, or HL_BAD_RULES or an error of a blueprint's check, and nothing is
 * played. */
int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results);

/* Play the games of hl_table_games and write a row for each instead of sums. */
int hl_table_rows(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                  uint64_t first, uint64_t count, void *room, hl_row *rows);
/* The row of an already played game, which is replayed. */
void hl_row_of_game(const hl_game *played, hl_row *row);

/* For every blueprint and seat of a recorded game add to same[blueprint * players + seat] the moves
 * of the seat that the blueprint would have made too, and write to chosen[blueprint * turns +
 * turn], if not NULL, its move on each turn. Random choices come from stream `turn` of the seed.
 * `room` is for the largest memo on all seats. */
int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen);

/* --- cdef end --- */

#endif
