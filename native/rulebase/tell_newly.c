/* Rules that choose clues by the new knowledge they give. */
#include "rulebase/context.h"

int hl_tell_worthiest(hl_rule_context *context, int target, hl_worth_of_clue *worth_of_clue,
                      double least) {
    const hl_rules *rules = context->rules;
    double most = least;
    int best = HL_NONE;
    for (int i = 0; i < rules->colour_clues + rules->rank_clues; i++) {
        int clue = ranks_then_colours(rules, i);
        uint64_t clued = rules->clue_cards[clue];
        if (!(context->view->held[target] & clued))
            continue;
        double worth = worth_of_clue(context, target, clued);
        if (worth > most) {
            most = worth;
            best = clue;
        }
    }
    return best == HL_NONE ? HL_SILENT : tell(context, target, HL_NONE, best);
}

/* The number of cards that must be of a set after the clue, but need not before. */
static int newly(const hl_rule_context *context, int target, uint64_t clued, uint64_t set) {
    int shown = 0;
    for (unsigned slots = hl_holding(context, target, set); slots; slots &= slots - 1) {
        int slot = first_of(slots);
        shown += !subset(mate_may_be(context, target, slot), set) &&
                 subset(after_clue(context, target, slot, clued), set);
    }
    return shown;
}

static double newly_playable(const hl_rule_context *context, int target, uint64_t clued) {
    return newly(context, target, clued, context->pub->playable);
}

static double newly_useless(const hl_rule_context *context, int target, uint64_t clued) {
    return newly(context, target, clued, context->pub->useless);
}

static double ruled_out(const hl_rule_context *context, int target, uint64_t clued) {
    int cards = 0;
    for (unsigned slots = filled_slots(context, target); slots; slots &= slots - 1) {
        int slot = first_of(slots);
        cards +=
            count(mate_may_be(context, target, slot) & ~after_clue(context, target, slot, clued));
    }
    return cards;
}

int hl_tell_newly_playable(hl_rule_context *context, int target) {
    return hl_tell_worthiest(context, target, newly_playable, 0);
}

int hl_tell_newly_useless(hl_rule_context *context, int target) {
    return hl_tell_worthiest(context, target, newly_useless, 0);
}

int hl_tell_rules_out(hl_rule_context *context, int target) {
    return hl_tell_worthiest(context, target, ruled_out, 0);
}
