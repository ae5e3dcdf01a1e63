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

/* Write to possible[seat][slot] the identities (bit set) that remain for each card after `step` (an
 * hl_elimination_step) and those before it, by what the observers (bit set of seats) know. Cards of
 * other seats have their true identity. The symmetric step does not use the hidden cards of the
 * position. Returns HL_OK or an hl_position_error; then nothing is written. */
int hl_eliminate(const hl_position *position, unsigned observers, int step,
                 uint32_t possible[6][8]);

/* --- cdef end --- */

#endif
