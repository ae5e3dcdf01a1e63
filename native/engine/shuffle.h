/* Partial shuffling from the top of the deck, as far as cards are needed. Internal. */
#ifndef HANABI_SHUFFLE_H
#define HANABI_SHUFFLE_H

#include "engine/rng.h"

#define HL_BATCH 8 /* numbers below 64, or below HL_MAX_MOVES, from one random word */

/* The sorted deck, from which a shuffle starts. */
void hl_sort(uint8_t deck[64]);

/* With the first `done` of `size` cards drawn, draw the next few; returns how many are drawn then.
 */
unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size);

#endif
