/* The exact probability that a rule list makes a given move, over all its random choices.
 *
 * A rule's answer does not depend on its list, so many lists that share rules are evaluated
 * together: each distinct rule is asked once, and the lists look up its answer.
 */
#ifndef HANABI_CHANCES_H
#define HANABI_CHANCES_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

/* A rule's answers in one position as shares of its random choices; the remainder up to 1 are other
 * moves. */
typedef struct {
    double same;   /* it makes the move that is asked about */
    double silent; /* it does not fire */
    double failed; /* it throws, or answers an illegal move */
} hl_share;

/* Many lists, by the distinct rules among them. Not owned, read-only. */
typedef struct {
    const hl_rule *rules;
    const uint16_t *asked; /* for each list in turn, the numbers of its rules in their order */
    const uint32_t *first; /* [lists + 1] where each list begins in `asked` */
    const uint8_t *modes;  /* [lists] hl_mode */
    uint32_t different, lists;
} hl_many_lists;

/* The probability, over its random choices, that a rule list (checked by hl_rulelist_check) makes
 * the legal move with this id for the view's seat, which must be to move. */
double hl_chance(const hl_view *view, const hl_rulelist *list, int move);
/* Write to chances[list] what hl_chance returns for each of many lists. `shares` is scratch memory
 * for lists->different entries. */
void hl_chances(const hl_view *view, const hl_many_lists *lists, int move, hl_share *shares,
                double *chances);

/* --- cdef end --- */

#endif
