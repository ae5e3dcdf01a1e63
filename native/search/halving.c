/* Which move is best? All moves are tried in the same worlds; after each round the worse half goes,
 * and so does a move that is clearly worse than the best. What is left of the budget goes to those
 * that stay. The base's move always stays, since every gain is measured against it. */
#include "search/world.h"

#include <math.h>

enum { LEAST_WORLDS = 4, CLEARLY = 3 };

typedef struct {
    const hl_mind_room *room;
    const hl_view *view;
    hl_search_thought *thought;
    hl_stage stage;
    hl_rng lots;
    double sums[HL_MAX_MOVES], squares[HL_MAX_MOVES], scores[HL_MAX_MOVES]; /* of gains; of games */
    uint8_t open[HL_MAX_MOVES]; /* moves that stay, by their place in `values`; the base's first */
    unsigned left;
    uint32_t worlds, played;
    double sides[HL_MAX_PARTICLES]; /* weights of the worlds, added up */
} race;

/* Worlds at even distances of their summed weights, from a place drawn by chance. */
static const hl_world *pick(race *race, uint32_t index, hl_rng *rng, hl_world *fresh) {
    const hl_belief *now = race->room->now;
    if (!now->count) {
        while (hl_draw_world(race->room, race->view->seat, race->view->unseen, rng, fresh) <= 0)
            ;
        return fresh;
    }
    uint64_t at = hl_word(race->lots.key0, race->lots.key1, 0) + index * HL_GOLDEN;
    double wanted = race->sides[now->count - 1] * (double)(at >> 11) * 0x1p-53;
    uint32_t low = 0, high = now->count - 1;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (race->sides[middle] > wanted)
            high = middle;
        else
            low = middle + 1;
    }
    return &race->room->worlds[low];
}

/* Try the moves that stay in one world more. */
static void try_world(race *race) {
    hl_world fresh;
    hl_rng rng = hl_child(&race->lots, 1 + (uint64_t)race->worlds);
    const hl_world *world = pick(race, race->worlds, &rng, &fresh);
    int usual = 0;
    hl_stage_set(&race->stage, race->view, world, &rng);
    for (unsigned i = 0; i < race->left; i++) {
        unsigned place = race->open[i];
        int score = hl_stage_play(&race->stage, race->thought->values[place].move);
        usual = i ? usual : score;
        int gain = score - usual;
        race->scores[place] += score;
        race->sums[place] += gain;
        race->squares[place] += gain * gain;
    }
    race->worlds++;
    race->played += race->left;
}

static void read(const race *race, unsigned place, hl_search_value *value) {
    double n = race->worlds, mean = race->sums[place] / n;
    double variance = n > 1 ? (race->squares[place] - n * mean * mean) / (n - 1) : 0;
    value->worlds = race->worlds;
    value->value = race->scores[place] / n;
    value->gain = mean;
    value->error = variance > 0 ? sqrt(variance / n) : 0;
}

/* Read what was found, put the best first after the base's move, and let the worse half go. */
static void drop(race *race) {
    hl_search_value *values = race->thought->values;
    for (unsigned i = 0; i < race->left; i++)
        read(race, race->open[i], &values[race->open[i]]);
    for (unsigned i = 2; i < race->left; i++)
        for (unsigned j = i; j > 1 && values[race->open[j]].gain > values[race->open[j - 1]].gain;
             j--) {
            uint8_t other = race->open[j];
            race->open[j] = race->open[j - 1];
            race->open[j - 1] = other;
        }
    unsigned stay = race->left > 2 ? 1 + race->left / 2 : race->left;
    double best = race->left > 1 ? values[race->open[1]].gain : 0;
    best = best > 0 ? best : 0;
    while (stay > 1) {
        const hl_search_value *last = &values[race->open[stay - 1]];
        if (last->gain + CLEARLY * last->error >= best)
            break;
        stay--;
    }
    race->left = stay;
}

static void begin(race *race, const hl_view *view, hl_search_thought *thought) {
    uint8_t moves[HL_MAX_MOVES];
    const hl_belief *now = race->room->now;
    double sum = 0;
    race->worlds = race->played = 0;
    race->left = 1;
    thought->count = (uint32_t)hl_view_legal_moves(view, moves);
    for (unsigned i = 0; i < thought->count; i++) {
        thought->values[i] = (hl_search_value){.move = moves[i]};
        race->sums[i] = race->squares[i] = race->scores[i] = 0;
        if (moves[i] == thought->usual)
            race->open[0] = (uint8_t)i;
        else
            race->open[race->left++] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < now->count; i++)
        race->sides[i] = sum += race->room->weights[i];
    hl_stage_open(&race->stage, race->room, view);
}

void hl_halve(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
              hl_search_thought *thought) {
    const hl_search_config *config = room->config;
    race race = {.room = room, .view = view, .thought = thought, .lots = *rng};
    begin(&race, view, thought);
    unsigned rounds = 1;
    for (unsigned left = race.left; left > 2; left = 1 + left / 2)
        rounds++;
    for (unsigned round = 0; race.left > 1 && round < rounds; round++) {
        uint32_t left = race.played < config->rollouts ? config->rollouts - race.played : 0;
        uint32_t budget = left / (rounds - round);
        uint32_t worlds = budget / race.left;
        for (uint32_t i = 0; i < worlds || (!round && i < LEAST_WORLDS); i++)
            try_world(&race);
        drop(&race);
    }
    const hl_search_value *best = &thought->values[race.open[race.left > 1]];
    thought->rollouts = race.played;
    if (race.left > 1 && best->gain > config->least && best->gain > config->sure * best->error)
        thought->move = best->move;
}
