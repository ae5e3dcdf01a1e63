/* Sets of cards, identities or slots, each a word of bits. Not public. */
#ifndef HANABI_SETS_H
#define HANABI_SETS_H

#include <stdint.h>

static inline int count(uint64_t set) { return __builtin_popcountll(set); }
static inline int subset(uint64_t set, uint64_t of) { return !(set & ~of); }
static inline int is_alone(uint64_t set) { return set && !(set & (set - 1)); }

/* The lowest member of a set that is not empty. */
static inline int first_of(uint64_t set) { return __builtin_ctzll(set); }

/* Loop over the members of a set, which are below 63, the lowest first. The set is evaluated once,
 * so the loop may change what it was made of. */
#define foreach(member, set)                                                                       \
    for (int64_t member##_and_on = (int64_t)(set), member;                                         \
         member##_and_on && (member = first_of((uint64_t)member##_and_on), 1);                     \
         member##_and_on &= member##_and_on - 1)

#endif
