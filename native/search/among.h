/* Search among suspects: who the others are is weighed beforehand, by all policies at once.
 *
 * A belief that is kept up holds a few hundred worlds; a pool has more policies than that. So the
 * policies are drawn from weights that the caller made of the whole record (partners/evidence.h),
 * and for each only the hand is sought that explains what it did. The belief is made anew for every
 * decision.
 */
#ifndef HANABI_AMONG_H
#define HANABI_AMONG_H

#include "search/search.h"

/* --- cdef begin --- */

/* One decision. `weights` [players][policies] say how likely each seat plays by each; the rest as
 * hl_search_think, whose `prior` is not used. HL_BAD_ARGUMENT too for a seat without any weight. */
int hl_think_among(const hl_search_config *config, const double *weights, const hl_view *view,
                   hl_rng *rng, void *memo, hl_search_thought *thought);

/* --- cdef end --- */

#endif
