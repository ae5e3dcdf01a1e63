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
