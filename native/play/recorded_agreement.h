/* Action agreement with the seats of a recorded game: which of their moves a rule list makes too.
 */
#ifndef HANABI_RECORDED_AGREEMENT_H
#define HANABI_RECORDED_AGREEMENT_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

/* For every list and seat, the moves of the seat that the list would have made as well, added to
 * same[list * players + seat]. A list draws its chances from stream `turn` of the seed. HL_OK, or
 * HL_BAD_ARGUMENT for a list that is none. */
int hl_recorded_agreement(const hl_game *played, const hl_rulelist *const *lists, uint32_t listed,
                          const hl_rng *seed, uint32_t *same);

/* --- cdef end --- */

#endif
