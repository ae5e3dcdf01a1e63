/* Games in which some seats are moved from outside and a blueprint moves all others. */
#ifndef HANABI_HOSTS_H
#define HANABI_HOSTS_H

#include "play/blueprint.h"

/* --- cdef begin --- */

/* The random streams of each seat in a game of this stream, as in hl_arena and hl_table_games. */
void hl_host_chances(const hl_rng *game, hl_rng chances[6]);
/* Let the host move until the game ends or a guest (bit set of seats) is to move. `memo` is room
 * for its memo, which is rebuilt from the history. HL_OK, or an error of hl_blueprint_check. */
int hl_host(hl_game *game, const hl_blueprint *host, unsigned guests, hl_rng chances[6],
            void *memo);

/* --- cdef end --- */

#endif
