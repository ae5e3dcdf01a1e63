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

/* Decide for the view's seat and write the value of each legal move to `thought`. `weights`, laid
 * out [players][policies], are relative probabilities that a seat plays each policy. `memo` is
 * scratch memory of hl_search_room bytes. HL_OK, HL_NOT_YOUR_TURN, HL_GAME_OVER, an error of a
 * mind's check, or HL_BAD_ARGUMENT if the config is not valid or all weights of a seat are 0. */
int hl_think_among(const hl_search_config *config, const double *weights, const hl_view *view,
                   hl_rng *rng, void *memo, hl_search_thought *thought);

/* --- cdef end --- */

#endif
