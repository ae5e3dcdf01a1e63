/* Strategies of our own that see every hand, by the real rules. Internal.
 *
 * Neither looks at the order of the deck: swap the cards to come and they move alike. The game must
 * not be over; the answer is a legal move.
 */
#ifndef HANABI_PERFECT_OURS_H
#define HANABI_PERFECT_OURS_H

#include "engine/hanabi.h"

/* Minds the time: once fewer cards can be wasted than there are players, nobody throws anything
 * away while another can play. */
int hl_careful_move(const hl_game *game);

/* Near the end each move is tried on decks shuffled anew, everybody careful from there on. A move
 * other than the careful one is made if it is better beyond chance. */
int hl_foresight_move(const hl_game *game);

#endif
