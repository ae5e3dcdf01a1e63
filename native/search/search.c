/* Search as a blueprint: the memo is the belief, a decision is sequential halving over the moves.
 */
#include "inference/evidence.h"
#include "search/world.h"

int hl_search_check(const hl_search_config *config) {
    if (!config->policies || config->policies > config->count || config->count > HL_MAX_POLICIES ||
        config->base >= config->count || config->scoring > HL_HALF || config->particles < 2 ||
        config->particles > HL_MAX_PARTICLES || !(config->slip > 0 && config->slip < 1))
        return HL_BAD_ARGUMENT;
    for (unsigned mind = 0; mind < config->count; mind++)
        if (!hl_can_be_simulated(config->minds[mind]))
            return HL_BAD_ARGUMENT;
    for (unsigned i = 0; config->goes_on && i < config->policies; i++)
        if (config->goes_on[i] >= config->count)
            return HL_BAD_ARGUMENT;
    return HL_OK;
}

static int check(const void *config, const hl_rules *rules) {
    const hl_search_config *search = config;
    int error = hl_search_check(search);
    for (unsigned mind = 0; !error && mind < search->count; mind++)
        error = hl_blueprint_check(search->minds[mind], rules);
    return error;
}

static void begin(const hl_mind_room *room, hl_search_thought *thought) {
    thought->count = thought->rollouts = 0;
    thought->believed = hl_belief_size(room);
    thought->explained = hl_belief_explained(room);
}

/* Estimate the values of the moves by simulation, and their gains over thought->usual: with `all`,
 * of every move in every world, else by sequential halving, which drops moves that fall behind. */
static void weigh(const hl_mind_room *room, const hl_view *view, const hl_rng *turn,
                  const uint8_t *moves, uint32_t count, int all, hl_search_thought *thought) {
    hl_rng worlds = hl_child(turn, 1);
    for (thought->count = 0; thought->count < count; thought->count++)
        thought->values[thought->count] = (hl_search_value){.move = moves[thought->count]};
    (all ? hl_try_all : hl_halve)(room, view, &worlds, thought);
}

/* Decide at my turn, given the belief: ask the base strategy for its move, then compare the legal
 * moves by sequential halving. */
static void think(const hl_mind_room *room, const hl_view *view, hl_rng *rng,
                  hl_search_thought *thought) {
    const hl_search_config *config = room->config;
    const hl_blueprint *base = mind_of(room, config->base);
    hl_rng turn = hl_child(rng, view->pub->turn), lots = hl_child(&turn, 0);
    uint8_t moves[HL_MAX_MOVES];
    base->decide(base->config, view, memo_at(room, config->base, view->pub->turn), &lots,
                 &thought->base);
    thought->move = thought->usual = thought->base.move;
    begin(room, thought);
    if (thought->usual >= 0 && thought->explained >= config->explained)
        weigh(room, view, &turn, moves, (uint32_t)hl_view_legal_moves(view, moves), 0, thought);
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    hl_mind_room room = hl_room(config, (void *)(uintptr_t)memo);
    hl_search_thought thought;
    think(&room, view, rng, &thought);
    if (thought.move != thought.usual) {
        *choice = hl_choice_of(view, thought.move, HL_SEARCH_BETTER);
        return;
    }
    *choice = thought.base;
    choice->reason = HL_SEARCH_USUAL;
}

hl_blueprint hl_search_blueprint(const hl_search_config *config) {
    return (hl_blueprint){.config = config,
                          .memo_size = hl_search_room(config),
                          .by_sight = HL_ALONE,
                          .check = check,
                          .start = hl_belief_start,
                          .observe = hl_belief_observe,
                          .decide = decide};
}

uint32_t hl_search_worlds(const hl_search_config *config, const void *memo, hl_world *worlds,
                          double *weights) {
    hl_mind_room room = hl_room(config, (void *)(uintptr_t)memo);
    uint32_t count = 0;
    double sum = total_weight(&room);
    for (uint32_t i = 0; i < room.now->count; i++)
        if (room.weights[i] > 0) {
            worlds[count] = room.worlds[i];
            weights[count++] = room.weights[i] / sum;
        }
    return count;
}

int hl_search_known(const hl_search_config *config, const hl_view *view, const void *memo) {
    const hl_belief *now = hl_room(config, (void *)(uintptr_t)memo).now;
    const hl_public *pub = view->pub;
    uint8_t card[64];
    if (now->seat != view->seat || now->turns > pub->turn ||
        memcmp(&now->pub.rules, &pub->rules, sizeof pub->rules) != 0 ||
        memcmp(now->pub.history, pub->history, now->turns * sizeof pub->history[0]) != 0)
        return 0;
    hl_name_cards(view, card);
    for (int order = 0; order < 64; order++)
        if (now->card[order] != HL_NONE && now->card[order] != card[order])
            return 0;
    return now->turns;
}

