/* The information strategy as a blueprint: which rules it supports, and its memo, updated by
 * decoding every move. */
#include "strategies/hat/memo.h"

#include <stddef.h>

/* There must be clue tokens, and each card be touched by exactly one colour clue and one rank clue.
 */
static int check(const void *config, const hl_rules *rules) {
    (void)config;
    for (int id = 0; id < rules->ids; id++)
        for (int kind = 0; kind < 2; kind++) {
            int first = kind ? rules->colour_clues : 0, touching = 0;
            int end = first + (kind ? rules->rank_clues : rules->colour_clues);
            for (int clue = first; clue < end; clue++)
                touching += rules->clue_ids[clue] >> id & 1;
            if (touching != 1)
                return HL_BAD_RULES;
        }
    return rules->max_tokens > 0 ? HL_OK : HL_BAD_RULES;
}

static void start(const void *config, const hl_rules *rules, void *memo) {
    (void)config;
    hl_hat_start(rules, memo);
}

/* Decode a clue: the answers of all hands but the giver's add up to the code, so a reader, who does
 * not see its own hand, gets its own answer as the difference. */
static void hear_code(const hl_rules *rules, hl_hat_memo *memo, int giver, int urged, int codes,
                      int code, const uint8_t (*hands)[8], int reader) {
    uint8_t told;
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != giver && seat != reader)
            code +=
                codes - hl_hat_ask(rules, memo, seat, hands[seat], seat == urged, codes, 0, &told);
    if (reader != HL_NONE && reader != giver)
        hl_hat_ask(rules, memo, reader, NULL, reader == urged, codes, code % codes, &told);
}

static void hear_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                     const uint8_t (*hands)[8], int reader) {
    uint8_t slots[8];
    int plays = event->kind == HL_PLAY, code = 0;
    int codes = hl_hat_alike(rules, memo, event->seat, event->slot, plays, slots);
    while (slots[code] != event->slot)
        code++;
    if (!plays)
        hl_hat_silence(rules, memo, event->seat);
    if (codes > 1)
        hear_code(rules, memo, event->seat, HL_NONE, codes, code, hands, reader);
}

static void hear_clue(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                      const uint8_t (*hands)[8], int reader) {
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(rules, memo, event->seat, classes);
    int code = hl_hat_code(rules, &classes[event->target], event->clue, event->touched);
    int urged = hl_hat_urged(rules, memo, event->seat);
    if (codes > 1)
        hear_code(rules, memo, event->seat, urged, codes, code % codes, hands, reader);
}

/* Every reader gets the same memo, as long as all seats play the strategy. */
static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    const hl_rules *rules = &after->rules;
    const hl_event *event = &after->history[after->turn - 1];
    (void)config;
    (void)before;
    if (event->kind <= HL_PLAY) {
        hear_use(rules, memo, event, hands, reader);
        hl_hat_use(rules, memo, event);
    } else {
        hear_clue(rules, memo, event, hands, reader);
        hl_hat_clue(rules, memo, event);
    }
    hl_hat_settle(rules, memo);
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
