/* What the knowing agent works out in one turn. Not part of the public face. */
#ifndef HANABI_MWUM_KNOWING_H
#define HANABI_MWUM_KNOWING_H

#include "strategies/mwum/agent.h"

typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    const hl_marks *marks;
    int seat, chop;
    uint64_t spoken; /* cards in other hands that a clue touched, or that are known playable */
    unsigned loaded; /* cards that others will probably play, and well */
    unsigned misled; /* cards that others were just told of, and may play badly */
} hl_knower;

/* What a card in another hand is worth being told of. */
enum hl_worth { HL_WASTE = 0, HL_USEFUL, HL_CRITICAL, HL_NEXT, HL_PLAYABLE };

/* What a clue would do; the code of the action has these numbers in it. */
typedef struct {
    unsigned on_chop, worth; /* of the card that it is about */
    unsigned told;           /* afterwards that is playable: never 0, maybe 1, certainly 2 */
    unsigned repeated;       /* a clue was about that card before */
    unsigned learns;         /* another card becomes certainly playable */
    unsigned waste;          /* useless cards touched for the first time, at most 2 */
    unsigned warns;          /* a card that was not to be played is known to be none */
} hl_clue_effect;

void hl_mwum_clue(const hl_knower *knower, const hl_event *act, hl_clue_effect *effect);
unsigned hl_mwum_worth(const hl_knower *knower, int seat, int slot);

static inline int hl_mwum_count(uint64_t cards) { return __builtin_popcountll(cards); }

static inline unsigned hl_mwum_at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

/* How likely one of these cards is one of those, in six classes: never, rarely (below 20 %),
 * sometimes (45 %), often (70 %), mostly, certainly. */
static inline unsigned hl_mwum_chance(uint64_t cards, uint64_t those) {
    int hits = 100 * hl_mwum_count(cards & those), all = hl_mwum_count(cards);
    if (!hits)
        return 0;
    if (hits == 100 * all)
        return 5;
    return 1 + (hits >= 20 * all) + (hits >= 45 * all) + (hits >= 70 * all);
}

/* Cards a slot of somebody else may hold as far as this seat can tell. */
static inline uint64_t hl_mwum_theirs(const hl_knower *knower, int seat, int slot) {
    return knower->pub->know[seat][slot] & (knower->view->unseen | knower->view->held[seat]);
}

static inline int hl_mwum_focused(const hl_knower *knower, int seat, int slot) {
    return knower->marks->mark[seat][slot] >= HL_COLOUR_FOCUS;
}

/* Whether a clue was about the card since its holder moved. */
static inline int hl_mwum_fresh(const hl_knower *knower, int seat, int slot) {
    return hl_mwum_focused(knower, seat, slot) &&
           knower->marks->since[seat][slot] >= knower->marks->last[seat];
}

#endif
