/* Rules that give a clue: iteration over the hands they may clue, and rules that compare clues over
 * the whole table. */
#include "rulebase/context.h"

/* The number of cards that a clue touches; for some rules only those whose holder does not know
 * that yet. */
static int touch(const hl_rule_context *context, int target, int clue) {
    const hl_rules *rules = context->rules;
    uint64_t cards = rules->clue_cards[clue];
    if (!(context->rule->flags & HL_NEW_ONLY))
        return count(context->view->held[target] & cards);
    int touched = 0;
    foreach (slot, hl_holding(context, target, cards))
        touched += !knows(context, target, slot, clue < rules->colour_clues);
    return touched;
}

/* The clue that touches most cards: by seat, rank clues before colour clues, ties to the first. */
int hl_tell_most_information(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    int clues = rules->colour_clues + rules->rank_clues;
    int most = 0, target = HL_NONE, best = HL_NONE;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == context->seat)
            continue;
        for (int i = 0; i < clues; i++) {
            int clue = ranks_then_colours(rules, i);
            int told = touch(context, seat, clue);
            if (told > most) {
                most = told;
                target = seat;
                best = clue;
            }
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(context, target, HL_NONE, best);
}

/* A clue that touches only the card in `slot` of the target's hand, or HL_SILENT. If both colour
 * and rank do, the one that the holder does not know, else the rank. */
static int tell_alone(hl_rule_context *context, int target, int slot) {
    const hl_rules *rules = context->rules;
    int card = context->view->hand[target][slot];
    uint64_t colour = rules->suit_cards[rules->suit_of[card]];
    uint64_t rank = rules->rank_cards[rank_of(rules, card)];
    int by_colour = count(context->view->held[target] & colour) == 1;
    int by_rank = count(context->view->held[target] & rank) == 1;
    if (by_colour && by_rank && knows_rank(context, target, slot))
        return tell_colour(context, target, slot);
    if (by_rank)
        return tell_rank(context, target, slot);
    return by_colour ? tell_colour(context, target, slot) : HL_SILENT;
}

/* Finesse: if the next player's newest card is playable and the player after holds the card that
 * follows it in its suit, clue the latter card. */
int hl_tell_finesse(hl_rule_context *context) {
    const hl_rules *rules = context->rules;
    if (rules->players < 3)
        return HL_SILENT;
    int next = hl_seat_after(rules, context->seat, 1),
        after = hl_seat_after(rules, context->seat, 2);
    int slot = newest(context, next);
    if (slot == HL_NONE || !(playable_slots(context, next) >> slot & 1))
        return HL_SILENT;
    int id = rules->id_of[context->view->hand[next][slot]];
    if (id % rules->ranks == rules->ranks - 1)
        return HL_SILENT;
    unsigned slots = hl_holding(context, after, rules->cards_of[id + 1]);
    return slots ? tell_alone(context, after, first_of(slots)) : HL_SILENT;
}

static hl_ask_about *const ABOUT[HL_OPS] = {
    [HL_TELL_USEFUL] = hl_tell_useful,
    [HL_TELL_MISSING] = hl_tell_missing,
    [HL_TELL_ONES] = hl_tell_ones,
    [HL_TELL_FIVES] = hl_tell_fives,
    [HL_TELL_LAST_USEFUL] = hl_tell_last_useful,
    [HL_TELL_USELESS] = hl_tell_useless,
    [HL_TELL_DISPENSABLE] = hl_tell_dispensable,
    [HL_TELL_ILL_INFORMED] = hl_tell_ill_informed,
    [HL_TELL_PLAYABLE] = hl_tell_playable,
    [HL_TELL_RANDOMLY] = hl_tell_randomly,
    [HL_TELL_UNKNOWN] = hl_tell_unknown,
    [HL_TELL_ANY_PLAYABLE] = hl_tell_any_playable,
    [HL_TELL_UNAMBIGUOUS] = hl_tell_unambiguous,
    [HL_TELL_LOOKS_PLAYABLE] = hl_tell_looks_playable,
    [HL_TELL_LAST_PLAYABLE] = hl_tell_last_playable,
    [HL_TELL_MANY_USELESS] = hl_tell_many_useless,
    [HL_TELL_MISTAKE] = hl_tell_mistake,
    [HL_TELL_FOCUS] = hl_tell_focus,
    [HL_TELL_CHOP] = hl_tell_chop,
    [HL_TELL_CHOP_TWO] = hl_tell_chop_two,
    [HL_TELL_NEWLY_PLAYABLE] = hl_tell_newly,
    [HL_TELL_NEWLY_USELESS] = hl_tell_newly,
    [HL_TELL_RULES_OUT] = hl_tell_rules_out,
};

/* Ask about one hand after another until one yields an answer. */
int hl_tell_somebody(hl_rule_context *context) {
    const hl_rule *rule = context->rule;
    hl_ask_about *about = ABOUT[rule->op];
    int offsets = rule->reach == HL_TO_NEXT ? 2 : context->rules->players;
    for (int offset = 1; offset < offsets; offset++) {
        int target = rule->reach == HL_BY_SEAT
                         ? offset - (offset <= context->seat)
                         : (int)hl_seat_after(context->rules, context->seat, (unsigned)offset);
        int answer = about(context, target);
        if (answer != HL_SILENT)
            return answer == HL_GIVE_UP ? HL_SILENT : answer;
    }
    return HL_SILENT;
}
