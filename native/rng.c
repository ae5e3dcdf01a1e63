/* Counter-based splittable random numbers.
 *
 * A word is two rounds of David Stafford's 64-bit finaliser («Mix13») over key and counter: the
 * first round is SplitMix64 (Steele, Lea, Flood 2014) started at key0, the second stirs in key1.
 * A child's key is two words of sister streams, so derived streams are as far apart as hashes. */
#include "hanabi.h"

#define GOLDEN 0x9e3779b97f4a7c15ULL /* 2^64 / golden ratio, SplitMix64's increment */
#define SISTER 0xd1b54a32d192ed03ULL /* sets the sister streams' keys apart */

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static uint64_t word(uint64_t key0, uint64_t key1, uint64_t counter) {
    return mix(mix(key0 + counter * GOLDEN) + key1);
}

void hl_rng_seed(hl_rng *rng, uint64_t key0, uint64_t key1) { *rng = (hl_rng){key0, key1, 0}; }

void hl_rng_derive(hl_rng *child, const hl_rng *parent, uint64_t index) {
    uint64_t key0 = parent->key0 ^ SISTER, key1 = parent->key1;
    hl_rng_seed(child, word(key0, key1, index), word(key0, key1 ^ SISTER, index));
}

uint64_t hl_rng_next(hl_rng *rng) { return word(rng->key0, rng->key1, rng->counter++); }

/* Lemire, «Fast random integer generation in an interval» (2019): unbiased, one division at most.
 */
uint32_t hl_rng_below(hl_rng *rng, uint32_t bound) {
    uint64_t product = (hl_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t reject = bound ? -bound % bound : 0;
        while ((uint32_t)product < reject)
            product = (hl_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}
