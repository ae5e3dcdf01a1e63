/* What Hand Card Information Completion reads: a turn as a row of symbols.
 *
 * Section 3.1 of the paper of Hanabi_Plugins (docs/references.md): the last moves, of which only
 * clues to the observer say anything, and the cards that it knows of. A symbol is an identity, or a
 * clue value (identities + clue: a card of which just that is known), or unknown, or missing. With
 * P players, hands of H cards and S suits a row is:
 *
 *   10      the last moves, the newest last; before the first move, unknown
 *   S       for each stack the card that goes on it next; missing when it is complete
 *   P * H   hands from the observer's on, by age; its own are unknown
 *   P * H   what clues have told of the same cards
 *   20      the last discards and failed plays, the newest last; unknown before the first, as there
 */
#ifndef HANABI_SYMBOLS_H
#define HANABI_SYMBOLS_H

#include "environment/environment.h"

/* --- cdef begin --- */

#define HL_MOVE_SYMBOLS 10
#define HL_DISCARD_SYMBOLS 20

/* The number of symbols in the row that describes a turn. */
unsigned hl_symbol_count(const hl_rules *rules);
/* Write the hl_symbol_count symbols that describe the current turn to the view's seat. */
void hl_view_symbols(const hl_view *view, uint8_t *symbols);
/* For each of the lanes rows[0] to rows[count - 1], write a row of symbols that describes the
 * current turn to the seat to move. */
void hl_environment_symbols(const hl_lane *lanes, const int64_t *rows, uint32_t count,
                            uint8_t *symbols);

/* --- cdef end --- */

#endif
