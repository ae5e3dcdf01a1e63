/* The learned person as a blueprint: features of all moves, their logits, and a random draw. */
#include "strategies/human/glance.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static int check(const void *config, const hl_rules *rules) {
    const hl_human_config *human = config;
    hl_blueprint conv = hl_conv_blueprint(&human->expert);
    int error = hl_blueprint_check(&conv, rules);
    for (int list = 0; !error && list < HL_HUMAN_LISTS; list++)
        error = hl_rulelist_check(&human->lists[list]);
    return error;
}

static int worth_of_discard(hl_human_glance *glance, int slot) {
    int id = HL_NONE;
    ids may_be = hl_conv_may_be(&glance->now, glance->mine, slot);
    int loss = hl_conv_expected_loss(&glance->now, may_be, &id);
    if (id == HL_NONE)
        return 0;
    if (slot == glance->chop && !(glance->mine->useless >> slot & 1))
        loss = loss * glance->now.weights[HL_CONV_TRUST] / 100;
    return hl_conv_worth_as(&glance->now, &glance->then, HL_DISCARD, slot, id) - loss -
           glance->now.weights[HL_CONV_DISCARD];
}

/* The value of a legal move by the conventions. For the moves that conv/decide.c considers the
 * trials are the same, but decide.c also counts the loss of a misplay. */
static int worth_of(hl_human_glance *glance, const hl_event *act) {
    if (act->kind == HL_PLAY)
        return hl_conv_worth_of_play(&glance->now, &glance->then, glance->mine, act->slot, 0);
    if (act->kind == HL_DISCARD)
        return worth_of_discard(glance, act->slot);
    hl_conv_copy_scene(&glance->then, &glance->now);
    hl_conv_make_clue(&glance->then, act);
    hl_conv_foresee(&glance->then);
    return hl_conv_worth(&glance->then) - glance->now.weights[HL_CONV_CLUE];
}

/* The value of each move by the weights of a level, in hundredths of a point. */
static void take_worths(hl_human_glance *glance, const hl_conv_config *conv, const uint8_t *moves,
                        int count, int *worths) {
    const int16_t *own = glance->now.weights;
    glance->now.weights = conv->weights[glance->now.rules->players - 2];
    for (int i = 0; i < count; i++)
        worths[i] = worth_of(glance, &glance->now.rules->acts[moves[i]]);
    glance->now.weights = own;
}

/* Write how close each move comes to the best by these values, at the three features from `first`
 * on. */
static void see_worths(const int *worths, int count, int best_feature, float (*features)[WIDTH]) {
    int best = worths[0];
    for (int i = 1; i < count; i++)
        best = worths[i] > best ? worths[i] : best;
    for (int i = 0; i < count; i++) {
        float less = (float)(best - worths[i]);
        features[i][best_feature] = less == 0;
        features[i][best_feature + 1] = 10 / (10 + less);
        features[i][best_feature + 2] = 40 / (40 + less);
        features[i][best_feature + 3] = 160 / (160 + less);
    }
}

static int group_of(const hl_rules *rules, int move) {
    int kind = rules->acts[move].kind;
    return kind < HL_COLOUR ? kind : HL_COLOUR;
}

static void see_best_of_kind(const hl_rules *rules, const uint8_t *moves, const int *worths,
                             int count, float (*features)[WIDTH]) {
    int best[HL_COLOUR + 1] = {-1, -1, -1};
    for (int i = 0; i < count; i++) {
        int *top = &best[group_of(rules, moves[i])];
        if (*top < 0 || worths[i] > worths[*top])
            *top = i;
    }
    for (int kind = 0; kind <= HL_COLOUR; kind++)
        if (best[kind] >= 0)
            features[best[kind]][HL_HUMAN_BEST_OF_KIND] = 1;
}

static void see_lists(const hl_human_config *config, const hl_view *view, const uint8_t *moves,
                      int count, float (*features)[WIDTH]) {
    for (int list = 0; list < HL_HUMAN_LISTS; list++) {
        hl_choice choice;
        hl_rng rng;
        hl_rng_seed(&rng, (uint64_t)view->pub->turn, (uint64_t)list);
        hl_decide(view, &config->lists[list], &rng, &choice);
        for (int i = 0; i < count; i++)
            features[i][HL_HUMAN_LIST_1 + list] = moves[i] == choice.move;
    }
}

