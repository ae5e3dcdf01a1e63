/* The effects of a clue, as its giver sees them. */
#include "strategies/mwum/knower.h"

static int may_follow(const hl_knower *knower, uint64_t card) {
    uint64_t below = knower->spoken & knower->pub->playable;
    for (; below; below &= below - 1)
        if (knower->rules->next_cards[knower->rules->id_of[__builtin_ctzll(below)]] & card)
            return 1;
    return 0;
}

unsigned hl_mwum_worth(const hl_knower *knower, int seat, int slot) {
    unsigned card = knower->view->hand[seat][slot];
    uint64_t bit = 1ULL << card, copies = knower->rules->cards_of[knower->rules->id_of[card]];
    if (bit & knower->pub->useless || copies & knower->spoken & ~bit)
        return HL_WASTE;
    if (bit & knower->pub->playable)
        return HL_PLAYABLE;
    if (may_follow(knower, bit))
        return HL_NEXT;
    return bit & knower->pub->critical ? HL_CRITICAL : HL_USEFUL;
}

static unsigned touched_by(const hl_knower *knower, int seat, uint64_t clued) {
    unsigned touched = 0;
    for (int slot = 0; slot < knower->rules->hand_size; slot++) {
        unsigned card = knower->view->hand[seat][slot];
        touched |= (unsigned)(card != HL_NONE && clued >> (card & 63) & 1) << slot;
    }
    return touched;
}

/* Record the effects on a card that the clue is not about. */
static void look_aside(const hl_knower *knower, int seat, int slot, uint64_t before, uint64_t after,
                       hl_clue_effect *effect) {
    uint64_t playable = knower->pub->playable;
    effect->learns |= before & ~playable && !(after & ~playable);
    effect->warns |= hl_mwum_fresh(knower, seat, slot) && before & playable && !(after & playable);
}

void hl_mwum_clue(const hl_knower *knower, const hl_event *act, hl_clue_effect *effect) {
    int seat = (int)hl_seat_after(knower->rules, (unsigned)knower->seat, act->target), on_chop;
    uint64_t clued = knower->rules->clue_cards[act->clue];
    unsigned touched = touched_by(knower, seat, clued);
    int focus = hl_marks_focus(knower->marks, seat, touched, &on_chop);
    *effect = (hl_clue_effect){.on_chop = (unsigned)on_chop};
    for (int slot = 0; slot < knower->rules->hand_size; slot++) {
        if (knower->view->hand[seat][slot] == HL_NONE)
            continue;
        unsigned hit = touched >> slot & 1;
        uint64_t before = hl_may_be(knower->view, seat, slot);
        uint64_t after = before & (hit ? clued : ~clued);
        if (slot == focus) {
            unsigned chance = hl_mwum_chance(after, knower->pub->playable);
            effect->told = (chance > 0) + (chance == 5);
            effect->worth = hl_mwum_worth(knower, seat, slot);
            effect->repeated = (unsigned)hl_mwum_focused(knower, seat, slot);
            continue;
        }
        look_aside(knower, seat, slot, before, after, effect);
        effect->waste += hit && !knower->marks->mark[seat][slot] &&
                         hl_mwum_worth(knower, seat, slot) == HL_WASTE;
    }
    effect->waste = hl_mwum_at_most(effect->waste, 2);
}
