/* Rules that discard a card, and the rule that regains a clue token by a play or a discard. */
#include "rulebase/context.h"

/* Whether clues alone show the holder that a card is useless: by its colour (stack complete), its
 * rank (on every stack), or both. */
static int known_useless(const hl_rule_context *context, int seat, int slot) {
    const hl_rules *rules = context->rules;
    uint64_t know = context->pub->know[seat][slot];
    if (!know || !subset(know, context->pub->useless))
        return 0;
    int card = first_of(know);
    if (knows_colour(context, seat, slot))
        return context->pub->stacks[rules->suit_of[card]] == rules->ranks ||
               fully_known(context, seat, slot);
    return knows_rank(context, seat, slot) && rank_of(rules, card) < lowest_stack(context);
}

int hl_discard_safe(hl_rule_context *context) {
    foreach (slot, context->sure_useless)
        if (known_useless(context, context->seat, slot))
            return discard(context, slot);
    return HL_SILENT;
}

/* Discard a card of known colour above a rank of which every copy is lost. */
int hl_discard_useless(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    foreach (slot, context->sure_useless) {
        int card = first_of(may_be(context, slot));
        if (rank_of(rules, card) >= context->pub->stacks[rules->suit_of[card]] &&
            knows_colour(context, context->seat, slot))
            return discard(context, slot);
    }
    return HL_SILENT;
}

int hl_discard_osawa(hl_rule_context *context) {
    int answer = hl_discard_safe(context);
    return answer == HL_SILENT ? hl_discard_useless(context) : answer;
}

/* Discard a known card that has been played already. */
int hl_discard_if_certain(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    foreach (slot, context->sure_useless) {
        int card = first_of(may_be(context, slot));
        if (rank_of(rules, card) < context->pub->stacks[rules->suit_of[card]] &&
            fully_known(context, context->seat, slot))
            return discard(context, slot);
    }
    return HL_SILENT;
}

int hl_discard_highest(hl_rule_context *context) {
    int best = HL_NONE, highest = -1;
    foreach (slot, filled_slots(context, context->seat)) {
        int rank = rank_of(context->rules, first_of(may_be(context, slot)));
        if (rank > highest && knows_rank(context, context->seat, slot)) {
            highest = rank;
            best = slot;
        }
    }
    return best == HL_NONE ? HL_SILENT : discard(context, best);
}

int hl_discard_oldest(hl_rule_context *context) {
    const uint8_t *order = context->pub->order[context->seat];
    int oldest = 0; /* an empty slot's order, HL_NONE, is greater than any */
    for (int slot = 1; slot < context->rules->hand_size; slot++)
        if (order[slot] < order[oldest])
            oldest = slot;
    return discard(context, oldest);
}

static int discard_likeliest(hl_rule_context *context, uint64_t set, int percent) {
    int slot = hl_likeliest(context, context->filled, set, percent);
    return slot == HL_NONE ? HL_SILENT : discard(context, slot);
}

int hl_discard_probably_useless(hl_rule_context *context) {
    if (context->sure_useless)
        return discard(context, last_of(context->sure_useless));
    return discard_likeliest(context, context->pub->useless, context->rule->percent);
}

int hl_discard_least_likely_necessary(hl_rule_context *context) {
    return discard_likeliest(context, ~context->pub->critical, 0);
}

int hl_discard_randomly(hl_rule_context *context) {
    unsigned slots = filled_slots(context, context->seat);
    if (!slots)
        return HL_SILENT;
    for (uint32_t skip = choose(context, count(slots)); skip; skip--)
        slots &= slots - 1;
    return discard(context, first_of(slots));
}

int hl_discard_unidentified(hl_rule_context *context) {
    foreach (slot, filled_slots(context, context->seat))
        if (!knows_colour(context, context->seat, slot) &&
            !knows_rank(context, context->seat, slot))
            return discard(context, slot);
    return HL_SILENT;
}

/* Whether the holder knows from clues alone that the card is playable. */
static int known_playable(const hl_rule_context *context, int seat, int slot) {
    uint64_t know = context->pub->know[seat][slot];
    return know && subset(know, context->pub->playable) && fully_known(context, seat, slot);
}

/* Whether playing or discarding the card is known to win a clue token: useless, or a last rank. */
static int known_to_free(const hl_rule_context *context, int seat, int slot) {
    return known_useless(context, seat, slot) ||
           (known_playable(context, seat, slot) &&
            rank_of(context->rules, first_of(context->pub->know[seat][slot])) ==
                context->rules->ranks - 1);
}

/* The first slot of a hand for which `is_known` holds, or HL_NONE. */
static int first_known(const hl_rule_context *context, int seat,
                       int (*is_known)(const hl_rule_context *, int, int)) {
    for (int slot = 0; slot < context->rules->hand_size; slot++)
        if (is_known(context, seat, slot))
            return slot;
    return HL_NONE;
}

/* Regain a clue token if the next seats need one: going round the table, a seat without a card
 * known to be playable comes before any seat that could regain a token itself. */
int hl_unblock(hl_rule_context *context) {
    int slot = first_known(context, context->seat, known_to_free);
    if (slot == HL_NONE)
        return HL_SILENT;
    for (int offset = 1; offset < context->rules->players; offset++) {
        int mate = hl_seat_after(context->rules, context->seat, offset);
        if (first_known(context, mate, known_to_free) != HL_NONE)
            return HL_SILENT;
        if (first_known(context, mate, known_playable) == HL_NONE)
            return known_useless(context, context->seat, slot) ? discard(context, slot)
                                                               : play(context, slot);
    }
    return HL_SILENT;
}
