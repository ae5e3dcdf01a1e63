/* How likely each identity is for the cards of one seat, counted over all deals that fit.
 *
 * Every order of the cards that the seat cannot see is as likely as any other; what the others'
 * moves may have meant is not read in.
 */
#ifndef HANABI_ODDS_H
#define HANABI_ODDS_H

#include "empathy/exact.h"

/* --- cdef begin --- */

typedef struct {
    uint64_t deals;       /* ways to deal the hand from the cards that the seat cannot see */
    uint64_t ways[8][30]; /* [slot][identity] of them, those with that identity there */
    uint64_t playable[8], trash[8], critical[8]; /* [slot] of them, those with such a card there */
} hl_odds;

/* The deals of one seat's hand; its own cards may be hidden or not, they are not looked at.
 * Leaves out playable, trash and critical. At most 2^hand * hand * copies steps. */
int hl_count_deals(const hl_position *position, unsigned seat, hl_odds *odds);
/* What the seat of a view can say of its own cards. */
int hl_odds_of_view(const hl_view *view, hl_odds *odds);

/* --- cdef end --- */

#endif
