/* The multiplicative weights update method: playing games. */
#include "strategies/mwum/agent.h"

#include <math.h>

int hl_mwum_check(const hl_rules *rules, const hl_mwum_setting *setting) {
    hl_rules copy = *rules;
    int error = hl_rules_prepare(&copy);
    if (error)
        return error;
    int ok = setting->agent <= HL_MWUM_KNOWING && setting->options < 8 && setting->eta >= 0 &&
             setting->eta <= 100 && setting->penalty >= 0 && setting->penalty <= 100 &&
             setting->episode <= HL_MWUM_LONGEST && setting->least >= 0 &&
             setting->least <= setting->epsilon && setting->epsilon <= 1 && setting->decay >= 0 &&
             setting->decay <= 1;
    return ok ? HL_OK : HL_BAD_ARGUMENT;
}

static double log_weight(const hl_mwum_table *table, uint64_t key) {
    const hl_mwum_entry *entry = hl_mwum_find(table, key);
    return entry ? entry->value : 0;
}

/* Draw an action in proportion to the weights. */
static int drawn(const hl_mwum_table *table, const hl_choices *choices, hl_rng *rng) {
    double weight[HL_MAX_MOVES], most = -INFINITY, sum = 0;
    for (int i = 0; i < choices->count; i++) {
        weight[i] = log_weight(table, choices->key[i]);
        most = weight[i] > most ? weight[i] : most;
    }
    for (int i = 0; i < choices->count; i++)
        sum += weight[i] = exp(weight[i] - most);
    double left = (double)(hl_next(rng) >> 11) * 0x1p-53 * sum;
    for (int i = 0; i < choices->count - 1; i++)
        if ((left -= weight[i]) < 0)
            return i;
    return choices->count - 1;
}

/* The probability of a uniformly random action in a game. */
static double exploring(const hl_mwum_setting *setting, uint64_t game) {
    double left = setting->epsilon * pow(setting->decay, (double)game);
    return left > setting->least ? left : setting->least;
}

static int tried(double chance, const hl_mwum_table *table, const hl_choices *choices,
                 hl_rng *rng) {
    if (chance > 0 && (double)(hl_next(rng) >> 11) * 0x1p-53 < chance)
        return (int)hl_below(rng, hl_next(rng), (unsigned)choices->count);
    return drawn(table, choices, rng);
}

/* The first of the heaviest actions with a weight; HL_NONE if none has one. */
static int heaviest_of(const hl_mwum_table *table, const uint64_t *keys, int count) {
    int best = HL_NONE;
    double most = -INFINITY;
    for (int i = 0; i < count; i++) {
        const hl_mwum_entry *entry = hl_mwum_find(table, keys[i]);
        if (entry && entry->value > most) {
            most = entry->value;
            best = i;
        }
    }
    return best;
}

int hl_mwum_heaviest(const hl_mwum_table *table, const hl_choices *choices, int *known) {
    int best = heaviest_of(table, choices->key, choices->count);
    *known = best != HL_NONE;
    if (!*known) {
        uint64_t anywhere[HL_MAX_MOVES];
        for (int i = 0; i < choices->count; i++)
            anywhere[i] = HL_MWUM_ANYWHERE | (choices->key[i] & HL_MWUM_ITSELF);
        best = heaviest_of(table, anywhere, choices->count);
    }
    return best == HL_NONE ? 0 : best;
}

static void deal(hl_game *game, hl_marks *marks, const hl_rng *own) {
    hl_rng deck = hl_child(own, HL_DECK_STREAM);
    hl_shuffle(&game->pub.rules, &deck, game->deck);
    hl_start(game);
    hl_marks_begin(marks, &game->pub.rules);
}

static void look(const hl_game *game, const hl_mwum_setting *setting, hl_marks *marks,
                 hl_choices *choices) {
    hl_view view;
    if (setting->agent == HL_MWUM_PAPER) {
        hl_mwum_paper_choices(game, setting->options, choices);
        return;
    }
    hl_see(game, game->pub.to_move, &view);
    hl_marks_follow(marks, &game->pub);
    hl_mwum_knowing_choices(&view, marks, choices);
}

