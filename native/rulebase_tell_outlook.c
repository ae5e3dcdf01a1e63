/* Rules that weigh what a clue does to its receiver's picture of the hand. */
#include "mind.h"

/* Cards a slot of somebody else may hold as far as I can tell: the clues pass them, and neither is
 * gone nor in a third hand (my own hand, unknown to me, stays in). */
static uint64_t mate_may_be(const hl_mind *mind, int target, int slot) {
    return mind->pub->know[target][slot] & (mind->view->unseen | mind->view->held[target]);
}

/* The published code throws at a hand with an empty slot, which is there in the last turns only. */
static int full_hand(hl_mind *mind, int target) {
    return filled_slots(mind, target) == (1U << mind->rules->hand_size) - 1;
}

/* Companions of a card under a clue: other slots it would touch that do not know that much yet. */
typedef struct {
    int playable, others;
} companions;

static companions touched_with(hl_mind *mind, int target, int slot, int colour) {
    const hl_rules *rules = mind->rules;
    int card = mind->view->hand[target][slot];
    uint64_t alike =
        colour ? rules->suit_cards[rules->suit_of[card]] : rules->rank_cards[rank_of(rules, card)];
    companions found = {0, 0};
    unsigned slots = hl_holding(mind, target, alike & ~(1ULL << card));
    for (; slots; slots &= slots - 1) {
        int other = first_of(slots);
        if (colour ? knows_colour(mind, target, other) : knows_rank(mind, target, other))
            continue;
        int playable = mind->pub->playable >> mind->view->hand[target][other] & 1;
        found.playable += playable;
        found.others += !playable;
    }
    return found;
}

/* As published, `playable_first` prefers most playable companions, not fewest. */
static int better(companions found, companions best, int playable_first) {
    if (playable_first)
        return found.playable > best.playable ||
               (found.playable == best.playable && found.others < best.others);
    return found.others < best.others ||
           (found.others == best.others && found.playable > best.playable);
}

/* A playable card told with the least doubt which card is meant. */
static int tell_unambiguous(hl_mind *mind, int target, int playable_first) {
    companions best = {-1, HL_MAX_HAND + 1};
    int best_slot = HL_NONE, best_colour = 0;
    for (unsigned slots = playable_slots(mind, target); slots; slots &= slots - 1) {
        int slot = first_of(slots);
        for (int colour = 0; colour < 2; colour++) {
            if (colour ? knows_colour(mind, target, slot) : knows_rank(mind, target, slot))
                continue;
            companions found = touched_with(mind, target, slot, colour);
            if (better(found, best, playable_first)) {
                best = found;
                best_slot = slot;
                best_colour = colour;
            }
        }
    }
    if (best_slot == HL_NONE)
        return HL_SILENT;
    return best_colour ? tell_colour(mind, target, best_slot) : tell_rank(mind, target, best_slot);
}

/* The i-th clue value in the published order: ranks, then colours. */
static int ranks_then_colours(const hl_rules *rules, int i) {
    return i < rules->rank_clues ? rules->colour_clues + i : i - rules->rank_clues;
}

/* What the slot may hold once the clue is given. */
static uint64_t after_clue(const hl_mind *mind, int target, int slot, uint64_t clued) {
    int touched = clued >> mind->view->hand[target][slot] & 1;
    return mate_may_be(mind, target, slot) & (touched ? clued : ~clued);
}

/* Worth of a clue: over the hand, the chance to be taken for playable, weighed `playable` where
 * that is true and `other` where it is not. */
static double outlook(hl_mind *mind, int target, uint64_t clued, int playable, int other) {
    const uint8_t *hand = mind->view->hand[target];
    double worth = 0;
    for (int slot = 0; slot < mind->rules->hand_size; slot++) {
        uint64_t cards = after_clue(mind, target, slot, clued);
        double chance = (double)count(cards & mind->pub->playable) / count(cards);
        worth += (mind->pub->playable >> hand[slot] & 1 ? playable : other) * chance;
    }
    return worth;
}

