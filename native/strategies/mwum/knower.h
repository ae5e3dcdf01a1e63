/* Facts that the knowing agent computes once in a turn, before it looks at its moves. Not public.
 */
#ifndef HANABI_MWUM_KNOWER_H
#define HANABI_MWUM_KNOWER_H

#include "strategies/mwum/agent.h"

typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    const hl_marks *marks;
    int seat, chop;
    uint64_t spoken; /* cards in other hands that were clued, or are known to be playable */
    unsigned loaded; /* cards that others will probably play correctly */
    unsigned misled; /* just clued cards that others may misplay */
} hl_knower;

/* The probability that one of these cards is in a set, in six classes: never, rarely (below 20 %),
 * sometimes (45 %), often (70 %), mostly, certainly. */
static inline unsigned hl_mwum_chance(uint64_t cards, uint64_t those) {
    int hits = 100 * count(cards & those), all = count(cards);
    if (!hits)
        return 0;
    if (hits == 100 * all)
        return 5;
    return 1 + (hits >= 20 * all) + (hits >= 45 * all) + (hits >= 70 * all);
}

static inline int hl_mwum_focused(const hl_knower *knower, int seat, int slot) {
    return knower->marks->mark[seat][slot] >= HL_COLOUR_FOCUS;
}

/* Whether a clue was about the card since its holder moved. */
static inline int hl_mwum_fresh(const hl_knower *knower, int seat, int slot) {
    return hl_mwum_focused(knower, seat, slot) &&
           knower->marks->since[seat][slot] >= knower->marks->last[seat];
}

/* How much a card in another hand is worth a clue. */
enum hl_worth { HL_WASTE = 0, HL_USEFUL, HL_CRITICAL, HL_NEXT, HL_PLAYABLE };

/* The effects of a clue; the code of the action consists of these numbers. */
typedef struct {
    unsigned on_chop, worth; /* of the focus */
    unsigned told;     /* the focus is then known: unplayable 0, maybe playable 1, playable 2 */
    unsigned repeated; /* an earlier clue was about that card */
    unsigned learns;   /* another card becomes certainly playable */
    unsigned waste;    /* useless cards touched for the first time, at most 2 */
    unsigned warns;    /* a just clued card is then known not to be playable */
} hl_clue_effect;

void hl_mwum_clue(const hl_knower *knower, const hl_event *act, hl_clue_effect *effect);
unsigned hl_mwum_worth(const hl_knower *knower, int seat, int slot);

#endif
