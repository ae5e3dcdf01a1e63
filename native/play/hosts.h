/* Games in which some seats are moved from outside and a blueprint moves all others. */
#ifndef HANABI_HOSTS_H
#define HANABI_HOSTS_H

#include "play/blueprint.h"

/* --- cdef begin --- */

/* Write the random stream of each seat's choices in the game of the stream `game`, as used by
 * hl_arena and hl_table_games. */
void hl_host_chances(const hl_rng *game, hl_rng chances[6]);
/* Let the host move until the game ends or a guest (bit set of seats) is to move. chances[seat] are
 * the random streams of the seats' choices, from hl_host_chances. `memo` is scratch memory of
 * host->memo_size bytes. HL_OK, or an error of hl_blueprint_check. */
int hl_host(hl_game *game, const hl_blueprint *host, unsigned guests, hl_rng chances[6],
            void *memo);

/* --- cdef end --- */

#endif