static int tell_best_outlook(hl_mind *mind, int target, int playable, int other) {
    const hl_rules *rules = mind->rules;
    double most = -100;
    int best = HL_NONE;
    for (int i = 0; i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i);
        uint64_t clued = rules->clue_cards[clue];
        if (!(mind->view->held[target] & clued))
            continue;
        double worth = outlook(mind, target, clued, playable, other);
        if (worth > most) {
            most = worth;
            best = clue;
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(mind, target, HL_NONE, best);
}

/* As published, the search for the best card never stores what it found best: the last one wins. */
static int tell_last_playable(hl_mind *mind, int target) {
    for (unsigned slots = playable_slots(mind, target); slots; slots &= ~(1U << last_of(slots))) {
        int slot = last_of(slots);
        if (!knows_colour(mind, target, slot))
            return tell_colour(mind, target, slot);
        if (!knows_rank(mind, target, slot))
            return tell_rank(mind, target, slot);
    }
    return HL_SILENT;
}

/* How many slots can only be useless, after a clue of these cards (all cards: as things stand). */
static int show_useless(const hl_mind *mind, int target, uint64_t clued) {
    int shown = 0;
    for (int slot = 0; slot < mind->rules->hand_size; slot++)
        if (mind->view->hand[target][slot] != HL_NONE)
            shown += (int)subset(after_clue(mind, target, slot, clued), mind->pub->useless);
    return shown;
}

/* As published, the last clue that shows at least `least` useless cards; if none does, the answer
 * is a clue of no colour. */
static int tell_many_useless(hl_mind *mind, int target, int least) {
    const hl_rules *rules = mind->rules;
    if (show_useless(mind, target, rules->all))
        return HL_SILENT;
    if (!full_hand(mind, target))
        return HL_THROWN;
    int best = HL_NONE;
    for (int i = 0; i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i);
        uint64_t clued = rules->clue_cards[clue];
        if (mind->view->held[target] & clued && show_useless(mind, target, clued) >= least)
            best = clue;
    }
    return best == HL_NONE ? HL_ILLEGAL : tell(mind, target, HL_NONE, best);
}

/* The slot that most misleads its holder: of the unplayable ones, that which most looks playable,
 * or of the playable ones, that which least does; ties to the last. */
static int most_misleading(const hl_mind *mind, int target, int unplayable, int percent) {
    uint64_t playable = mind->pub->playable;
    int best = HL_NONE, best_hits = 0, best_of = 1;
    unsigned slots = hl_holding(mind, target, unplayable ? ~playable : playable);
    for (; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        uint64_t cards = mate_may_be(mind, target, slot);
        int of = count(cards), hits = count(cards & playable);
        int edge = unplayable ? hits * 100 - of * percent : of * percent - hits * 100;
        int gain = unplayable ? hits * best_of - best_hits * of : best_hits * of - hits * best_of;
        if (edge >= 0 && (best == HL_NONE || gain >= 0)) {
            best = slot;
            best_hits = hits;
            best_of = of;
        }
    }
    return best;
}

/* As published, the card told is looked up in the hand of the seat numbered like the offset of the
 * receiver: the same hand from seat 0, another from elsewhere, and from there my own throws. */
static int tell_mistake(hl_mind *mind, int target, const hl_rule *rule) {
    int slot = most_misleading(mind, target, rule->flags & HL_UNPLAYABLE, rule->percent);
    if (slot == HL_NONE)
        return HL_SILENT;
    int players = mind->rules->players;
    int read = target - mind->seat + (target < mind->seat ? players : 0);
    if (!mind->pub->know[read][slot])
        return HL_THROWN;
    if (fully_known(mind, read, slot))
        return HL_SILENT;
    if (read == mind->seat)
        return HL_THROWN;
    int card = mind->view->hand[read][slot];
    int move = knows_rank(mind, read, slot) ? tell_colour_of(mind, target, slot, card)
                                            : tell_rank_of(mind, target, slot, card);
    return if_legal(mind, move);
}

int hl_tell_outlook(hl_mind *mind, const hl_rule *rule, int target) {
    uint64_t held = mind->view->held[target];
    if (rule->op == HL_TELL_MISTAKE)
        return tell_mistake(mind, target, rule);
    if (rule->op == HL_TELL_MANY_USELESS)
        return held & mind->pub->useless ? tell_many_useless(mind, target, rule->a) : HL_SILENT;
    if (!(held & mind->pub->playable))
        return HL_SILENT;
    if (!full_hand(mind, target))
        return HL_THROWN;
    switch (rule->op) {
    case HL_TELL_UNAMBIGUOUS:
        return tell_unambiguous(mind, target, rule->flags & HL_PLAYABLE_FIRST);
    case HL_TELL_BEST_OUTLOOK:
        return tell_best_outlook(mind, target, rule->a, rule->b);
    default:
        return tell_last_playable(mind, target);
    }
}
