/* The elimination steps, each repeated until it removes nothing more.
 *
 * Groups are not searched for among all subsets of cards: the smallest group around a card grows by
 * adding every card that has an identity the group can have, until none is left to add. Every other
 * group is a union of such groups and eliminates nothing more.
 */
#include "empathy/elimination.h"
#include "empathy/filling.h"

#include <string.h>

enum { MAX_CARDS = HL_MAX_PLAYERS * HL_MAX_HAND, FEW = 5 };

/* The cards of all observers in one array; a set of cards is a bit set of its indices. */
typedef struct {
    int cards;
    uint32_t can[MAX_CARDS], actual[MAX_CARDS];
    uint64_t hand[6], touched, hidden;
    uint8_t copies[30]; /* not held by a seat outside the group */
    uint32_t spare;     /* identities with copies in the deck */
} row;

static int known(const row *row, int card) { return !(row->can[card] & (row->can[card] - 1)); }

static void line_up(const hl_position *position, unsigned observers, const hl_filling *filling,
                    row *row) {
    memset(row, 0, sizeof *row);
    memcpy(row->copies, filling->spare, sizeof row->copies);
    row->spare = hl_ids_among(filling->spare);
    foreach (seat, observers)
        for (int slot = 0; slot < position->hand_size; slot++) {
            if (!filling->actual[seat][slot])
                continue;
            int card = row->cards++;
            row->can[card] = position->clued[seat][slot];
            row->actual[card] = filling->actual[seat][slot];
            row->copies[__builtin_ctz(row->actual[card])]++;
            row->hand[seat] |= 1ULL << card;
            row->touched |= (uint64_t)(position->touched[seat] >> slot & 1) << card;
            row->hidden |= (uint64_t)(position->held[seat][slot] == HL_HIDDEN) << card;
        }
}

/* Remove identities from a set of cards. Returns whether any was removed. */
static int take(row *row, uint64_t cards, uint32_t ids) {
    uint32_t taken = 0;
    foreach (card, cards) {
        taken |= row->can[card] & ids;
        row->can[card] &= ~ids;
    }
    return taken != 0;
}

static uint64_t unknown_cards(const row *row) {
    uint64_t cards = 0;
    for (int card = 0; card < row->cards; card++)
        cards |= (uint64_t)!known(row, card) << card;
    return cards;
}

/* Identities all copies of which are known. */
static uint32_t exhausted_ids(const row *row) {
    uint8_t open[30];
    memcpy(open, row->copies, sizeof open);
    for (int card = 0; card < row->cards; card++)
        if (known(row, card))
            open[__builtin_ctz(row->can[card])]--;
    return ~hl_ids_among(open);
}

static void eliminate_basic(row *row) {
    while (take(row, unknown_cards(row), exhausted_ids(row)))
        ;
}

/* The cards of unknown identity that may form groups: those that clues or their few possible
 * identities restrict. */
static uint64_t candidates(const row *row) {
    uint64_t cards = 0;
    for (int card = 0; card < row->cards; card++)
        cards |= (uint64_t)(__builtin_popcount(row->can[card]) <= FEW) << card;
    return (cards | row->touched) & unknown_cards(row);
}

/* The smallest naked group around a card, or 0 if there is none; `ids`: all identities it can have.
 */
static uint64_t naked_group(const row *row, int first, uint32_t *ids) {
    uint64_t group = 1ULL << first, unknown = unknown_cards(row), before = 0;
    *ids = row->can[first];
    while (group != before) {
        before = group;
        foreach (card, unknown & ~group) {
            if (row->actual[card] & *ids) {
                group |= 1ULL << card;
                *ids |= row->can[card];
            }
        }
    }
    return group & ~candidates(row) || *ids & row->spare ? 0 : group;
}

/* The symmetric step for one group: a seat that sees all copies of an identity among the others'
 * cards of the group removes it from its own. Returns whether anything was removed. */
static int step_symmetric(row *row, uint64_t group, uint32_t ids) {
    uint32_t unseen = 0;
    foreach (card, group & row->hidden)
        unseen |= row->actual[card];
    int changed = 0;
    for (int seat = 0; seat < HL_MAX_PLAYERS; seat++) {
        uint32_t own = 0;
        foreach (card, group & row->hand[seat])
            own |= row->actual[card];
        changed |= take(row, group & row->hand[seat], ids & ~own & ~unseen);
    }
    return changed;
}

static int eliminate_cross(row *row, int symmetric) {
    uint64_t unknown = unknown_cards(row);
    foreach (card, candidates(row)) {
        uint32_t ids;
        uint64_t group = naked_group(row, card, &ids);
        if (group && symmetric && step_symmetric(row, group, ids))
            return 1;
        if (group && take(row, unknown & ~group, ids))
            return 1;
    }
    return 0;
}

int hl_eliminate(const hl_position *position, unsigned observers, int step,
                 uint32_t possible[6][8]) {
    hl_filling filling;
    row row;
    if (step < HL_BASIC || step > HL_SYMMETRIC)
        return HL_BAD_POSITION;
    int error = hl_fill(position, observers, &filling);
    if (error)
        return error;
    line_up(position, observers, &filling, &row);
    do
        eliminate_basic(&row);
    while (step > HL_BASIC && eliminate_cross(&row, step == HL_SYMMETRIC));
    memcpy(possible, filling.actual, sizeof filling.actual);
    int card = 0;
    foreach (seat, observers)
        for (int slot = 0; slot < position->hand_size; slot++)
            if (filling.actual[seat][slot])
                possible[seat][slot] = row.can[card++];
    return HL_OK;
}
