/* Rules that evaluate how a clue changes its receiver's knowledge of the hand. */
#include "rulebase/context.h"

/* A function that returns the value, for a rule, of a clue to `target` that touches the cards
 * `clued`.
 */
typedef double worth_of_clue(const hl_rule_context *context, int target, uint64_t clued);

/* Choose the clue to `target` with the greatest value above `least`; ties to the first, ranks
 * before colours. Returns a move or HL_SILENT. */
static int tell_worthiest(hl_rule_context *context, int target, worth_of_clue *worth_of,
                          double least) {
    const hl_rules *rules = context->rules;
    double most = least;
    int best = HL_NONE;
    for (int i = 0; i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i);
        uint64_t clued = rules->clue_cards[clue];
        if (!(context->view->held[target] & clued))
            continue;
        double worth = worth_of(context, target, clued);
        if (worth > most) {
            most = worth;
            best = clue;
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(context, target, HL_NONE, best);
}

/* The number of cards that must be playable (or useless, by the rule's op) after the clue, but need
 * not before. */
static double newly(const hl_rule_context *context, int target, uint64_t clued) {
    int shown = 0, playable = context->rule->op == HL_TELL_NEWLY_PLAYABLE;
    uint64_t set = playable ? context->pub->playable : context->pub->useless;
    foreach (slot, hl_holding(context, target, set)) {
        shown += !subset(hl_may_be(context->view, target, slot), set) &&
                 subset(after_clue(context, target, slot, clued), set);
    }
    return shown;
}

static double ruled_out(const hl_rule_context *context, int target, uint64_t clued) {
    int cards = 0;
    foreach (slot, filled_slots(context, target)) {
        cards += count(hl_may_be(context->view, target, slot) &
                       ~after_clue(context, target, slot, clued));
    }
    return cards;
}

int hl_tell_newly(hl_rule_context *context, int target) {
    return tell_worthiest(context, target, newly, 0);
}

int hl_tell_rules_out(hl_rule_context *context, int target) {
    return tell_worthiest(context, target, ruled_out, 0);
}

/* Whether the published code throws here: at an empty slot, so in the last turns only. */
static int throws(const hl_rule_context *context, int target) {
    return !context->pub->deck_left &&
           filled_slots(context, target) != (1U << context->rules->hand_size) - 1;
}

/* The companions of a card that is clued: the other touched slots whose colour (or rank, by the
 * clue) their holder does not know yet, by whether they are playable. */
typedef struct {
    int playable, others;
} companions;

static companions touched_with(hl_rule_context *context, int target, int slot, int colour) {
    const hl_rules *rules = context->rules;
    int card = context->view->hand[target][slot];
    uint64_t alike =
        colour ? rules->suit_cards[rules->suit_of[card]] : rules->rank_cards[rank_of(rules, card)];
    companions beside = {0, 0};
    foreach (other, hl_holding(context, target, alike & ~(1ULL << card))) {
        if (knows(context, target, other, colour))
            continue;
        int playable = context->pub->playable >> context->view->hand[target][other] & 1;
        beside.playable += playable;
        beside.others += !playable;
    }
    return beside;
}

/* As published, `playable_first` prefers most playable companions, not fewest. */
static int better(companions beside, companions best, int playable_first) {
    if (playable_first)
        return beside.playable > best.playable ||
               (beside.playable == best.playable && beside.others < best.others);
    return beside.others < best.others ||
           (beside.others == best.others && beside.playable > best.playable);
}

/* Clue a playable card with the fewest other cards that might be meant. */
int hl_tell_unambiguous(hl_rule_context *context, int target) {
    int playable_first = context->rule->flags & HL_PLAYABLE_FIRST;
    unsigned slots = playable_slots(context, target);
    if (slots && throws(context, target))
        return HL_THROWN;
    companions best = {-1, HL_MAX_HAND + 1};
    int best_slot = HL_NONE, best_colour = 0;
    foreach (slot, slots) {
        for (int colour = 0; colour < 2; colour++) {
            if (knows(context, target, slot, colour))
                continue;
            companions beside = touched_with(context, target, slot, colour);
            if (better(beside, best, playable_first)) {
                best = beside;
                best_slot = slot;
                best_colour = colour;
            }
        }
    }
    return best_slot == HL_NONE ? HL_SILENT : tell_card(context, target, best_slot, best_colour);
}

/* The value of a clue: over the hand, the chance that a card looks playable, weighted `a` if it is
 * and `b` if it is not. */
static double looks_playable(const hl_rule_context *context, int target, uint64_t clued) {
    const uint8_t *hand = context->view->hand[target];
    double worth = 0;
    for (int slot = 0; slot < context->rules->hand_size; slot++) {
        uint64_t cards = after_clue(context, target, slot, clued);
        double chance = (double)count(cards & context->pub->playable) / count(cards);
        worth += (context->pub->playable >> hand[slot] & 1 ? context->rule->a : context->rule->b) *
                 chance;
    }
    return worth;
}

int hl_tell_looks_playable(hl_rule_context *context, int target) {
    if (!(context->view->held[target] & context->pub->playable))
        return HL_SILENT;
    if (throws(context, target))
        return HL_THROWN;
    return tell_worthiest(context, target, looks_playable, -100);
}

/* As published, the search for the best card never stores what it found best: the last one wins. */
int hl_tell_last_playable(hl_rule_context *context, int target) {
    unsigned slots = playable_slots(context, target);
    if (slots && throws(context, target))
        return HL_THROWN;
    for (; slots; slots &= ~(1U << last_of(slots))) {
        int slot = last_of(slots);
        for (int colour = 1; colour >= 0; colour--)
            if (!knows(context, target, slot, colour))
                return tell_card(context, target, slot, colour);
    }
    return HL_SILENT;
}

/* The number of slots whose card is known to be useless after a clue that touches the cards
 * `clued`; with all cards, the number before any clue. */
static int show_useless(const hl_rule_context *context, int target, uint64_t clued) {
    int shown = 0;
    for (int slot = 0; slot < context->rules->hand_size; slot++)
        if (context->view->hand[target][slot] != HL_NONE)
            shown += (int)subset(after_clue(context, target, slot, clued), context->pub->useless);
    return shown;
}

/* As published: the last clue that shows at least `a` useless cards or, if none does, a colour clue
 * without a colour, which is illegal. */
int hl_tell_many_useless(hl_rule_context *context, int target) {
    const hl_rules *rules = context->rules;
    if (!(context->view->held[target] & context->pub->useless))
        return HL_SILENT;
    if (show_useless(context, target, rules->all))
        return HL_SILENT;
    if (throws(context, target))
        return HL_THROWN;
    int best = HL_NONE;
    for (int i = 0; i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i);
        uint64_t clued = rules->clue_cards[clue];
        if (context->view->held[target] & clued &&
            show_useless(context, target, clued) >= context->rule->a)
            best = clue;
    }
    return best == HL_NONE ? HL_ILLEGAL : tell(context, target, HL_NONE, best);
}

