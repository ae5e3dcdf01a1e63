/* Empathy step by step, as a bot's author describes it: sound, easy to follow, not complete.
 *
 * Basic elimination: an identity all of whose copies are known is taken from every other card.
 * Cross elimination: a group of cards that has as many cards as there are copies of all it can be
 * keeps these identities to itself. Symmetric step: whoever sees all copies of an identity within
 * such a group holds none. So WillFlame's bot reasons on hanab.live, and its author explains it.
 */
#ifndef HANABI_ELIMINATION_H
#define HANABI_ELIMINATION_H

#include "empathy/exact.h"

/* --- cdef begin --- */

enum hl_elimination_step { HL_BASIC = 0, HL_CROSS = 1, HL_SYMMETRIC = 2 };

/* What the step, and the ones before it, leave of each card for these observers. Cards of
 * outsiders are known; hidden cards are not seen in the symmetric step. */
int hl_eliminate(const hl_position *position, unsigned observers, int step,
                 uint32_t possible[6][8]);

/* --- cdef end --- */

#endif
