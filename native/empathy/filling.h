/* A position in which every hidden card is given one of its possible identities. Not public. */
#ifndef HANABI_EMPATHY_FILLING_H
#define HANABI_EMPATHY_FILLING_H

#include "empathy/exact.h"
#include "engine/sets.h"

typedef struct {
    uint32_t actual[6][8]; /* [seat][slot] the identity held (one bit), 0 for an empty slot */
    uint8_t spare[30];     /* copies of each identity that no hand holds */
    int hidden;            /* the seat whose cards were hidden, or -1 */
} hl_filling;

/* The identities (bit set) of which there is at least one copy. */
static inline uint32_t hl_ids_among(const uint8_t copies[30]) {
    uint32_t ids = 0;
    for (int id = 0; id < HL_MAX_IDS; id++)
        ids |= (uint32_t)(copies[id] != 0) << id;
    return ids;
}

/* Check a position for these observers (bit set of seats), and give every hidden card an identity
 * so that all fit. Returns HL_OK, or the hl_position_error that makes the position impossible. */
int hl_fill(const hl_position *position, unsigned observers, hl_filling *filling);

#endif
