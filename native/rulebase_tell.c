/* Rules that give a clue: whom they may tell, and those that compare clues over the whole table. */
#include "mind.h"

/* How many cards a clue touches; with `new_only`, those whose holder does not know that yet. */
static int touch(const hl_mind *mind, int target, int clue, int new_only) {
    const hl_rules *rules = mind->rules;
    uint64_t cards = rules->clue_cards[clue];
    if (!new_only)
        return count(mind->view->held[target] & cards);
    int touched = 0;
    for (unsigned slots = hl_holding(mind, target, cards); slots; slots &= slots - 1) {
        int slot = first_of(slots);
        touched += clue < rules->colour_clues ? !knows_colour(mind, target, slot)
                                              : !knows_rank(mind, target, slot);
    }
    return touched;
}

/* The clue that touches most cards: by seat, rank clues before colour clues, ties to the first. */
static int tell_most_information(hl_mind *mind, int new_only) {
    const hl_rules *rules = mind->rules;
    int clues = rules->colour_clues + rules->rank_clues;
    int most = 0, target = HL_NONE, best = HL_NONE;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == mind->seat)
            continue;
        for (int i = 0; i < clues; i++) {
            int clue = i < rules->rank_clues ? rules->colour_clues + i : i - rules->rank_clues;
            int told = touch(mind, seat, clue, new_only);
            if (told > most) {
                most = told;
                target = seat;
                best = clue;
            }
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(mind, target, HL_NONE, best);
}

/* The clue about `slot` of the third player if it is the only card there with that colour or rank:
 * of both, the one it lacks; else rank before colour. */
static int tell_alone(hl_mind *mind, int target, int slot) {
    const hl_rules *rules = mind->rules;
    int card = mind->view->hand[target][slot];
    uint64_t colour = rules->suit_cards[rules->suit_of[card]];
    uint64_t rank = rules->rank_cards[rank_of(rules, card)];
    int by_colour = count(mind->view->held[target] & colour) == 1;
    int by_rank = count(mind->view->held[target] & rank) == 1;
    if (by_colour && by_rank && knows_rank(mind, target, slot))
        return tell_colour(mind, target, slot);
    if (by_rank)
        return tell_rank(mind, target, slot);
    return by_colour ? tell_colour(mind, target, slot) : HL_SILENT;
}

/* Finesse: the next player's newest card is playable and the player after holds the card on top of
 * it; tell about that one. */
static int tell_finesse(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    if (rules->players < 3)
        return HL_SILENT;
    int next = hl_seat_after(rules, mind->seat, 1), after = hl_seat_after(rules, mind->seat, 2);
    int slot = hl_newest(mind, next);
    if (slot == HL_NONE || !(playable_slots(mind, next) >> slot & 1))
        return HL_SILENT;
    int id = rules->id_of[mind->view->hand[next][slot]];
    if (id % rules->ranks == rules->ranks - 1)
        return HL_SILENT;
    unsigned slots = hl_holding(mind, after, rules->cards_of[id + 1]);
    return slots ? tell_alone(mind, after, first_of(slots)) : HL_SILENT;
}

static int tell_card(hl_mind *mind, const hl_rule *rule, int target) {
    return rule->op < HL_TELL_UNAMBIGUOUS ? hl_tell_card(mind, rule, target)
                                          : hl_tell_outlook(mind, rule, target);
}

/* Ask about one hand after another until one yields anything. */
static int tell_somebody(hl_mind *mind, const hl_rule *rule) {
    int players = mind->rules->players;
    int offsets = rule->reach == HL_TO_NEXT ? 2 : players;
    for (int offset = 1; offset < offsets; offset++) {
        int target = hl_seat_after(mind->rules, mind->seat, offset);
        if (rule->reach == HL_BY_SEAT)
            target = offset - (offset <= mind->seat);
        int answer = tell_card(mind, rule, target);
        if (answer != HL_SILENT)
            return answer == HL_GIVE_UP ? HL_SILENT : answer;
    }
    return HL_SILENT;
}

int hl_answer_tell(hl_mind *mind, const hl_rule *rule) {
    switch (rule->op) {
    case HL_TELL_FINESSE:
        return tell_finesse(mind);
    case HL_TELL_MOST_INFORMATION:
        return tell_most_information(mind, rule->flags & HL_NEW_ONLY);
    default:
        return tell_somebody(mind, rule);
    }
}
