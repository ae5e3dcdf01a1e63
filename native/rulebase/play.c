/* Rules that play a card. */
#include "rulebase/context.h"

/* Play my newest card after a clue to a card two above its stack: a finesse on me. The published
 * code throws if the clue was to me, since it looks the card up in the receiver's hand. */
int hl_play_finesse(hl_rule_context *context) {
    const hl_public *pub = context->pub;
    const hl_rules *rules = context->rules;
    if (!pub->turn)
        return HL_SILENT;
    const hl_event *event = &pub->history[pub->turn - 1];
    if (event->kind < HL_COLOUR)
        return HL_SILENT;
    if (event->target == context->seat)
        return HL_THROWN;
    foreach (slot, event->touched) {
        int card = context->view->hand[event->target][slot];
        if (rank_of(rules, card) == pub->stacks[rules->suit_of[card]] + 1)
            return play(context, newest(context, context->seat));
    }
    return HL_SILENT;
}

/* If the clue before last touched one card, mine, and the next player then played a card: play
 * mine, which is assumed to follow that card in its suit. */
int hl_play_finesse_told(hl_rule_context *context) {
    const hl_public *pub = context->pub;
    if (pub->turn < 2 || pub->history[pub->turn - 1].kind != HL_PLAY)
        return HL_SILENT;
    const hl_event *event = &pub->history[pub->turn - 2];
    if (event->kind < HL_COLOUR || event->target != context->seat || count(event->touched) != 1)
        return HL_SILENT;
    return if_legal(context, play(context, first_of(event->touched)));
}

int hl_play_if_certain(hl_rule_context *context) {
    foreach (slot, context->sure_playable)
        if (fully_known(context, context->seat, slot))
            return play(context, slot);
    return HL_SILENT;
}

/* Play the likeliest of these slots: the last one that is certain, or the likeliest with at least
 * `percent`. */
static int play_likeliest(hl_rule_context *context, unsigned slots, int percent) {
    unsigned certain = slots & context->sure_playable;
    int slot =
        certain ? last_of(certain) : hl_likeliest(context, slots, context->pub->playable, percent);
    return slot == HL_NONE ? HL_SILENT : play(context, slot);
}

int hl_play_probably_safe(hl_rule_context *context) {
    return play_likeliest(context, context->filled, context->rule->percent);
}

int hl_play_safe(hl_rule_context *context) {
    return context->sure_playable ? play(context, first_of(context->sure_playable)) : HL_SILENT;
}

/* The top cards of the stacks. */
static uint64_t tops(const hl_rule_context *context) {
    uint64_t cards = 0;
    for (int suit = 0; suit < context->rules->suits; suit++)
        if (context->pub->stacks[suit])
            cards |= context->rules
                         ->cards_of[suit * context->rules->ranks + context->pub->stacks[suit] - 1];
    return cards;
}

/* Play the card that a clue touched alone. As published, a colour clue is checked against the card
 * on top of the stack instead of the next one, and a rank clue is followed even if the slot has
 * been refilled or emptied since. */
int hl_play_unique_possible(hl_rule_context *context) {
    const hl_public *pub = context->pub;
    const hl_rules *rules = context->rules;
    unsigned refilled = 0;
    for (int turn = pub->turn - 1; turn >= 0; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->seat == context->seat && event->drawn != HL_NONE) {
            refilled |= 1U << event->slot;
            if (refilled == (1U << rules->hand_size) - 1)
                return HL_SILENT;
        }
        if (event->target != context->seat || count(event->touched) != 1)
            continue;
        int colour = event->kind == HL_COLOUR;
        if (colour && refilled & event->touched)
            continue;
        uint64_t wanted = colour ? tops(context) : pub->playable;
        if (rules->clue_cards[event->clue] & wanted & context->view->unseen)
            return if_legal(context, play(context, first_of(event->touched)));
    }
    return HL_SILENT;
}

/* My slots clued since another seat last did anything but clue me. As published, a slot stays
 * marked when it is refilled; of HL_LATEST only clues since my last move count. */
static unsigned just_hinted(const hl_rule_context *context) {
    const hl_public *pub = context->pub;
    unsigned slots = 0;
    for (int turn = pub->turn - 1; turn >= 0; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->seat == context->seat && !(context->rule->flags & HL_LATEST))
            continue;
        if (event->target != context->seat)
            break;
        if (!(context->rule->flags & HL_SINGLE) || count(event->touched) == 1)
            slots |= event->touched;
    }
    return slots;
}

/* The newest of these slots that may hold a playable card, as a set. */
static unsigned newest_open(const hl_rule_context *context, unsigned slots) {
    unsigned open = 0;
    foreach (slot, slots)
        if (may_be(context, slot) & context->pub->playable)
            open |= 1U << slot;
    return open ? 1U << hl_newest_slot(hand_order(context, context->seat), open) : 0;
}

int hl_play_just_hinted(hl_rule_context *context) {
    unsigned slots = just_hinted(context) & context->filled;
    if (slots && context->rule->flags & HL_NEWEST)
        slots &= 1U << newest(context, context->seat);
    if (slots && context->rule->flags & HL_LATEST)
        slots = newest_open(context, slots);
    if (!slots)
        return HL_SILENT;
    return play_likeliest(context, slots,
                          context->lives > context->rule->a ? context->rule->percent : 100);
}

/* Play a card that is certain from public information, so that the others expect it. */
int hl_play_commonly_known(hl_rule_context *context) {
    const hl_public *pub = context->pub;
    foreach (slot, context->sure_playable)
        if (subset(pub->know[context->seat][slot] & ~pub->gone, pub->playable))
            return play(context, slot);
    return HL_SILENT;
}

/* Play the likeliest card; the required chance rises with each strike. */
int hl_play_by_strikes(hl_rule_context *context) {
    int percent = context->rule->percent + context->rule->a * context->pub->strikes;
    return play_likeliest(context, context->filled, percent < 100 ? percent : 100);
}

/* Play the certain card with the lowest possible rank. */
int hl_play_lowest(hl_rule_context *context) {
    for (int rank = 0; rank < context->rules->ranks; rank++)
        foreach (slot, context->sure_playable)
            if (may_be(context, slot) & context->rules->rank_cards[rank])
                return play(context, slot);
    return HL_SILENT;
}

/* Play a certain card on which another seat's card can follow. */
int hl_play_for_mate(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    uint64_t others = rules->all & ~(context->view->unseen | context->pub->gone);
    foreach (slot, context->sure_playable) {
        uint64_t cards = may_be(context, slot);
        while (cards && others & rules->next_cards[rules->id_of[first_of(cards)]])
            cards &= cards - 1;
        if (!cards)
            return play(context, slot);
    }
    return HL_SILENT;
}
