/* The odds of each identity for the cards of one seat, counted over all deals that fit.
 *
 * Every order of the cards that the seat cannot see is equally likely; moves are not interpreted by
 * any convention.
 */
#ifndef HANABI_ODDS_H
#define HANABI_ODDS_H

#include "empathy/exact.h"

/* --- cdef begin --- */

typedef struct {
    uint64_t deals;       /* ways to deal the hand from the cards that the seat cannot see */
    uint64_t ways[8][30]; /* [slot][identity] of them, those with that identity there */
    uint64_t playable[8], trash[8],
        critical[8]; /* [slot] of them, those with such a card in the slot */
} hl_odds;

/* Count the ways to deal the hand of `seat` from the cards that it does not see, and write `deals`
 * and `ways`; the identities of its own cards do not matter. `playable`, `trash` and `critical`
 * become 0. Returns HL_OK or an hl_position_error. Takes at most 2^hand * hand * copies steps. */
int hl_count_deals(const hl_position *position, unsigned seat, hl_odds *odds);
/* Write all of `odds` for the own cards of a view's seat. Returns HL_OK or an hl_position_error. */
int hl_odds_of_view(const hl_view *view, hl_odds *odds);

/* --- cdef end --- */

#endif
