/* A position with every hidden card given some identity that it can have. Not public. */
#ifndef HANABI_EMPATHY_FILLING_H
#define HANABI_EMPATHY_FILLING_H

#include "empathy/exact.h"

typedef struct {
    uint32_t actual[6][8]; /* [seat][slot] the identity held (one bit), 0 for an empty slot */
    uint8_t spare[30];     /* copies of each identity that no hand holds */
    int hidden;            /* the seat whose cards were hidden, or -1 */
} hl_filling;

/* The identities of which there are any copies. */
static inline uint32_t hl_ids_among(const uint8_t copies[30]) {
    uint32_t ids = 0;
    for (int id = 0; id < HL_MAX_IDS; id++)
        ids |= (uint32_t)(copies[id] != 0) << id;
    return ids;
}

/* Check the position for these observers and fill it: HL_OK or the reason why it cannot be. */
int hl_fill(const hl_position *position, unsigned observers, hl_filling *filling);

#endif
