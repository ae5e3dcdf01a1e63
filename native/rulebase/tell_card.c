/* Rules that look for a card in one hand and clue it. */
#include "rulebase/context.h"

/* Clue the colour (`colour`) or rank, or if it is known the other; nothing if both are known. */
static int tell_missing(hl_rule_context *context, int target, int slot, int colour) {
    if (!knows(context, target, slot, colour))
        return tell_card(context, target, slot, colour);
    return knows(context, target, slot, !colour) ? HL_SILENT
                                                 : tell_card(context, target, slot, !colour);
}

/* The first of these slots that is not fully known. */
static int first_unknown(hl_rule_context *context, int target, unsigned slots) {
    foreach (slot, slots) {
        int answer = tell_missing(context, target, slot, 0);
        if (answer != HL_SILENT)
            return answer;
    }
    return HL_SILENT;
}

int hl_tell_useful(hl_rule_context *context, int target) {
    return first_unknown(context, target, playable_slots(context, target));
}

int hl_tell_ones(hl_rule_context *context, int target) {
    return first_unknown(context, target,
                         hl_holding(context, target, context->rules->rank_cards[0]));
}

/* A playable card of which either the colour or the rank is known. */
int hl_tell_missing(hl_rule_context *context, int target) {
    foreach (slot, playable_slots(context, target))
        if (knows_colour(context, target, slot) != knows_rank(context, target, slot))
            return tell_missing(context, target, slot, 0);
    return HL_SILENT;
}

int hl_tell_fives(hl_rule_context *context, int target) {
    uint64_t fives = context->rules->rank_cards[context->rules->ranks - 1];
    foreach (slot, hl_holding(context, target, fives))
        if (!knows_rank(context, target, slot))
            return tell_rank(context, target, slot);
    return HL_SILENT;
}

/* As published, the search for the oldest useful card compares nothing: the last one wins. */
int hl_tell_last_useful(hl_rule_context *context, int target) {
    unsigned useful = playable_slots(context, target);
    return useful ? tell_missing(context, target, last_of(useful), 1) : HL_SILENT;
}

/* As published, clues only the first useless card of the first hand that has one. */
int hl_tell_useless(hl_rule_context *context, int target) {
    unsigned useless = useless_slots(context, target);
    if (!useless)
        return HL_SILENT;
    int answer = tell_missing(context, target, first_of(useless), 0);
    return answer == HL_SILENT ? HL_GIVE_UP : answer;
}

/* Clue so that the holder sees that a card is useless: the colour of a complete stack, a rank that
 * is on every stack, or the missing half of a played card. */
int hl_tell_dispensable(hl_rule_context *context, int target) {
    const hl_rules *rules = context->rules;
    foreach (slot, useless_slots(context, target)) {
        int card = context->view->hand[target][slot];
        int stack = context->pub->stacks[rules->suit_of[card]], rank = rank_of(rules, card);
        int colour_known = (int)knows_colour(context, target, slot);
        int rank_known = (int)knows_rank(context, target, slot);
        if (!colour_known && stack == rules->ranks)
            return tell_colour(context, target, slot);
        if (!rank_known && rank < lowest_stack(context))
            return tell_rank(context, target, slot);
        if (colour_known != rank_known && rank < stack)
            return tell_card(context, target, slot, !colour_known);
    }
    return HL_SILENT;
}

int hl_tell_ill_informed(hl_rule_context *context, int target) {
    uint64_t cards = context->pub->playable;
    if (context->pub->tokens != context->rules->max_tokens)
        cards |= context->pub->useless;
    return first_unknown(context, target, hl_holding(context, target, cards));
}

int hl_tell_playable(hl_rule_context *context, int target) {
    unsigned playable = playable_slots(context, target);
    return playable ? tell_card(context, target, first_of(playable), (int)choose(context, 2))
                    : HL_SILENT;
}

int hl_tell_randomly(hl_rule_context *context, int target) {
    unsigned slots = filled_slots(context, target);
    if (!slots)
        return HL_SILENT;
    uint32_t choice = choose(context, 2 * count(slots));
    for (uint32_t skip = choice / 2; skip; skip--)
        slots &= slots - 1;
    return tell_card(context, target, first_of(slots), (int)choice % 2);
}

int hl_tell_unknown(hl_rule_context *context, int target) {
    foreach (slot, filled_slots(context, target))
        if (!fully_known(context, target, slot))
            return tell_missing(context, target, slot, 1);
    return HL_SILENT;
}

/* Any playable card that its holder does not know to be one, by rank or colour, by chance. */
int hl_tell_any_playable(hl_rule_context *context, int target) {
    uint8_t moves[2 * HL_MAX_HAND], about[2 * HL_MAX_HAND];
    int ways = 0;
    foreach (slot, playable_slots(context, target)) {
        if (subset(hl_may_be(context->view, target, slot), context->pub->playable))
            continue;
        for (int colour = 0; colour < 2; colour++)
            if (!knows(context, target, slot, colour)) {
                about[ways] = (uint8_t)slot;
                moves[ways++] = (uint8_t)colour;
            }
    }
    if (!ways)
        return HL_SILENT;
    uint32_t way = choose(context, ways);
    return tell_card(context, target, about[way], moves[way]);
}
