/* Inference over a pool of policies from the moves of the other seats.
 *
 * A move counts for the policies that make it with high probability and against those that never
 * make it. A seat's move depends on the cards that it sees, mine among them, so probabilities are
 * averaged over hands that I may hold; cards that I have played or discarded since are known by
 * now, and with them what the seat saw. Nobody plays exactly like a policy of a pool: with the
 * probability `deviation` a move is any legal one, all equally likely.
 */
#ifndef HANABI_EVIDENCE_H
#define HANABI_EVIDENCE_H

#include "play/blueprint.h"

/* --- cdef begin --- */

#define HL_EVIDENCE_VERSION 1 /* increases when the same moves lead to other weights */
#define HL_MOST_HANDS 64

/* The pool, rule lists first: policy i is list i, or number i - lists of the others. */
typedef struct {
    const hl_many_lists *lists;
    const hl_blueprint *const *others;
    uint32_t count_others;
    uint32_t hands;   /* my possible hands to average over: 1 to HL_MOST_HANDS */
    double deviation; /* the probability that a move is not the policy's */
} hl_suspects;

/* Working memory, owned by the caller. */
typedef struct {
    hl_share *shares; /* [different rules] */
    double *chances;  /* [policies] */
    double *mean;     /* [policies] */
    void *memos;      /* [others] HL_MAX_MEMO bytes each */
} hl_evidence_room;

/* Multiply weights[seat * policies + policy] by the probability that the policy makes each move
 * that the seat has made, for the given seats (bit set), by what the view's seat knows; then scale
 * the largest weight of each of these seats to 1. Possible own hands are drawn from the seed. The
 * moves of the view's own seat are judged by exactly what it saw. HL_OK, or HL_BAD_ARGUMENT if a
 * number is out of range, or a policy cannot be simulated or cannot play by these rules. */
int hl_weigh(const hl_suspects *suspects, const hl_view *view, unsigned seats, const hl_rng *seed,
             hl_evidence_room *room, double *weights);

/* --- cdef end --- */

/* Draw a possible hand of the view's seat (physical cards by slot, HL_NONE in empty slots),
 * uniformly among those that agree with the clues and with what the seat sees. */
void hl_deal_my_hand(const hl_view *view, hl_rng *rng, uint8_t hand[8]);

#endif
