/* Build worlds for one decision: policies by their weights, and hands that explain the record. */
#include "search/among.h"
#include "inference/my_hands.h"
#include "search/world.h"

/* Start only the record: this belief is not needed before the last turn. */
static void start(const void *config, const hl_rules *rules, void *memo) {
    hl_mind_room room = hl_room(config, memo);
    hl_belief_start(&room, rules);
}

static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    hl_mind_room room = hl_room(config, memo);
    hl_belief *now = room.now;
    const hl_event *event = &after->history[after->turn - 1];
    now->seat = (uint8_t)reader;
    hl_replay(&now->pub, event);
    keep_moment(now);
    now->turns = now->pub.turn;
    if (event->drawn != HL_NONE)
        now->came[event->drawn] = now->pub.turn;
    hl_remember_minds(&room, before, after, hands);
}

static void take_record(const hl_mind_room *room, const hl_view *view, void *memo) {
    hl_blueprint record = {.config = room->config,
                           .memo_size = hl_search_room(room->config),
                           .by_sight = HL_ALONE,
                           .start = start,
                           .observe = observe};
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
    hl_think(&room, view, rng, thought);
    return HL_OK;
}