/* Bring the belief of a memo up to the seat's turn. */
static int open(const hl_search_config *config, const hl_view *view, void *memo) {
    hl_blueprint search = hl_search_blueprint(config);
    int error = hl_blueprint_may_decide(&search, view);
    if (error)
        return error;
    hl_recall_on(&search, view, hl_search_known(config, view, memo), memo);
    return HL_OK;
}

int hl_search_think(const hl_search_config *config, const hl_view *view, hl_rng *rng, void *memo,
                    hl_search_thought *thought) {
    int error = open(config, view, memo);
    hl_mind_room room = hl_room(config, memo);
    if (!error)
        think(&room, view, rng, thought);
    return error;
}

int hl_search_compare(const hl_search_config *config, const hl_view *view, hl_rng *rng, void *memo,
                      const uint8_t *moves, uint32_t count, hl_search_thought *thought) {
    uint8_t legal[HL_MAX_MOVES];
    int error = open(config, view, memo), most = error ? 0 : hl_view_legal_moves(view, legal);
    for (uint32_t i = 0; !error && i < count; i++)
        if (!memchr(legal, moves[i], (size_t)most) || (i && memchr(moves, moves[i], i)))
            error = HL_BAD_ARGUMENT;
    if (error || !count)
        return error ? error : HL_BAD_ARGUMENT;
    hl_mind_room room = hl_room(config, memo);
    hl_rng turn = hl_child(rng, view->pub->turn);
    begin(&room, thought);
    thought->move = thought->usual = moves[0];
    thought->base = (hl_choice){.move = moves[0]};
    if (count == 1)
        weigh(&room, view, &turn, legal, (uint32_t)most, 0, thought);
    else
        weigh(&room, view, &turn, moves, count, 1, thought);
    return HL_OK;
}

/* Search over a pool: each decision draws its own worlds, policies by their weights and hands that
 * explain the record. */

/* An `observe` (hl_blueprint) that adds a turn to the record and to the minds' memos but leaves the
 * worlds alone: a search over a pool draws its worlds only when it decides. */
static void observe_record(const void *config, const hl_public *before, const hl_public *after,
                           const uint8_t (*hands)[8], int reader, void *memo) {
    hl_mind_room room = hl_room(config, memo);
    room.now->seat = (uint8_t)reader;
    add_turn(room.now, &after->history[after->turn - 1]);
    hl_remember_minds(&room, before, after, hands);
}

static void take_record(const hl_mind_room *room, const hl_view *view, void *memo) {
    hl_blueprint record = hl_search_blueprint(room->config);
    record.observe = observe_record;
    hl_recall(&record, view, memo);
    hl_name_cards(view, room->now->card);
    room->now->seat = view->seat;
    room->now->unseen = view->unseen;
}

/* The policy at this share of the cumulative weights. */
static uint16_t at_share(const double *weights, uint32_t count, double share) {
    double left = share * sum_of(weights, count);
    uint32_t policy = 0;
    while (policy + 1 < count && left >= weights[policy])
        left -= weights[policy++];
    return (uint16_t)policy;
}

/* Draw policies by systematic resampling: evenly spaced draws represent many policies. */
static void draw_policies(const hl_mind_room *room, const double *weights, hl_rng *rng) {
    uint32_t policies = room->config->policies, worlds = room->now->count;
    for (unsigned seat = 0; seat < room->now->pub.rules.players; seat++) {
        uint64_t at = hl_next(rng), step = HL_GOLDEN * (2 * (uint64_t)seat + 1);
        for (uint32_t i = 0; i < worlds; i++, at += step)
            room->worlds[i].policy[seat] =
                at_share(weights + seat * (size_t)policies, policies, (double)(at >> 11) * 0x1p-53);
    }
}

static void draw_worlds(const hl_mind_room *room, const hl_view *view, const double *weights,
                        hl_rng *rng) {
    hl_belief *now = room->now;
    now->count = room->config->particles;
    draw_policies(room, weights, rng);
    for (uint32_t i = 0; i < now->count; i++) {
        hl_world *world = &room->worlds[i];
        memset(world->hand, HL_NONE, sizeof world->hand);
        hl_deal_my_hand(view, rng, world->hand);
        room->weights[i] = 1;
        hl_judge(room, world, 0, other_seats(now), 0, room->chances[i]);
        for (uint32_t step = 0; step < room->config->steps; step++)
            hl_change_my_hand(room, i, rng);
    }
}

int hl_think_among(const hl_search_config *config, const double *weights, const hl_view *view,
                   hl_rng *rng, void *memo, hl_search_thought *thought) {
    hl_blueprint search = hl_search_blueprint(config);
    int error = hl_blueprint_may_decide(&search, view);
    if (error)
        return error;
    for (int seat = 0; seat < view->pub->rules.players; seat++)
        if (!(sum_of(weights + seat * (size_t)config->policies, config->policies) > 0))
            return HL_BAD_ARGUMENT;
    hl_mind_room room = hl_room(config, memo);
    take_record(&room, view, memo);
    hl_rng own = hl_child(rng, view->pub->turn);
    draw_worlds(&room, view, weights, &own);
    think(&room, view, rng, thought);
    return HL_OK;
}
