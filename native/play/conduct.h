/* Tallies of a seat's moves, of which every measure of ad-hoc play is a ratio. All programs that
 * measure count them by the functions in tally.h. */
#ifndef HANABI_CONDUCT_H
#define HANABI_CONDUCT_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

/* Members are all uint64_t. Python uses their names, and native/play/measures.py defines the
 * measures. */
typedef struct {
    uint64_t offered;   /* turns with a clue token */
    uint64_t clues;     /* of them, those on which a clue was given */
    uint64_t plays;     /* cards played */
    uint64_t certainty; /* over plays: chance to be playable as the seat saw it, in 2^-32 */
    uint64_t known;     /* over plays: 1 for a known colour, 1 for a known rank */
    uint64_t marked;    /* over clues: cards that no clue had touched before */
} hl_conduct;

/* --- cdef end --- */

#endif
