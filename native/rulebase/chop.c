/* The chop, a hand's oldest card that no clue has touched: giving it away, and saving it. */
#include "rulebase/context.h"

static int discard_or_not(hl_mind *mind, int slot) {
    return slot == HL_NONE ? HL_SILENT : discard(mind, slot);
}

int hl_discard_chop(hl_mind *mind) { return discard_or_not(mind, chop(mind, mind->seat)); }

/* The oldest untouched card that can not be critical. */
int hl_discard_chop_safely(hl_mind *mind) {
    unsigned slots = mind->filled & ~(unsigned)mind->pub->touched[mind->seat], safe = 0;
    for (; slots; slots &= slots - 1)
        if (!(may_be(mind, first_of(slots)) & mind->pub->critical))
            safe |= slots & -slots;
    return discard_or_not(mind, hl_oldest_of(mind, mind->seat, safe));
}

/* How many turns may still go by without a point before the best score is out of reach. */
static int pace(const hl_mind *mind) {
    const hl_public *pub = mind->pub;
    int wanted = count(hl_identities(mind->rules, mind->rules->all & ~pub->useless));
    return pub->deck_left + mind->rules->players - wanted;
}

int hl_discard_chop_in_time(hl_mind *mind) {
    return pace(mind) > 0 ? hl_discard_chop(mind) : HL_SILENT;
}

/* Whether somebody has a playable card and nothing that shows it. */
static int wants_a_clue(const hl_mind *mind, int seat) {
    for (unsigned slots = playable_slots(mind, seat); slots; slots &= slots - 1)
        if (!subset(mate_may_be(mind, seat, first_of(slots)), mind->pub->playable))
            return 1;
    return 0;
}

/* Without a clue token, to get one for somebody who wants a clue. */
int hl_discard_chop_to_tell(hl_mind *mind) {
    for (int seat = 0; seat < mind->rules->players; seat++)
        if (seat != mind->seat && wants_a_clue(mind, seat))
            return hl_discard_chop(mind);
    return HL_SILENT;
}

/* Of the untouched cards, the one least likely to be critical. */
int hl_discard_untold(hl_mind *mind) {
    unsigned slots = mind->filled & ~(unsigned)mind->pub->touched[mind->seat];
    return discard_or_not(mind, hl_likeliest(mind, slots, ~mind->pub->critical, 0));
}

/* A card that somebody else certainly holds too. */
int hl_discard_seen_elsewhere(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    uint64_t others = rules->all & ~(mind->view->unseen | mind->pub->gone);
    for (unsigned slots = mind->filled; slots; slots &= slots - 1) {
        uint64_t cards = may_be(mind, first_of(slots));
        while (cards && others & rules->cards_of[rules->id_of[lowest(cards)]])
            cards &= cards - 1;
        if (!cards)
            return discard(mind, first_of(slots));
    }
    return HL_SILENT;
}

static int save(hl_mind *mind, int target, int slot) {
    return mind->rule->flags & HL_BY_COLOUR ? tell_colour(mind, target, slot)
                                            : tell_rank(mind, target, slot);
}

/* The chop of somebody else is critical. */
int hl_tell_chop(hl_mind *mind, int target) {
    int slot = chop(mind, target);
    if (slot == HL_NONE || !(mind->pub->critical >> mind->view->hand[target][slot] & 1))
        return HL_SILENT;
    return save(mind, target, slot);
}

/* The chop of somebody else is a 2 still wanted, and I see no other copy. */
int hl_tell_chop_two(hl_mind *mind, int target) {
    const hl_rules *rules = mind->rules;
    int slot = chop(mind, target);
    if (slot == HL_NONE || rules->ranks < 2)
        return HL_SILENT;
    int card = mind->view->hand[target][slot];
    uint64_t copies = rules->cards_of[rules->id_of[card]];
    uint64_t seen = copies & ~(mind->view->unseen | mind->pub->gone);
    if (rank_of(rules, card) != 1 || mind->pub->useless >> card & 1 || count(seen) > 1)
        return HL_SILENT;
    return save(mind, target, slot);
}
