/* Shuffling from the top of the deck down, as far as cards are needed. Internal. */
#ifndef HANABI_SHUFFLE_H
#define HANABI_SHUFFLE_H

#include "rng.h"

#define HL_BATCH 8             /* cards that one random word places */
#define HL_SELDOM (1ULL << 48) /* 64^8: only a low word below this may be biased */

/* `count` steps of Fisher and Yates over `left` cards, all from one word: Brackett-Rozinsky and
 * Lemire, «Batched ranged random integer generation» (2024). Returns what tells a biased batch. */
static inline uint64_t hl_swap(hl_rng *rng, uint8_t *top, unsigned left, unsigned count) {
    uint64_t low = hl_next(rng);
    for (unsigned i = 0; i < count; i++) {
        hl_wide wide = (hl_wide)low * (left - i);
        uint8_t *from = top + i + (uint64_t)(wide >> 64), card = *from;
        *from = top[i];
        top[i] = card;
        low = (uint64_t)wide;
    }
    return low;
}

/* A biased batch is drawn anew; that the cards are mixed already does no harm. */
static inline void hl_swap_fairly(hl_rng *rng, uint8_t *top, unsigned left, unsigned count) {
    uint64_t low = hl_swap(rng, top, left, count);
    if (low < HL_SELDOM)
        while (low < hl_surplus(left, 1, count))
            low = hl_swap(rng, top, left, count);
}

/* With the first `done` of `size` cards in place, put the next few in place; how many are now. */
static inline unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size) {
    unsigned left = size - done;
    if (left <= HL_BATCH) {
        hl_swap_fairly(rng, deck + done, left, left - 1);
        return size;
    }
    hl_swap_fairly(rng, deck + done, left, HL_BATCH);
    return done + HL_BATCH;
}

static inline void hl_sort(uint8_t deck[64]) {
    for (int i = 0; i < 64; i++)
        deck[i] = (uint8_t)i;
}

#endif
