/* The Fisher-Yates shuffle, several cards from one random word. */
#include "engine/shuffle.h"

#define SELDOM (1ULL << 48) /* 64^8: only a low word below this may be biased */

/* `count` steps over `left` cards, all from one word: Brackett-Rozinsky and Lemire, “Batched ranged
 * random integer generation” (2024). Returns the low word, by which a biased batch is detected. */
static inline uint64_t swap_batch(hl_rng *rng, uint8_t *top, unsigned left, unsigned count) {
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

/* Redraw a biased batch; that the cards are already permuted does no harm. */
static inline void swap_fairly(hl_rng *rng, uint8_t *top, unsigned left, unsigned count) {
    uint64_t low = swap_batch(rng, top, left, count);
    if (low < SELDOM)
        while (low < hl_surplus(left, 1, count))
            low = swap_batch(rng, top, left, count);
}

unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size) {
    unsigned left = size - done;
    if (left <= HL_BATCH) {
        swap_fairly(rng, deck + done, left, left - 1);
        return size;
    }
    swap_fairly(rng, deck + done, left, HL_BATCH);
    return done + HL_BATCH;
}

void hl_sort(uint8_t deck[64]) {
    for (int i = 0; i < 64; i++)
        deck[i] = (uint8_t)i;
}

void hl_shuffle(const hl_rules *rules, hl_rng *rng, uint8_t deck[64]) {
    hl_sort(deck);
    for (unsigned done = 0; done < rules->deck_size;)
        done = hl_shuffle_on(rng, deck, done, rules->deck_size);
}
