/* The convention agent as a blueprint: its memo is the public record, updated turn by turn. */
#include "strategies/conv/scene.h"

static int check(const void *config, const hl_rules *rules) {
    (void)config;
    if (rules->options & HL_EMPTY_CLUES || rules->ranks != HL_MAX_RANKS)
        return HL_BAD_RULES;
    return HL_OK;
}

static void start(const void *config, const hl_rules *rules, void *memo) {
    hl_conv_begin(config, rules, memo);
}

static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    (void)before, (void)hands, (void)reader;
    hl_conv_observe(config, &after->rules, &after->history[after->turn - 1], memo);
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    (void)rng;
    hl_conv_decide(config, view, memo, choice);
}

hl_blueprint hl_conv_blueprint(const hl_conv_config *config) {
    return (hl_blueprint){.config = config,
                          .memo_size = sizeof(hl_conv_memo),
                          .check = check,
                          .start = start,
                          .observe = observe,
                          .decide = decide};
}

int hl_conv_recall(const hl_conv_config *config, const hl_public *pub, hl_conv_memo *memo) {
    hl_blueprint blueprint = hl_conv_blueprint(config);
    int error = hl_blueprint_check(&blueprint, &pub->rules);
    if (!error)
        hl_recall_public(&blueprint, pub, memo);
    return error;
}
