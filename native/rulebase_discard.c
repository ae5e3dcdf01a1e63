/* Rules that discard a card, and the one that gets a clue token back by any means. */
#include "mind.h"

static int discard_first(hl_mind *mind, unsigned slots) {
    return slots ? discard(mind, first_of(slots)) : HL_SILENT;
}

static int lowest_stack(const hl_mind *mind) {
    int least = mind->rules->ranks;
    for (int suit = 0; suit < mind->rules->suits; suit++)
        if (mind->pub->stacks[suit] < least)
            least = mind->pub->stacks[suit];
    return least;
}

/* Slots whose holder can tell from clues alone that the card is of no use: by its colour (stack
 * complete), by its rank (on every stack), or by both. */
static unsigned known_useless(hl_mind *mind, int seat) {
    const hl_insight *hand = hand_of(mind, seat);
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->rules;
    unsigned useless = 0, full = fully_known(hand);
    for (unsigned slots = hand->knows_colour | hand->knows_rank; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        uint64_t know = pub->know[seat][slot];
        if (!subset(know, pub->useless))
            continue;
        int card = lowest(know);
        int by_colour =
            hand->knows_colour >> slot & 1 && pub->stacks[rules->suit_of[card]] == rules->ranks;
        int by_rank = hand->knows_rank >> slot & 1 && rank_of(rules, card) < lowest_stack(mind);
        if (full >> slot & 1 || by_colour || by_rank)
            useless |= 1U << slot;
    }
    return useless;
}

/* Slots of known colour that lie above a rank of which every copy is lost. */
static unsigned out_of_reach(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    unsigned out = 0;
    for (unsigned slots = hand_of(mind, mind->seat)->knows_colour; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        uint64_t cards = may_be(mind, slot);
        if (!cards || !subset(cards, mind->pub->useless))
            continue;
        int card = lowest(cards);
        if (rank_of(rules, card) >= mind->pub->stacks[rules->suit_of[card]])
            out |= 1U << slot;
    }
    return out;
}

static unsigned already_played(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    const hl_insight *mine = hand_of(mind, mind->seat);
    unsigned played = 0;
    for (unsigned slots = fully_known(mine) & mine->useless; slots; slots &= slots - 1) {
        int card = lowest(mind->pub->know[mind->seat][first_of(slots)]);
        if (rank_of(rules, card) < mind->pub->stacks[rules->suit_of[card]])
            played |= slots & -slots;
    }
    return played;
}

static int discard_highest(hl_mind *mind) {
    int best = HL_NONE, highest = -1;
    for (unsigned slots = hand_of(mind, mind->seat)->knows_rank; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        int rank = rank_of(mind->rules, lowest(mind->pub->know[mind->seat][slot]));
        if (rank > highest) {
            highest = rank;
            best = slot;
        }
    }
    return best == HL_NONE ? HL_SILENT : discard(mind, best);
}

static int discard_least_likely_necessary(hl_mind *mind) {
    hl_chances chances;
    hl_weigh(mind, ~mind->pub->critical, &chances);
    return chances.best == HL_NONE ? HL_SILENT : discard(mind, chances.best);
}

static int discard_oldest(hl_mind *mind) {
    const uint8_t *order = mind->pub->order[mind->seat];
    int oldest = 0; /* an empty slot's order, HL_NONE, is greater than any */
    for (int slot = 1; slot < mind->rules->hand_size; slot++)
        if (order[slot] < order[oldest])
            oldest = slot;
    return discard(mind, oldest);
}

static int discard_probably_useless(hl_mind *mind, int percent) {
    const hl_chances *chances = useless_chances(mind);
    int slot = chances->best;
    if (slot == HL_NONE || !at_least(chances->hits[slot], chances->of[slot], percent))
        return HL_SILENT;
    return discard(mind, slot);
}

static int discard_randomly(hl_mind *mind) {
    unsigned slots = hand_of(mind, mind->seat)->cards;
    for (uint32_t skip = choose(mind, count(slots)); skip; skip--)
        slots &= slots - 1;
    return discard_first(mind, slots);
}

static int discard_unidentified(hl_mind *mind) {
    const hl_insight *mine = hand_of(mind, mind->seat);
    return discard_first(mind, mine->cards & ~(mine->knows_colour | mine->knows_rank) & 0xffU);
}

/* Slots whose holder knows a last card of a suit that can be played. */
static unsigned known_last_rank(hl_mind *mind, int seat) {
    const hl_insight *hand = hand_of(mind, seat);
    unsigned last = 0;
    for (unsigned slots = fully_known(hand) & hand->playable; slots; slots &= slots - 1) {
        int card = lowest(mind->pub->know[seat][first_of(slots)]);
        if (rank_of(mind->rules, card) == mind->rules->ranks - 1)
            last |= slots & -slots;
    }
    return last;
}

/* Out of tokens: free one if, of the others in turn, somebody with nothing sure to do comes before
 * somebody who could free one too. */
static int unblock(hl_mind *mind) {
    unsigned useless = known_useless(mind, mind->seat);
    unsigned slots = useless | known_last_rank(mind, mind->seat);
    if (!slots)
        return HL_SILENT;
    for (int offset = 1; offset < mind->rules->players; offset++) {
        int mate = hl_seat_after(mind->rules, mind->seat, offset);
        const hl_insight *hand = hand_of(mind, mate);
        unsigned frees = known_useless(mind, mate) | known_last_rank(mind, mate);
        if (frees)
            return HL_SILENT;
        if (!(fully_known(hand) & hand->playable)) {
            int slot = first_of(slots);
            return useless >> slot & 1 ? discard(mind, slot) : play(mind, slot);
        }
    }
    return HL_SILENT;
}

int hl_answer_discard(hl_mind *mind, const hl_rule *rule) {
    switch (rule->op) {
    case HL_DISCARD_HIGHEST:
        return discard_highest(mind);
    case HL_DISCARD_IF_CERTAIN:
        return discard_first(mind, already_played(mind));
    case HL_DISCARD_LEAST_LIKELY_NECESSARY:
        return discard_least_likely_necessary(mind);
    case HL_DISCARD_OLDEST:
        return discard_oldest(mind);
    case HL_DISCARD_PROBABLY_USELESS:
        return discard_probably_useless(mind, rule->percent);
    case HL_DISCARD_RANDOMLY:
        return discard_randomly(mind);
    case HL_DISCARD_SAFE:
        return discard_first(mind, known_useless(mind, mind->seat));
    case HL_DISCARD_UNIDENTIFIED:
        return discard_unidentified(mind);
    case HL_DISCARD_USELESS:
        return discard_first(mind, out_of_reach(mind));
    case HL_DISCARD_OSAWA: {
        unsigned known = known_useless(mind, mind->seat);
        return discard_first(mind, known ? known : out_of_reach(mind));
    }
    default:
        return unblock(mind);
    }
}
