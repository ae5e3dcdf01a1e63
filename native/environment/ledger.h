/* What the Hanabi Learning Environment says of each card beyond what the engine keeps.
 *
 * There a hand is a row of cards, the oldest first, and each card carries the identities that pass
 * its clues and the colour and the rank that a clue told of it in so many words. Here slots do not
 * shift and clues are kept as sets of cards, so a ledger is kept up beside a game, or read from its
 * history.
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

/* Of a deal. */
void hl_ledger_start(const hl_rules *rules, hl_ledger *ledger);
/* Enter the last turn of the game. */
void hl_ledger_enter(const hl_public *pub, hl_ledger *ledger);
/* Of a game that has been going on. */
void hl_ledger_read(const hl_public *pub, hl_ledger *ledger);

/* --- cdef end --- */

#endif
