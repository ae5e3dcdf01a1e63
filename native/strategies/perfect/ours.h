/* Our own strategies that see every hand, by the real rules. Internal.
 *
 * Neither looks at the order of the deck: permuting the undrawn cards does not change their moves.
 * The game must not be over; the result is a legal move.
 */
#ifndef HANABI_PERFECT_OURS_H
#define HANABI_PERFECT_OURS_H

#include "engine/hanabi.h"

/* Careful: once fewer cards can be wasted than there are players, no seat discards while another
 * can play. */
int hl_careful_move(const hl_game *game);

/* Foresight: near the end each move is tried on reshuffled decks, with every seat careful
 * afterwards. A move other than the careful one is made if it is significantly better. */
int hl_foresight_move(const hl_game *game);

#endif
