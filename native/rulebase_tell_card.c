/* Rules that look for a card in one hand and tell its holder about it. */
#include "mind.h"

/* Tell the rank, or if it is known the colour, or if that is known too nothing. */
static int rank_first(hl_mind *mind, int target, unsigned slots) {
    const hl_insight *hand = hand_of(mind, target);
    if (!slots)
        return HL_SILENT;
    int slot = first_of(slots);
    if (!(hand->knows_rank >> slot & 1))
        return tell_rank(mind, target, slot);
    return hand->knows_colour >> slot & 1 ? HL_SILENT : tell_colour(mind, target, slot);
}

static int colour_first(hl_mind *mind, int target, int slot) {
    const hl_insight *hand = hand_of(mind, target);
    if (!(hand->knows_colour >> slot & 1))
        return tell_colour(mind, target, slot);
    return hand->knows_rank >> slot & 1 ? HL_SILENT : tell_rank(mind, target, slot);
}

static unsigned slots_of_rank(const hl_mind *mind, int target, int rank) {
    return touching(mind, target, mind->rules->rank_cards[rank]);
}

static int tell_fives(hl_mind *mind, int target) {
    unsigned fives = slots_of_rank(mind, target, mind->rules->ranks - 1);
    fives &= ~hand_of(mind, target)->knows_rank;
    return fives ? tell_rank(mind, target, first_of(fives)) : HL_SILENT;
}

/* As published, the search for the oldest useful card compares nothing: the last one wins. */
static int tell_last_useful(hl_mind *mind, int target) {
    unsigned useful = hand_of(mind, target)->playable;
    return useful ? colour_first(mind, target, last_of(useful)) : HL_SILENT;
}

static int tell_useless(hl_mind *mind, int target) {
    unsigned useless = hand_of(mind, target)->useless;
    int answer = rank_first(mind, target, useless);
    return useless && answer == HL_SILENT ? HL_GIVE_UP : answer;
}

/* What lets the holder see that a card can go: the colour of a complete stack, a rank that lies on
 * every stack, the missing half of a played card. */
static int tell_dispensable(hl_mind *mind, int target) {
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->rules;
    const hl_insight *hand = hand_of(mind, target);
    int lowest_stack = rules->ranks;
    for (int suit = 0; suit < rules->suits; suit++)
        if (pub->stacks[suit] < lowest_stack)
            lowest_stack = pub->stacks[suit];
    for (unsigned slots = hand->useless & ~fully_known(hand); slots; slots &= slots - 1) {
        int slot = first_of(slots), card = mind->view->hand[target][slot];
        int stack = pub->stacks[rules->suit_of[card]], rank = rank_of(rules, card);
        int colour = hand->knows_colour >> slot & 1, value = hand->knows_rank >> slot & 1;
        if (!colour && stack == rules->ranks)
            return tell_colour(mind, target, slot);
        if (!value && rank < lowest_stack)
            return tell_rank(mind, target, slot);
        if (colour != value && rank < stack)
            return colour ? tell_rank(mind, target, slot) : tell_colour(mind, target, slot);
    }
    return HL_SILENT;
}

static int tell_ill_informed(hl_mind *mind, int target) {
    const hl_insight *hand = hand_of(mind, target);
    unsigned slots = hand->playable;
    if (mind->pub->tokens != mind->rules->max_tokens)
        slots |= hand->useless;
    return rank_first(mind, target, slots & ~fully_known(hand));
}

static int tell_either(hl_mind *mind, int target, int slot, uint32_t colour) {
    return colour ? tell_colour(mind, target, slot) : tell_rank(mind, target, slot);
}

static int tell_playable(hl_mind *mind, int target) {
    unsigned playable = hand_of(mind, target)->playable;
    return playable ? tell_either(mind, target, first_of(playable), choose(mind, 2)) : HL_SILENT;
}

static int tell_randomly(hl_mind *mind, int target) {
    unsigned slots = hand_of(mind, target)->cards;
    if (!slots)
        return HL_SILENT;
    uint32_t choice = choose(mind, 2 * count(slots));
    for (uint32_t skip = choice / 2; skip; skip--)
        slots &= slots - 1;
    return tell_either(mind, target, first_of(slots), choice % 2);
}

static int tell_unknown(hl_mind *mind, int target) {
    const hl_insight *hand = hand_of(mind, target);
    unsigned slots = hand->cards & ~fully_known(hand);
    return slots ? colour_first(mind, target, first_of(slots)) : HL_SILENT;
}

int hl_tell_card(hl_mind *mind, const hl_rule *rule, int target) {
    const hl_insight *hand = hand_of(mind, target);
    unsigned unknown = ~fully_known(hand);
    switch (rule->op) {
    case HL_TELL_USEFUL:
        return rank_first(mind, target, hand->playable & unknown);
    case HL_TELL_MISSING:
        return rank_first(mind, target, hand->playable & (hand->knows_colour ^ hand->knows_rank));
    case HL_TELL_ONES:
        return rank_first(mind, target, slots_of_rank(mind, target, 0) & unknown);
    case HL_TELL_FIVES:
        return tell_fives(mind, target);
    case HL_TELL_LAST_USEFUL:
        return tell_last_useful(mind, target);
    case HL_TELL_USELESS:
        return tell_useless(mind, target);
    case HL_TELL_DISPENSABLE:
        return tell_dispensable(mind, target);
    case HL_TELL_ILL_INFORMED:
        return tell_ill_informed(mind, target);
    case HL_TELL_PLAYABLE:
        return tell_playable(mind, target);
    case HL_TELL_RANDOMLY:
        return tell_randomly(mind, target);
    default:
        return tell_unknown(mind, target);
    }
}
