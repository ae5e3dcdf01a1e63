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

#define BATCH 8             /* numbers below 64 from one random word */
#define SELDOM (1ULL << 48) /* 64^8: only a low word below this may be biased */

/* Do `count` steps of a shuffle of the `left` cards at `top`, all from one random word:
 * Brackett-Rozinsky and Lemire, “Batched ranged random integer generation” (2024). Returns the low
 * word, by which a biased batch is detected. */
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

/* Redraw a biased batch, starting from the cards as it left them, which does not bias the result.
 * 2^64 modulo the product of the bounds is the number of low words to reject. */
static inline void swap_fairly(hl_rng *rng, uint8_t *top, unsigned left, unsigned count) {
    uint64_t low = swap_batch(rng, top, left, count), product = 1;
    if (low >= SELDOM)
        return;
    for (unsigned i = 0; i < count; i++)
        product *= left - i;
    while (low < -product % product)
        low = swap_batch(rng, top, left, count);
}

unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size) {
    unsigned left = size - done;
    if (left <= BATCH) {
        swap_fairly(rng, deck + done, left, left - 1);
        return size;
    }
    swap_fairly(rng, deck + done, left, BATCH);
    return done + BATCH;
}

void hl_shuffle(const hl_rules *rules, hl_rng *rng, uint8_t deck[64]) {
    for (int i = 0; i < 64; i++)
        deck[i] = (uint8_t)i;
    for (unsigned done = 0; done < rules->deck_size;)
        done = hl_shuffle_on(rng, deck, done, rules->deck_size);
}
