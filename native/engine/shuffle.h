/* Shuffling from the top of the deck down, as far as cards are needed. Internal. */
#ifndef HANABI_SHUFFLE_H
#define HANABI_SHUFFLE_H

#include "engine/rng.h"

#define HL_BATCH 8 /* numbers below 64, or below HL_MAX_MOVES, that one random word gives */

/* Every card in its place: what a shuffle starts from. */
void hl_sort(uint8_t deck[64]);

/* With the first `done` of `size` cards drawn, draw the next few; answers how many are now. */
unsigned hl_shuffle_on(hl_rng *rng, uint8_t deck[64], unsigned done, unsigned size);

#endif
