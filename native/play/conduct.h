/* Tallies of a seat's moves, of which every measure of ad-hoc play is a ratio, and the results of
 * many games. All programs that measure count them by the functions in tally.h. */
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

/* How one seat played. */
typedef struct {
    hl_conduct conduct;
    uint64_t fired[160];  /* moves by position of the rule in the list */
    uint64_t fallbacks;   /* random legal moves because no rule fired (clean mode) */
    uint64_t given_up[3]; /* games ended here (faithful mode): silent, thrown, illegal */
} hl_seat_results;

/* The results of many games. Adding two of them field by field gives the results of both. */
typedef struct {
    uint64_t games, turns;
    uint64_t stacks[31]; /* games by score */
    uint64_t struck[31]; /* of them, those that ended by the last strike */
    uint64_t ends[6];    /* games by hl_end */
    hl_seat_results seats[6];
} hl_results;

/* --- cdef end --- */

#endif
