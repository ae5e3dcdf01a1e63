/* Many games between any blueprints in one call. hl_arena does the same for rule lists, faster. */
#ifndef HANABI_TABLE_H
#define HANABI_TABLE_H

#include "play/arena.h"
#include "play/blueprint.h"

/* --- cdef begin --- */

/* Bytes that a table needs for the memos of a seating. */
uint64_t hl_table_room(const hl_blueprint *const *seating, int players);

/* Play games first, first + 1 ... of a run, blueprint i on seat i, and add them to the results.
 * Decks and chances come from the streams that hl_arena takes, so rule lists play the same games
 * here; `fired` counts moves by reason. Seats that name the same blueprint (the same pointer) share
 * one memo, unless it is of one seat alone. `room` is hl_table_room of the seating, aligned for
 * every member. HL_OK, or HL_BAD_RULES, or what a blueprint's check answers and nothing is played.
 */
int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results);

/* For every blueprint and seat of a recorded game the moves of the seat that the blueprint would
 * have made as well, written to same[blueprint * players + seat], and as `chosen`, if not NULL, its
 * move on each turn to chosen[blueprint * turns + turn]. Chances come from stream turn of the
 * seed. `room` is hl_table_room of the largest one on all seats. */
int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen);

/* --- cdef end --- */

#endif
