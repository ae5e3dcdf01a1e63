/* The information strategy as a blueprint: which rules it supports, and its memo. */
#include "strategies/hat/hat.h"

int hl_hat_knows(const hl_rules *rules) {
    for (int id = 0; id < rules->ids; id++)
        for (int kind = 0; kind < 2; kind++) {
            int first = kind ? rules->colour_clues : 0, touching = 0;
            int end = first + (kind ? rules->rank_clues : rules->colour_clues);
            for (int clue = first; clue < end; clue++)
                touching += rules->clue_ids[clue] >> id & 1;
            if (touching != 1)
                return 0;
        }
    return rules->max_tokens > 0;
}

static int check(const void *config, const hl_rules *rules) {
    (void)config;
    return hl_hat_knows(rules) ? HL_OK : HL_BAD_RULES;
}

static void start(const void *config, const hl_rules *rules, void *memo) {
    (void)config;
    hl_hat_start(rules, memo);
}

static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    (void)config;
    (void)before;
    hl_hat_observe(&after->rules, memo, &after->history[after->turn - 1], hands, reader);
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    hl_hat_decision decision;
    (void)config;
    (void)rng;
    hl_hat_choose(view, memo, &decision);
    *choice = hl_choice_of(view, decision.move, decision.reason);
    choice->slot = decision.slot;
}

hl_blueprint hl_hat_blueprint(void) {
    return (hl_blueprint){.memo_size = sizeof(hl_hat_memo),
                          .by_sight = 1,
                          .check = check,
                          .start = start,
                          .observe = observe,
                          .decide = decide};
}

int hl_hat_decide(const hl_view *view, hl_hat_decision *decision) {
    hl_blueprint blueprint = hl_hat_blueprint();
    hl_hat_memo memo;
    int error = hl_blueprint_may_decide(&blueprint, view);
    if (error)
        return error;
    hl_recall(&blueprint, view, &memo);
    return hl_hat_choose(view, &memo, decision);
}
