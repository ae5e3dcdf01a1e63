/* Who the others may be: what every move that they made says about each policy of a pool.
 *
 * A policy that makes the observed move for certain speaks for itself, one that never makes it
 * against. What a seat would do hangs on the cards that it sees, mine among them, so chances are
 * averaged over hands that I may hold; cards that I have played or discarded since are known by
 * now, and with them what the seat saw. Nobody plays exactly like a policy of a pool: some moves
 * are taken for deviations, any legal move as likely as another.
 */
#ifndef HANABI_EVIDENCE_H
#define HANABI_EVIDENCE_H

#include "play/blueprint.h"
#include "rulebase/chances.h"

/* --- cdef begin --- */

#define HL_MOST_HANDS 64

/* Who may be met, rule lists first: policy i is list i, or of the others number i - lists. */
typedef struct {
    const hl_many_lists *lists;
    const hl_blueprint *const *others;
    uint32_t count_others;
    uint32_t hands;   /* of mine, to average over: 1 to HL_MOST_HANDS */
    double deviation; /* the chance that a move is none of the policy's */
} hl_suspects;

/* Room to work in, the caller's. */
typedef struct {
    hl_share *shares; /* [different rules] */
    double *chances;  /* [policies] */
    double *mean;     /* [policies] */
    void *memos;      /* [others] HL_MAX_MEMO bytes each */
} hl_evidence_room;

/* Multiply weights[seat * policies + policy] by the chances of all moves that these seats (bit set)
 * made, as the view's seat knows them; each one's best weight is then 1. Hands are drawn from the
 * seed. What the view's own seat did is weighed by what it saw, so exactly, and by nothing else.
 * HL_OK, or HL_BAD_ARGUMENT. */
int hl_weigh(const hl_suspects *suspects, const hl_view *view, unsigned seats, const hl_rng *seed,
             hl_evidence_room *room, double *weights);

/* --- cdef end --- */

#endif
