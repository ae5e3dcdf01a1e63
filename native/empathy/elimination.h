/* Empathy by elimination steps, as a bot's author describes them: sound and simple, not complete.
 *
 * Basic elimination: an identity all of whose copies are known is removed from every other card.
 * Cross elimination: if a group has as many cards as there are copies of all identities it can
 * have, no other card has those identities. Symmetric step: a seat that sees all copies of an
 * identity within such a group holds none. WillFlame's bot reasons this way on hanab.live, and its
 * author explains it.
 */
#ifndef HANABI_ELIMINATION_H
#define HANABI_ELIMINATION_H

#include "empathy/exact.h"

/* --- cdef begin --- */

enum hl_elimination_step { HL_BASIC = 0, HL_CROSS = 1, HL_SYMMETRIC = 2 };

/* Write the identities that remain for each card after this step and those before it, as the
 * observers know them. Cards of other seats are known; the symmetric step does not see hidden
 * cards. */
int hl_eliminate(const hl_position *position, unsigned observers, int step,
                 uint32_t possible[6][8]);

/* --- cdef end --- */

#endif
