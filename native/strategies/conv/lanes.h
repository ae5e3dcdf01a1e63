/* Four slots of a hand at a time. Identity sets lie side by side in a vector, and choices are made
 * by masks: branches would be mispredicted for every other card. Not public. */
#ifndef HANABI_CONV_LANES_H
#define HANABI_CONV_LANES_H

#include "strategies/conv/record.h"

#include <string.h>

typedef uint32_t lanes __attribute__((vector_size(16)));

enum { LANES = 4 };

static inline lanes load(const ids *from) {
    lanes sets;
    memcpy(&sets, from, sizeof sets);
    return sets;
}

static inline void store(ids *to, lanes sets) { memcpy(to, &sets, sizeof sets); }

static inline lanes each(ids set) { return (lanes){set, set, set, set}; }

/* Masks, with all bits of a lane set where the condition holds, else 0: whether a set is empty, and
 * whether slot first + i is among `slots`. */
static inline lanes are_empty(lanes sets) { return (lanes)(sets == each(0)); }
static inline lanes are_on(unsigned slots, int first) {
    const lanes bit = {1, 2, 4, 8};
    return (lanes)((each(slots >> first) & bit) == bit);
}

/* The given sets, where those with more than one identity are replaced by the empty set. */
static inline lanes alone_among(lanes sets) { return sets & are_empty(sets & (sets - each(1))); }

/* The union of the four sets. */
static inline ids union_of(lanes sets) {
    uint64_t halves[2];
    memcpy(halves, &sets, sizeof halves);
    halves[0] |= halves[1];
    return (ids)(halves[0] | halves[0] >> 32);
}

/* The slots (bit set) first + i where lane i of a mask is set. */
static inline unsigned slots_on(lanes mask, int first) {
#if defined(__SSE2__) && !defined(HANABI_PORTABLE_LANES)
    typedef float floats __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_movmskps((floats)mask) << first;
#else
    const lanes bit = {1, 2, 4, 8};
    return union_of(mask & bit) << first;
#endif
}

#endif
