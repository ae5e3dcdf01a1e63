/* What the Hanabi Learning Environment reports of each card beyond the engine's data.
 *
 * There a hand is a row of cards, the oldest first, and each card has the identities that pass its
 * clues and the colour and rank that were named in clues to it. Here slots do not shift and clues
 * are stored as sets of cards, so a ledger is updated along with a game, or built from its history.
 */
#ifndef HANABI_LEDGER_H
#define HANABI_LEDGER_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

typedef struct {
    uint8_t count[6];      /* [seat] cards in hand */
    uint8_t by_age[6][8];  /* [seat][position] slots, the oldest card first */
    uint32_t passes[6][8]; /* [seat][slot] identities that pass every clue */
    uint16_t told[6][8];   /* [seat][slot] clues that touched the card (bit = clue value) */
} hl_ledger;

/* Write the ledger of a newly dealt game. */
void hl_ledger_start(const hl_rules *rules, hl_ledger *ledger);
/* Update the ledger of a game by its last turn; it must include all turns before. */
void hl_ledger_enter(const hl_public *pub, hl_ledger *ledger);
/* Write the ledger of a game from its history. */
void hl_ledger_read(const hl_public *pub, hl_ledger *ledger);

/* --- cdef end --- */

#endif
