/* Sequential halving over the moves. All moves are tried in the same worlds, and after each round
 * the worse half is dropped. Every few worlds a move is also dropped if it is unlikely to beat the
 * base's move by the required margin, or the best move; its budget is saved. The base's move always
 * stays, since every gain is measured against it. */
#include "search/world.h"

#include <math.h>

/* LEAST_WORLDS: the fewest worlds of the first round. CLEARLY: a move is dropped when it is behind
 * by more than two standard errors, that is with about 95 % confidence. LOOKS: worlds between two
 * checks, enough for a rough estimate of the error. All three were set by hand, not measured. */
enum { LEAST_WORLDS = 4, CLEARLY = 2, LOOKS = 8 };

typedef struct {
    const hl_mind_room *room;
    const hl_view *view;
    hl_search_thought *thought;
    hl_stage stage;
    hl_rng lots;
    uint64_t offset; /* of the worlds that are picked */
    double sums[HL_MAX_MOVES], squares[HL_MAX_MOVES], scores[HL_MAX_MOVES]; /* of gains; of games */
    uint8_t open[HL_MAX_MOVES]; /* remaining moves, by index in `values`; the base's first */
    unsigned left;
    uint32_t worlds, planned, played; /* planned: worlds in which the final moves are tried */
    double sides[HL_MAX_PARTICLES];   /* cumulative weights of the worlds */
} race;

/* Pick worlds at even distances of their cumulative weights, from a random offset. */
static const hl_world *pick(race *race, uint32_t index, hl_rng *rng, hl_world *fresh) {
    const hl_belief *now = race->room->now;
    if (!now->count) {
        while (hl_draw_world(race->room, race->view->seat, race->view->unseen, rng, fresh) <= 0)
            ;
        return fresh;
    }
    uint64_t at = race->offset + index * HL_GOLDEN;
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

/* Try the remaining moves in one more world. */
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

/* Whether a move may still be chosen: better than the base's by the margin, given the error it will
 * have in the end, and as good as the best. The error is padded by one point in one game, so early
 * zeros are not trusted. */
static int has_hope(const race *race, unsigned place, double best) {
    const hl_search_config *config = race->room->config;
    const hl_search_value *value = &race->thought->values[place];
    double n = race->worlds, share = n < race->planned ? n / race->planned : 1;
    double error = sqrt(value->error * value->error + 1 / (n * n));
    double sure = config->sure * error * sqrt(share);
    double wanted = sure > config->least ? sure : config->least;
    return value->gain + CLEARLY * error >= (best > wanted ? best : wanted);
}

/* Update the estimates and drop the hopeless moves. The others keep their order. */
static void let_go(race *race) {
    hl_search_value *values = race->thought->values;
    double best = 0;
    unsigned stay = 1;
    for (unsigned i = 0; i < race->left; i++) {
        read(race, race->open[i], &values[race->open[i]]);
        double gain = values[race->open[i]].gain;
        best = gain > best ? gain : best;
    }
    for (unsigned i = 1; i < race->left; i++)
        if (has_hope(race, race->open[i], best))
            race->open[stay++] = race->open[i];
    race->left = stay;
}

/* Sort the best moves behind the base's and drop the worse half. */
static void drop_half(race *race, unsigned most) {
    const hl_search_value *values = race->thought->values;
    for (unsigned i = 2; i < race->left; i++)
        for (unsigned j = i; j > 1 && values[race->open[j]].gain > values[race->open[j - 1]].gain;
             j--) {
            uint8_t other = race->open[j];
            race->open[j] = race->open[j - 1];
            race->open[j - 1] = other;
        }
    race->left = race->left < most ? race->left : most;
}

/* Whether only one move is left beside the base's, and it is better beyond doubt. */
static int is_settled(const race *race) {
    const hl_search_value *best = &race->thought->values[race->open[1]];
    const hl_search_config *config = race->room->config;
    return race->left == 2 && race->worlds > LOOKS && best->gain > config->least &&
           best->gain > (config->sure + 1) * best->error;
}

static void begin(race *race, const hl_view *view, hl_search_thought *thought) {
    const hl_belief *now = race->room->now;
    double sum = 0;
    race->worlds = race->played = race->planned = 0;
    race->left = 1;
    race->offset = hl_next(&race->lots);
    for (unsigned i = 0; i < thought->count; i++) {
        race->sums[i] = race->squares[i] = race->scores[i] = 0;
        if (thought->values[i].move == thought->usual)
            race->open[0] = (uint8_t)i;
        else
            race->open[race->left++] = (uint8_t)i;
    }
    for (uint32_t i = 0; i < now->count; i++)
        race->sides[i] = sum += race->room->weights[i];
    hl_stage_open(&race->stage, race->room, view);
}

static unsigned half(unsigned left) { return left > 2 ? 1 + left / 2 : left; }

/* Plan the number of further worlds for each round, if only the worse half is dropped each time:
 * the rounds share the budget equally. Returns the number of rounds. */
static unsigned plan(race *race, uint32_t worlds[HL_MAX_MOVES]) {
    uint32_t budget = race->room->config->rollouts;
    unsigned rounds = 1;
    for (unsigned left = race->left; left > 2; left = half(left))
        rounds++;
    for (unsigned round = 0, left = race->left; round < rounds; round++, left = half(left)) {
        worlds[round] = budget / (rounds - round) / left;
        if (!round && worlds[0] < LEAST_WORLDS)
            worlds[0] = LEAST_WORLDS;
        uint32_t cost = worlds[round] * left;
        budget = budget > cost ? budget - cost : 0;
        race->planned += worlds[round];
    }
    return rounds;
}

void hl_halve(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
              hl_search_thought *thought) {
    const hl_search_config *config = room->config;
    race race = {.room = room, .view = view, .thought = thought, .lots = *rng};
    uint32_t worlds[HL_MAX_MOVES];
    begin(&race, view, thought);
    unsigned rounds = plan(&race, worlds), most = race.left;
    for (unsigned round = 0; race.left > 1 && round < rounds && !is_settled(&race); round++) {
        for (uint32_t i = 0; race.left > 1 && i < worlds[round]; i++) {
            try_world(&race);
            if (race.worlds % LOOKS == 0)
                let_go(&race);
        }
        let_go(&race);
        drop_half(&race, most = half(most));
    }
    const hl_search_value *best = &thought->values[race.open[race.left > 1]];
    thought->rollouts = race.played;
    if (race.left > 1 && best->gain > config->least && best->gain > config->sure * best->error)
        thought->move = best->move;
}

void hl_try_all(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
                hl_search_thought *thought) {
    race race = {.room = room, .view = view, .thought = thought, .lots = *rng};
    begin(&race, view, thought);
    while (race.played + race.left <= room->config->rollouts)
        try_world(&race);
    for (unsigned i = 0; race.worlds && i < race.left; i++)
        read(&race, race.open[i], &thought->values[race.open[i]]);
    thought->rollouts = race.played;
}
