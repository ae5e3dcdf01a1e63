/* Search over a pool, with the policies of the other seats weighted beforehand, all at once.
 *
 * A persistent belief holds a few hundred worlds; a pool has more policies than that. So the
 * policies are drawn from weights that the caller computed from the whole record
 * (inference/evidence.h), and for each policy only a hand that explains its moves is sampled. The
 * belief is rebuilt for every decision.
 */
#ifndef HANABI_AMONG_H
#define HANABI_AMONG_H

#include "search/search.h"

/* --- cdef begin --- */

/* One decision. `weights` [players][policies] are the likelihoods of each policy for each seat;
 * otherwise as hl_search_think. HL_BAD_ARGUMENT also if a seat has no weight. */
int hl_think_among(const hl_search_config *config, const double *weights, const hl_view *view,
                   hl_rng *rng, void *memo, hl_search_thought *thought);

/* --- cdef end --- */

#endif
