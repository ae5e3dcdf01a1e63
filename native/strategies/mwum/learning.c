/* The multiplicative weights update method: the table of weights (linear probing by key), learning
 * from a game by one reward or several, and playing games. */
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

/* The record of a game's states, actions and scores, move by move. */
typedef struct {
    uint64_t state[HL_MAX_TURNS], key[HL_MAX_TURNS];
    uint64_t position[HL_MAX_TURNS]; /* before the move */
    uint8_t score[HL_MAX_TURNS];
    int count;
} hl_diary;

/* The most entries that one move may add. */
enum { PER_MOVE = 4 };

static uint64_t place_of(const hl_mwum_table *table, uint64_t key) {
    uint64_t place = hl_mix(key) & table->mask;
    while (table->entries[place].key && table->entries[place].key != key)
        place = (place + 1) & table->mask;
    return place;
}

/* The entry of a key, NULL if the table has none. */
static const hl_mwum_entry *find(const hl_mwum_table *table, uint64_t key) {
    const hl_mwum_entry *entry = &table->entries[place_of(table, key)];
    return entry->key ? entry : NULL;
}

/* The entry of a key, added if the table has none. */
static hl_mwum_entry *entry_at(hl_mwum_table *table, uint64_t key) {
    hl_mwum_entry *entry = &table->entries[place_of(table, key)];
    if (!entry->key) {
        *entry = (hl_mwum_entry){.key = key};
        table->used++;
    }
    return entry;
}

void hl_mwum_fill(hl_mwum_table *table, const hl_mwum_entry *entries, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (entries[i].key)
            *entry_at(table, entries[i].key) = entries[i];
}

/* The change of a log weight by a reward: listing 3, or listing 6, which counts the visits of the
 * state. Mini-episodes count those of the action. */
static float step(const hl_mwum_setting *setting, double reward, uint32_t visits) {
    if (!(setting->options & HL_MWUM_VISITS))
        return (float)(setting->eta * reward);
    double move = setting->eta / sqrt(visits > 1 ? visits : 1) * reward;
    return (float)(move < 0 ? -log1p(-move) : log1p(move));
}

/* The shaped reward of listing 5. */
static double shaped(unsigned score, const hl_mwum_past *past) {
    uint64_t recent = past->games < 100 ? past->games : 100, sum = 0;
    for (uint64_t i = 0; i < recent; i++)
        sum += past->scores[i];
    int better = recent && (uint64_t)score * recent > sum;
    double base = score / 25.0;
    if (score < 5)
        return -1;
    if (score < 10)
        return base * 0.5;
    return score < 15 ? base * 1.5 + 0.1 * better : base * 3 + 0.2 * better;
}

/* Update the weights by a game, whose last position is `end`, with one reward for all moves. */
static void reward_game(const hl_mwum_setting *setting, const hl_diary *diary, const hl_public *end,
                        const hl_mwum_past *past, hl_mwum_table *table) {
    double reward = setting->options & HL_MWUM_SHAPED ? shaped(end->score, past) : end->score;
    for (int i = 0; i < diary->count; i++) {
        uint32_t visits = entry_at(table, diary->state[i])->visits;
        hl_mwum_entry *action = entry_at(table, diary->key[i]);
        action->visits++;
        action->value += step(setting, reward, visits);
    }
}

/* The key of the table entry for the public progress of a game. */
static uint64_t position_of(const hl_public *pub) {
    uint64_t position = (unsigned)count(hl_wanted(pub));
    position = position << 8 | pub->deck_left;
    position = position << 4 | (pub->deck_left ? 0 : pub->turns_left);
    position = position << 4 | (pub->tokens < 6 ? pub->tokens : 6);
    return 2ULL << 40 | position << 4 | pub->strikes;
}

/* Update a running mean whose step size does not fall to 0. */
static void follow(hl_mwum_entry *entry, double value) {
    double share = entry->visits > 1000 ? 0.001 : 1.0 / entry->visits;
    entry->value += (float)(share * (value - entry->value));
}

/* Learn by mini-episodes. The reward of one is the change that it made to the expected final score:
 * the points so far plus the mean of the points still scored from positions like this one. Only the
 * excess over the mean reward of the state moves a weight. */
static void reward_episodes(const hl_mwum_setting *setting, const hl_diary *diary,
                            const hl_public *end, hl_mwum_table *table) {
    double expected[HL_MAX_TURNS + 1];
    int moves = diary->count, over = end->end == HL_STRIKEOUT;
    for (int i = 0; i < moves; i++)
        expected[i] = diary->score[i] + entry_at(table, diary->position[i])->value;
    expected[moves] = end->score - (over ? setting->penalty : 0);
    for (int i = 0; i < moves; i++) {
        int last = i + setting->episode < moves ? i + setting->episode : moves;
        double reward = expected[last] - expected[i];
        hl_mwum_entry *state = entry_at(table, diary->state[i]);
        double unusual = reward - state->value;
        follow(state, reward);
        hl_mwum_entry *action = entry_at(table, diary->key[i]);
        action->value += step(setting, unusual, ++action->visits);
    }
    for (int i = 0; i < moves; i++) {
        hl_mwum_entry *position = entry_at(table, diary->position[i]);
        position->visits++;
        follow(position, end->score - diary->score[i]);
    }
}

static double log_weight(const hl_mwum_table *table, uint64_t key) {
    const hl_mwum_entry *entry = find(table, key);
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
        const hl_mwum_entry *entry = find(table, keys[i]);
        if (entry && entry->value > most) {
            most = entry->value;
            best = i;
        }
    }
    return best;
}

/* The index of the action with the largest weight. Writes to `known` whether the weights of the
 * state itself decided, not those over all states. */
static int heaviest(const hl_mwum_table *table, const hl_choices *choices, int *known) {
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
    diary->position[diary->count] = position_of(pub);
    diary->score[diary->count++] = pub->score;
}

static void count_game(const hl_public *pub, hl_mwum_tally *tally) {
    tally->games++;
    tally->moves += pub->turn;
    tally->scores[pub->score]++;
    tally->struck[pub->score] += pub->end == HL_STRIKEOUT;
}

static int has_room(const hl_mwum_table *table) {
    return table->used + PER_MOVE * HL_MAX_TURNS <= table->mask - table->mask / 4;
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
        hl_deal_own(&game, &own);
        hl_marks_begin(&marks, &game.pub.rules);
        while (!game.pub.end) {
            hl_choices choices;
            look(&game, setting, &marks, &choices);
            tally->met += entry_at(table, choices.state)->visits++ > 0;
            int chosen = tried(chance, table, &choices, &rng);
            note(&diary, &game.pub, &choices, chosen);
            hl_apply(&game, choices.move[chosen]);
        }
        if (setting->episode)
            reward_episodes(setting, &diary, &game.pub, table);
        else
            reward_game(setting, &diary, &game.pub, past, table);
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
        hl_deal_own(&game, &own);
        hl_marks_begin(&marks, &game.pub.rules);
        while (!game.pub.end) {
            hl_choices choices;
            int known;
            look(&game, setting, &marks, &choices);
            tally->met += find(table, choices.state) != NULL;
            int chosen = best ? heaviest(table, &choices, &known) : drawn(table, &choices, &rng);
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
    int chosen = heaviest(table, &choices, &known);
    *decision = (hl_mwum_decision){.state = choices.state >> (HL_MWUM_STATE & 0xff) & 0xffffff,
                                   .code = (uint16_t)choices.key[chosen],
                                   .move = choices.move[chosen],
                                   .known = (uint8_t)known};
    return HL_OK;
}