static void see(const hl_human_config *config, const hl_view *view, const hl_conv_memo *memo,
                const uint8_t *moves, int count, float (*features)[WIDTH]) {
    hl_human_glance glance;
    const hl_rules *rules = &view->pub->rules;
    float table[WIDTH] = {0};
    int worths[HL_MAX_MOVES];
    hl_human_glance_at(config, view, memo, &glance);
    hl_human_see_table(&glance, table);
    for (int i = 0; i < count; i++) {
        const hl_event *act = &rules->acts[moves[i]];
        memcpy(features[i], table, sizeof table);
        features[i][HL_HUMAN_IS_PLAY] = act->kind == HL_PLAY;
        features[i][HL_HUMAN_IS_DISCARD] = act->kind == HL_DISCARD;
        features[i][HL_HUMAN_IS_COLOUR] = act->kind == HL_COLOUR;
        features[i][HL_HUMAN_IS_RANK] = act->kind == HL_RANK;
        if (act->kind < HL_COLOUR)
            hl_human_see_own(&glance, act->slot, features[i]);
        else
            hl_human_see_clue(&glance, act, features[i]);
    }
    take_worths(&glance, &config->expert, moves, count, worths);
    see_worths(worths, count, HL_HUMAN_EXPERT_BEST, features);
    take_worths(&glance, &config->like, moves, count, worths);
    see_worths(worths, count, HL_HUMAN_LIKE_BEST, features);
    see_best_of_kind(rules, moves, worths, count, features);
    see_lists(config, view, moves, count, features);
}

/* The logit of a move: one hidden layer of rectified units, and one output. */
static float weigh(const hl_human_config *config, const float features[WIDTH]) {
    float hidden[HL_HUMAN_HIDDEN], weight = 0;
    memcpy(hidden, config->bias, sizeof hidden);
    for (int feature = 0; feature < HL_HUMAN_FEATURES; feature++)
        if (features[feature] != 0)
            for (int unit = 0; unit < HL_HUMAN_HIDDEN; unit++)
                hidden[unit] += features[feature] * config->inwards[feature][unit];
    for (int unit = 0; unit < HL_HUMAN_HIDDEN; unit++)
        weight += hidden[unit] > 0 ? hidden[unit] * config->outwards[unit] : 0;
    return weight;
}

static void softmax(const hl_human_config *config, const float (*features)[WIDTH], int count,
                    float *chances) {
    float most = -1e30F, sum = 0;
    for (int i = 0; i < count; i++) {
        chances[i] = weigh(config, features[i]) / config->warmth;
        most = chances[i] > most ? chances[i] : most;
    }
    for (int i = 0; i < count; i++)
        sum += chances[i] = expf(chances[i] - most);
    for (int i = 0; i < count; i++)
        chances[i] /= sum;
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    uint8_t moves[HL_MAX_MOVES];
    float features[HL_MAX_MOVES][WIDTH], chances[HL_MAX_MOVES];
    int count = hl_view_legal_moves(view, moves), chosen = 0;
    see(config, view, memo, moves, count, features);
    softmax(config, (const float(*)[WIDTH])features, count, chances);
    float draw = (float)hl_rng_below(rng, 1U << 24) / (float)(1U << 24);
    while (chosen < count - 1 && (draw -= chances[chosen]) >= 0)
        chosen++;
    *choice = hl_choice_of(view, moves[chosen], group_of(&view->pub->rules, moves[chosen]));
}

_Static_assert(!offsetof(hl_human_config, expert), "the conventions find their config");

/* The memo is that of the conventions, whose config comes first in a person's. */
hl_blueprint hl_human_blueprint(const hl_human_config *config) {
    hl_blueprint human = hl_conv_blueprint(&config->expert);
    human.config = config;
    human.check = check;
    human.decide = decide;
    return human;
}

int hl_human_look(const hl_human_config *config, const hl_view *view, uint8_t moves[76],
                  float features[76][80], float chances[76]) {
    hl_blueprint human = hl_human_blueprint(config);
    hl_conv_memo memo;
    int error = hl_blueprint_may_decide(&human, view);
    if (error)
        return error;
    int count = hl_view_legal_moves(view, moves);
    hl_recall(&human, view, &memo);
    see(config, view, &memo, moves, count, features);
    softmax(config, (const float(*)[WIDTH])features, count, chances);
    return count;
}
