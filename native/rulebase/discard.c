/* Rules that discard a card, and the one that gets a clue token back by any means. */
#include "rulebase/context.h"

/* Whether clues alone tell the holder that a card is of no use: by its colour (stack complete), by
 * its rank (on every stack), or by both. */
static int known_useless(const hl_mind *mind, int seat, int slot) {
    const hl_rules *rules = mind->rules;
    uint64_t know = mind->pub->know[seat][slot];
    if (!know || !subset(know, mind->pub->useless))
        return 0;
    int card = lowest(know);
    if (knows_colour(mind, seat, slot))
        return mind->pub->stacks[rules->suit_of[card]] == rules->ranks ||
               fully_known(mind, seat, slot);
    return knows_rank(mind, seat, slot) && rank_of(rules, card) < lowest_stack(mind);
}

int hl_discard_safe(hl_mind *mind) {
    for (unsigned slots = mind->sure_useless; slots; slots &= slots - 1)
        if (known_useless(mind, mind->seat, first_of(slots)))
            return discard(mind, first_of(slots));
    return HL_SILENT;
}

/* Known colour, and above a rank of which every copy is lost. */
int hl_discard_useless(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    for (unsigned slots = mind->sure_useless; slots; slots &= slots - 1) {
        int slot = first_of(slots), card = lowest(may_be(mind, slot));
        if (rank_of(rules, card) >= mind->pub->stacks[rules->suit_of[card]] &&
            knows_colour(mind, mind->seat, slot))
            return discard(mind, slot);
    }
    return HL_SILENT;
}

int hl_discard_osawa(hl_mind *mind) {
    int answer = hl_discard_safe(mind);
    return answer == HL_SILENT ? hl_discard_useless(mind) : answer;
}

/* Known card, and played already. */
int hl_discard_if_certain(hl_mind *mind) {
    const hl_rules *rules = mind->rules;
    for (unsigned slots = mind->sure_useless; slots; slots &= slots - 1) {
        int slot = first_of(slots), card = lowest(may_be(mind, slot));
        if (rank_of(rules, card) < mind->pub->stacks[rules->suit_of[card]] &&
            fully_known(mind, mind->seat, slot))
            return discard(mind, slot);
    }
    return HL_SILENT;
}

int hl_discard_highest(hl_mind *mind) {
    int best = HL_NONE, highest = -1;
    for (unsigned slots = filled_slots(mind, mind->seat); slots; slots &= slots - 1) {
        int slot = first_of(slots), rank = rank_of(mind->rules, lowest(may_be(mind, slot)));
        if (rank > highest && knows_rank(mind, mind->seat, slot)) {
            highest = rank;
            best = slot;
        }
    }
    return best == HL_NONE ? HL_SILENT : discard(mind, best);
}

int hl_discard_oldest(hl_mind *mind) {
    const uint8_t *order = mind->pub->order[mind->seat];
    int oldest = 0; /* an empty slot's order, HL_NONE, is greater than any */
    for (int slot = 1; slot < mind->rules->hand_size; slot++)
        if (order[slot] < order[oldest])
            oldest = slot;
    return discard(mind, oldest);
}

static int discard_likeliest(hl_mind *mind, uint64_t set, int percent) {
    int slot = hl_likeliest(mind, mind->filled, set, percent);
    return slot == HL_NONE ? HL_SILENT : discard(mind, slot);
}

int hl_discard_probably_useless(hl_mind *mind) {
    if (mind->sure_useless)
        return discard(mind, last_of(mind->sure_useless));
    return discard_likeliest(mind, mind->pub->useless, mind->rule->percent);
}

int hl_discard_least_likely_necessary(hl_mind *mind) {
    return discard_likeliest(mind, ~mind->pub->critical, 0);
}

int hl_discard_randomly(hl_mind *mind) {
    unsigned slots = filled_slots(mind, mind->seat);
    if (!slots)
        return HL_SILENT;
    for (uint32_t skip = choose(mind, count(slots)); skip; skip--)
        slots &= slots - 1;
    return discard(mind, first_of(slots));
}

int hl_discard_unidentified(hl_mind *mind) {
    for (unsigned slots = filled_slots(mind, mind->seat); slots; slots &= slots - 1) {
        int slot = first_of(slots);
        if (!knows_colour(mind, mind->seat, slot) && !knows_rank(mind, mind->seat, slot))
            return discard(mind, slot);
    }
    return HL_SILENT;
}

/* Whether the holder knows from clues alone that the card is playable. */
static int known_playable(const hl_mind *mind, int seat, int slot) {
    uint64_t know = mind->pub->know[seat][slot];
    return know && subset(know, mind->pub->playable) && fully_known(mind, seat, slot);
}

/* Whether playing or discarding the card is known to win a clue token: useless, or a last rank. */
static int known_to_free(const hl_mind *mind, int seat, int slot) {
    return known_useless(mind, seat, slot) ||
           (known_playable(mind, seat, slot) &&
            rank_of(mind->rules, lowest(mind->pub->know[seat][slot])) == mind->rules->ranks - 1);
}

/* The first slot of a hand that is known to win a token, or HL_NONE. */
static int first_to_free(const hl_mind *mind, int seat) {
    for (int slot = 0; slot < mind->rules->hand_size; slot++)
        if (known_to_free(mind, seat, slot))
            return slot;
    return HL_NONE;
}

static int knows_a_play(const hl_mind *mind, int seat) {
    for (int slot = 0; slot < mind->rules->hand_size; slot++)
        if (known_playable(mind, seat, slot))
            return 1;
    return 0;
}

/* Out of tokens: free one if, of the others in turn, somebody with nothing sure to do comes before
 * somebody who could free one too. */
int hl_unblock(hl_mind *mind) {
    int slot = first_to_free(mind, mind->seat);
    if (slot == HL_NONE)
        return HL_SILENT;
    for (int offset = 1; offset < mind->rules->players; offset++) {
        int mate = hl_seat_after(mind->rules, mind->seat, offset);
        if (first_to_free(mind, mate) != HL_NONE)
            return HL_SILENT;
        if (!knows_a_play(mind, mate))
            return known_useless(mind, mind->seat, slot) ? discard(mind, slot) : play(mind, slot);
    }
    return HL_SILENT;
}
