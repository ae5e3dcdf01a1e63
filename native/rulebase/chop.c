/* Rules about the chop, a hand's oldest card that no clue has touched: discarding it, and saving
 * it. */
#include "rulebase/context.h"

static int discard_or_not(hl_rule_context *context, int slot) {
    return slot == HL_NONE ? HL_SILENT : discard(context, slot);
}

int hl_discard_chop(hl_rule_context *context) {
    return discard_or_not(context, chop(context, context->seat));
}

/* Discard the oldest untouched card that cannot be critical. */
int hl_discard_chop_safely(hl_rule_context *context) {
    unsigned safe = 0;
    foreach (slot, context->filled & ~(unsigned)context->pub->touched[context->seat])
        if (!(may_be(context, slot) & context->pub->critical))
            safe |= 1U << slot;
    return discard_or_not(context, hl_oldest_slot(hand_order(context, context->seat), safe));
}

int hl_discard_chop_in_time(hl_rule_context *context) {
    return hl_pace(context->pub) > 0 ? hl_discard_chop(context) : HL_SILENT;
}

/* Whether the seat holds a playable card that it does not know to be playable. */
static int wants_a_clue(const hl_rule_context *context, int seat) {
    foreach (slot, playable_slots(context, seat))
        if (!subset(hl_may_be(context->view, seat, slot), context->pub->playable))
            return 1;
    return 0;
}

/* Without clue tokens, discard the chop to gain one for a seat that wants a clue. */
int hl_discard_chop_to_tell(hl_rule_context *context) {
    for (int seat = 0; seat < context->rules->players; seat++)
        if (seat != context->seat && wants_a_clue(context, seat))
            return hl_discard_chop(context);
    return HL_SILENT;
}

/* Discard the untouched card least likely to be critical. */
int hl_discard_untold(hl_rule_context *context) {
    unsigned slots = context->filled & ~(unsigned)context->pub->touched[context->seat];
    return discard_or_not(context, hl_likeliest(context, slots, ~context->pub->critical, 0));
}

/* Discard a card of which another hand certainly holds a copy. */
int hl_discard_seen_elsewhere(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    uint64_t others = rules->all & ~(context->view->unseen | context->pub->gone);
    foreach (slot, context->filled) {
        uint64_t cards = may_be(context, slot);
        while (cards && others & rules->cards_of[rules->id_of[first_of(cards)]])
            cards &= cards - 1;
        if (!cards)
            return discard(context, slot);
    }
    return HL_SILENT;
}

/* Clue another seat's chop that is critical. */
int hl_tell_chop(hl_rule_context *context, int target) {
    int slot = chop(context, target);
    if (slot == HL_NONE || !(context->pub->critical >> context->view->hand[target][slot] & 1))
        return HL_SILENT;
    return tell_card(context, target, slot, context->rule->flags & HL_BY_COLOUR);
}

/* Clue another seat's chop that is a 2 still wanted, if I see no other copy. */
int hl_tell_chop_two(hl_rule_context *context, int target) {
    const hl_rules *rules = context->rules;
    int slot = chop(context, target);
    if (slot == HL_NONE || rules->ranks < 2)
        return HL_SILENT;
    int card = context->view->hand[target][slot];
    uint64_t copies = rules->cards_of[rules->id_of[card]];
    uint64_t seen = copies & ~(context->view->unseen | context->pub->gone);
    if (rank_of(rules, card) != 1 || context->pub->useless >> card & 1 || count(seen) > 1)
        return HL_SILENT;
    return tell_card(context, target, slot, context->rule->flags & HL_BY_COLOUR);
}
