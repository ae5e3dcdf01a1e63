/* The exported functions of the generator. */
#include "engine/rng.h"

void hl_rng_seed(hl_rng *rng, uint64_t key0, uint64_t key1) { *rng = (hl_rng){key0, key1, 0}; }

void hl_rng_derive(hl_rng *child, const hl_rng *parent, uint64_t index) {
    *child = hl_child(parent, index);
}

uint64_t hl_rng_next(hl_rng *rng) { return hl_next(rng); }

uint32_t hl_rng_below(hl_rng *rng, uint32_t bound) {
    return bound ? hl_below(rng, hl_next(rng), bound) : 0;
}

uint64_t hl_surplus(uint64_t bound, uint64_t step, unsigned count) {
    uint64_t product = 1;
    for (unsigned i = 0; i < count; i++)
        product *= bound - i * step;
    return -product % product;
}

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
