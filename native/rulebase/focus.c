/* Rules about the focus, the one card that a clue is about by the conventions of human players.
 * Giving and reading clues by it are separate rules, so an agent may do either without the other.
 */
#include "rulebase/context.h"

int hl_newest_slot(hl_hand_order hand, unsigned slots) {
    int newest = HL_NONE, latest = -1;
    for (int slot = 0; slot < hand.size; slot++)
        if (slots >> slot & 1 && hand.order[slot] != HL_NONE && hand.order[slot] > latest) {
            latest = hand.order[slot];
            newest = slot;
        }
    return newest;
}

int hl_oldest_slot(hl_hand_order hand, unsigned slots) {
    int oldest = HL_NONE, earliest = HL_NONE; /* an empty slot's order is HL_NONE */
    for (int slot = 0; slot < hand.size; slot++)
        if (slots >> slot & 1 && hand.order[slot] < earliest) {
            earliest = hand.order[slot];
            oldest = slot;
        }
    return oldest;
}

/* The last clue to me since I moved, or NULL. */
static const hl_event *last_clue(const hl_rule_context *context) {
    const hl_public *pub = context->pub;
    for (int turn = pub->turn - 1; turn >= 0; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->seat == context->seat)
            return NULL;
        if (event->target == context->seat)
            return event;
    }
    return NULL;
}

/* My slots touched before this event, since their cards were drawn. */
static unsigned touched_before(const hl_rule_context *context, const hl_event *event) {
    unsigned stayed = (1U << context->rules->hand_size) - 1, touched = 0;
    while (event-- > context->pub->history && stayed) {
        if (event->target == context->seat)
            touched |= event->touched & stayed;
        else if (event->seat == context->seat && event->kind <= HL_PLAY)
            stayed &= ~(1U << event->slot);
    }
    return touched;
}

static int allowed(const hl_rule_context *context, int kind) {
    int only = context->rule->flags & (HL_BY_COLOUR | HL_BY_RANK);
    return !only || only & (kind == HL_COLOUR ? HL_BY_COLOUR : HL_BY_RANK);
}

/* The slot of mine that the last clue is about, HL_NONE if there is none or this rule does not
 * apply to the clue. */
static int my_focus(const hl_rule_context *context) {
    const hl_event *clue = last_clue(context);
    if (!clue || !clue->touched || !allowed(context, clue->kind))
        return HL_NONE;
    hl_hand_order hand = hand_order(context, context->seat);
    int on_chop, slot = hl_focus(hand, touched_before(context, clue), clue->touched, &on_chop);
    return on_chop && context->rule->flags & HL_NOT_CHOP ? HL_NONE : slot;
}

int hl_play_focus(hl_rule_context *context) {
    int slot = my_focus(context);
    if (slot == HL_NONE)
        return HL_SILENT;
    uint64_t cards = may_be(context, slot);
    int hits = count(cards & context->pub->playable);
    return hits && hits * 100 >= count(cards) * context->rule->percent ? play(context, slot)
                                                                       : HL_SILENT;
}

/* The playable cards on which one of these can follow at once. */
static uint64_t below(const hl_rule_context *context, uint64_t cards) {
    const hl_rules *rules = context->rules;
    uint64_t cards_below = 0;
    foreach (card, context->pub->playable & context->view->unseen)
        if (rules->next_cards[rules->id_of[card]] & cards)
            cards_below |= 1ULL << card;
    return cards_below;
}

/* If the focus cannot be played yet, I hold the card below it. A prompt plays my oldest clued card
 * that may be that card, a finesse (HL_NEWEST) my newest untouched one. */
int hl_play_connecting(hl_rule_context *context) {
    int slot = my_focus(context);
    if (slot == HL_NONE || may_be(context, slot) & context->pub->playable)
        return HL_SILENT;
    uint64_t wanted = below(context, may_be(context, slot));
    unsigned touched = context->pub->touched[context->seat], slots = 0;
    unsigned asked = context->rule->flags & HL_NEWEST ? ~touched : touched & ~(1U << slot);
    foreach (other, asked & context->filled)
        if (may_be(context, other) & wanted)
            slots |= 1U << other;
    if (!slots)
        return HL_SILENT;
    return play(context, context->rule->flags & HL_NEWEST
                             ? hl_newest_slot(hand_order(context, context->seat), slots)
                             : hl_oldest_slot(hand_order(context, context->seat), slots));
}

/* The value of a clue's other touched cards: useful ones count for it, useless ones against. */
static int company(const hl_rule_context *context, int target, unsigned touched) {
    unsigned fresh = touched & ~(unsigned)context->pub->touched[target];
    unsigned waste = useless_slots(context, target);
    return count(fresh & ~waste) - 2 * count(fresh & waste);
}

/* Clue with a playable card as focus that its holder does not know to be playable; ties to the
 * first, ranks before colours. */
int hl_tell_focus(hl_rule_context *context, int target) {
    const hl_rules *rules = context->rules;
    hl_hand_order hand = hand_order(context, target);
    unsigned playable = playable_slots(context, target), before = context->pub->touched[target];
    int best = HL_NONE, best_slot = HL_NONE, most = -2 * HL_MAX_HAND;
    for (int i = 0; playable && i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i), on_chop;
        if (!allowed(context, clue < rules->colour_clues ? HL_COLOUR : HL_RANK))
            continue;
        unsigned touched = hl_holding(context, target, rules->clue_cards[clue]);
        int slot = hl_focus(hand, before, touched, &on_chop);
        if (!touched || !(playable >> slot & 1) ||
            subset(hl_may_be(context->view, target, slot), context->pub->playable))
            continue;
        int worth = company(context, target, touched);
        if (worth > most) {
            most = worth;
            best = clue;
            best_slot = slot;
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(context, target, best_slot, best);
}