/* The slot that most misleads its holder: of the unplayable ones, that which most looks playable,
 * or of the playable ones, that which least does; ties to the last. */
static int most_misleading(const hl_rule_context *context, int target) {
    int unplayable = context->rule->flags & HL_UNPLAYABLE, percent = context->rule->percent;
    uint64_t playable = context->pub->playable;
    int best = HL_NONE, best_hits = 0, best_of = 1;
    foreach (slot, hl_holding(context, target, unplayable ? ~playable : playable)) {
        uint64_t cards = hl_may_be(context->view, target, slot);
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

/* As published, the card to clue is looked up in the wrong hand: that of the seat whose number is
 * the receiver's offset from the giver. The two agree only if the giver is seat 0. If it is the
 * giver's own hand, the published code throws. */
int hl_tell_mistake(hl_rule_context *context, int target) {
    int slot = most_misleading(context, target);
    if (slot == HL_NONE)
        return HL_SILENT;
    int read = (int)hl_seats_on(context->rules, context->seat, (unsigned)target);
    if (!context->pub->know[read][slot])
        return HL_THROWN;
    if (fully_known(context, read, slot))
        return HL_SILENT;
    if (read == context->seat)
        return HL_THROWN;
    int card = context->view->hand[read][slot];
    int move = knows_rank(context, read, slot) ? tell_colour_of(context, target, slot, card)
                                               : tell_rank_of(context, target, slot, card);
    return if_legal(context, move);
}