static void note(hl_diary *diary, const hl_public *pub, const hl_choices *choices, int chosen) {
    diary->state[diary->count] = choices->state;
    diary->key[diary->count] = choices->key[chosen];
    diary->position[diary->count] = hl_mwum_position(pub);
    diary->score[diary->count++] = pub->score;
}

static void count_game(const hl_public *pub, hl_mwum_tally *tally) {
    tally->games++;
    tally->moves += pub->turn;
    tally->scores[pub->score]++;
    tally->struck[pub->score] += pub->end == HL_STRIKEOUT;
}

static int has_room(const hl_mwum_table *table) {
    return table->used + HL_MWUM_PER_MOVE * HL_MAX_TURNS <= table->mask - table->mask / 4;
}

int hl_mwum_learn(const hl_rules *rules, const hl_mwum_setting *setting, const hl_rng *seed,
                  uint64_t first, uint64_t count, hl_mwum_table *table, hl_mwum_past *past,
                  hl_mwum_tally *tally) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_mwum_check(rules, setting);
    if (error || (error = hl_rules_prepare(&game.pub.rules)))
        return error;
    for (uint64_t index = first; index - first < count && has_room(table); index++) {
        hl_rng own = hl_child(seed, index), rng = hl_child(&own, HL_SEAT_STREAM);
        double chance = exploring(setting, index);
        hl_diary diary = {.count = 0};
        hl_marks marks;
        deal(&game, &marks, &own);
        while (!game.pub.end) {
            hl_choices choices;
            look(&game, setting, &marks, &choices);
            tally->met += hl_mwum_at(table, choices.state)->visits++ > 0;
            int chosen = tried(chance, table, &choices, &rng);
            note(&diary, &game.pub, &choices, chosen);
            hl_apply(&game, choices.move[chosen]);
        }
        if (setting->episode)
            hl_mwum_reward_episodes(setting, &diary, &game.pub, table);
        else
            hl_mwum_reward_game(setting, &diary, &game.pub, past, table);
        past->scores[past->games++ % 100] = game.pub.score;
        count_game(&game.pub, tally);
    }
    return HL_OK;
}

int hl_mwum_play(const hl_rules *rules, const hl_mwum_setting *setting, const hl_rng *seed,
                 uint64_t first, uint64_t count, const hl_mwum_table *table, int best,
                 hl_mwum_tally *tally) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_mwum_check(rules, setting);
    if (error || (error = hl_rules_prepare(&game.pub.rules)))
        return error;
    for (uint64_t index = first; index - first < count; index++) {
        hl_rng own = hl_child(seed, index), rng = hl_child(&own, HL_SEAT_STREAM);
        hl_marks marks;
        deal(&game, &marks, &own);
        while (!game.pub.end) {
            hl_choices choices;
            int known;
            look(&game, setting, &marks, &choices);
            tally->met += hl_mwum_find(table, choices.state) != NULL;
            int chosen =
                best ? hl_mwum_heaviest(table, &choices, &known) : drawn(table, &choices, &rng);
            hl_apply(&game, choices.move[chosen]);
        }
        count_game(&game.pub, tally);
    }
    return HL_OK;
}

int hl_mwum_decide(const hl_view *view, const hl_mwum_table *table, hl_mwum_decision *decision) {
    int error = hl_may_decide(view);
    if (error)
        return error;
    hl_marks marks;
    hl_choices choices;
    int known;
    hl_marks_begin(&marks, &view->pub->rules);
    hl_marks_follow(&marks, view->pub);
    hl_mwum_knowing_choices(view, &marks, &choices);
    int chosen = hl_mwum_heaviest(table, &choices, &known);
    *decision = (hl_mwum_decision){.state = choices.state >> (HL_MWUM_STATE & 0xff) & 0xffffff,
                                   .code = (uint16_t)choices.key[chosen],
                                   .move = choices.move[chosen],
                                   .known = (uint8_t)known};
    return HL_OK;
}
