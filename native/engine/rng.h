/* Counter-based splittable random numbers, inlined into loops that draw many. Internal.
 *
 * A word is two rounds of David Stafford's 64-bit finaliser (“Mix13”) over key and counter: the
 * first round is SplitMix64 (Steele, Lea, Flood 2014) started at key0, the second mixes in key1. A
 * child's key is two words of sister streams, so derived streams are as unrelated as hashes.
 */
#ifndef HANABI_RNG_H
#define HANABI_RNG_H

#include "engine/hanabi.h"

#define HL_GOLDEN 0x9e3779b97f4a7c15ULL /* 2^64 / golden ratio, SplitMix64's increment */
#define HL_SISTER 0xd1b54a32d192ed03ULL /* separates the keys of sister streams */

__extension__ typedef unsigned __int128 hl_wide;

static inline uint64_t hl_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static inline uint64_t hl_word(uint64_t key0, uint64_t key1, uint64_t counter) {
    return hl_mix(hl_mix(key0 + counter * HL_GOLDEN) + key1);
}

static inline hl_rng hl_child(const hl_rng *parent, uint64_t index) {
    uint64_t key0 = parent->key0 ^ HL_SISTER, key1 = parent->key1;
    return (hl_rng){hl_word(key0, key1, index), hl_word(key0, key1 ^ HL_SISTER, index), 0};
}

static inline uint64_t hl_next(hl_rng *rng) {
    return hl_word(rng->key0, rng->key1, rng->counter++);
}

/* A uniform number below `bound` (not 0), from the random `word` and, with probability bound /
 * 2^64, further words of the stream: Lemire, “Fast random integer generation in an interval”
 * (2019). */
static inline uint32_t hl_below(hl_rng *rng, uint64_t word, uint32_t bound) {
    hl_wide wide = (hl_wide)word * bound;
    while ((uint64_t)wide < bound && (uint64_t)wide < -(uint64_t)bound % bound)
        wide = (hl_wide)hl_next(rng) * bound;
    return (uint32_t)(wide >> 64);
}

/* The index of a random bit, all equally likely, of a set that is not empty: a card or a move. */
static inline int hl_any_of(hl_rng *rng, uint64_t set) {
    uint32_t skip = hl_below(rng, hl_next(rng), (uint32_t)__builtin_popcountll(set));
    for (; skip; skip--)
        set &= set - 1;
    return __builtin_ctzll(set);
}

/* Shuffle `count` cards, which are not the fast deals of hl_shuffle (Fisher and Yates). */
static inline void hl_permute(hl_rng *rng, uint8_t *cards, int count) {
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = hl_below(rng, hl_next(rng), (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* Continue a shuffle in which the first `done` of `size` cards have their places: place a few more.
 * Returns the number of cards that then have their places. */
unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size);

#endif
