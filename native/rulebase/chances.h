/* How likely a rule list makes a certain move, counted over its lots and never sampled.
 *
 * Rules answer the same whoever asks them, so many lists that share rules are judged together: each
 * different rule is asked once, and the lists look its answer up.
 */
#ifndef HANABI_CHANCES_H
#define HANABI_CHANCES_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

/* What a rule does in one position, as shares of its lots; what is left to 1 are other moves. */
typedef struct {
    double same;   /* it makes the move that is asked about */
    double silent; /* it does not fire */
    double failed; /* it throws, or answers an illegal move */
} hl_share;

/* Many lists, by the different rules among them. Not owned, never written. */
typedef struct {
    const hl_rule *rules;
    const uint16_t *asked; /* list after list, the numbers of its rules in the order asked */
    const uint32_t *first; /* [lists + 1] where each list begins in `asked` */
    const uint8_t *modes;  /* [lists] hl_mode */
    uint32_t different, lists;
} hl_many_lists;

/* The chance that the seat to move makes this legal move if it plays by a checked list. */
double hl_chance(const hl_view *view, const hl_rulelist *list, int move);
/* The same of many lists, one chance each. `shares` has room for every different rule. */
void hl_chances(const hl_view *view, const hl_many_lists *lists, int move, hl_share *shares,
                double *chances);

/* --- cdef end --- */

#endif
