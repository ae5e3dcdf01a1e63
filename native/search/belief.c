/* The belief, updated turn by turn: weighted worlds that explain the record.
 *
 * Another seat's move multiplies each world's weight by the probability of that move there. A card
 * that leaves my hand, a clue to me and a card drawn by another seat each rule out worlds. A card
 * that I draw is sampled in every world. Before my turn the worlds are resampled by weight, and
 * each is then changed by a few Metropolis-Hastings steps so that copies diverge. If few hands are
 * possible, all are enumerated with exact weights.
 */
#include "rulebase/context.h"
#include "search/world.h"

/* RESCUE: factor on the usual number of steps after the belief had to be redrawn, and half of it
 * after little of it survived. MOST_TRIES: attempts to draw one world before giving up. Both were
 * set by hand, not measured. */
enum { RESCUE = 6, MOST_TRIES = 1000 };

/* A world is not judged further once the product of its probabilities is below this: it would not
 * be drawn. If no world remains, all are judged again without the limit. Set by hand. */
static const double NEGLIGIBLE = 1e-7;

void hl_belief_start(const void *config, const hl_rules *rules, void *memo) {
    hl_mind_room room = hl_room(config, memo);
    hl_belief *now = room.now;
    hl_replay_start(&now->pub, rules);
    keep_moment(now);
    now->stream = (hl_rng){room.config->seed, 0, 0};
    now->seat = HL_NONE;
    now->turns = now->exact = 0;
    now->count = 0;
    now->unseen = rules->all;
    memset(now->card, HL_NONE, sizeof now->card);
    memset(now->came, 0, sizeof now->came);
    memset(room.judged, 0, HL_KNOWN_CHANCES * sizeof *room.judged);
    hl_place_memos(room.config, room.places);
    for (unsigned mind = 0; mind < room.config->count; mind++) {
        const hl_blueprint *blueprint = mind_of(&room, mind);
        if (blueprint->memo_size && room.places[mind].keeper == mind)
            blueprint->start(blueprint->config, rules, memo_at(&room, mind, 0));
    }
}

double hl_belief_size(const hl_mind_room *room) {
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < room->now->count; i++) {
        sum += room->weights[i];
        squares += room->weights[i] * room->weights[i];
    }
    return squares > 0 ? sum * sum / squares : 0;
}

double hl_belief_explained(const hl_mind_room *room) {
    const hl_belief *now = room->now;
    double slip = 1.5 * room->config->slip / now->pub.rules.moves, sum = 0, explained = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        int slips = 0;
        for (unsigned turn = 0; turn < now->turns && !slips; turn++)
            slips = now->pub.history[turn].seat != now->seat && room->chances[i][turn] < slip;
        sum += room->weights[i];
        explained += slips ? 0 : room->weights[i];
    }
    return sum > 0 ? explained / sum : 1;
}

/* Systematic resampling: the number of copies of each world, by its weight. */
static void count_copies(const hl_mind_room *room, hl_rng *rng, uint16_t copies[]) {
    uint32_t wanted = room->config->particles, made = 0, heavy = 0;
    double step = total_weight(room) / wanted, sum = 0;
    double next = step * (double)(hl_next(rng) >> 11) * 0x1p-53;
    for (uint32_t i = 0; i < room->now->count; i++) {
        sum += room->weights[i];
        for (copies[i] = 0; made < wanted && next < sum; made++, next += step)
            copies[i]++;
        if (copies[i])
            heavy = i;
    }
    copies[heavy] = (uint16_t)(copies[heavy] + wanted - made);
}

/* Resample the worlds to equal weights. Survivors keep their index; extra copies overwrite dropped
 * worlds. */
static void resample(const hl_mind_room *room, hl_rng *rng) {
    hl_belief *now = room->now;
    uint16_t copies[HL_MAX_PARTICLES];
    count_copies(room, rng, copies);
    for (uint32_t to = 0, from = 0; to < room->config->particles; to++) {
        room->weights[to] = 1;
        if (to < now->count && copies[to])
            continue;
        while (copies[from] < 2)
            from++;
        copies[from]--;
        room->worlds[to] = room->worlds[from];
        memcpy(room->chances[to], room->chances[from], now->turns * sizeof(float));
    }
    now->count = room->config->particles;
}

/* No world is left: redraw all, with hands that the clues allow. If no draw succeeds, take the
 * first such hand by enumeration. */
static void begin_again(const hl_mind_room *room, hl_rng *rng) {
    hl_belief *now = room->now;
    now->count = room->config->particles;
    now->exact = 0;
    for (uint32_t i = 0; i < now->count; i++) {
        double weight = 0;
        for (int tries = 0; tries < MOST_TRIES && weight <= 0; tries++)
            weight = hl_draw_world(room, now->seat, now->unseen, rng, &room->worlds[i]);
        if (now->turns && weight > 0)
            weight *= hl_judge(room, &room->worlds[i], 0, other_seats(now), 0, room->chances[i]);
        room->weights[i] = weight;
    }
    if (total_weight(room) <= 0 && hl_any_world(room)) {
        now->count = 1;
        hl_judge(room, &room->worlds[0], 0, other_seats(now), 0, room->chances[0]);
    }
}

static void change_all(const hl_mind_room *room, hl_rng *rng, uint32_t steps) {
    for (uint32_t i = 0; i < room->now->count; i++)
        for (uint32_t step = 0; step < steps; step++)
            hl_change_world(room, i, rng);
}

static int take_all(const hl_mind_room *room) {
    hl_belief *now = room->now;
    uint32_t count = hl_all_worlds(room, room->config->particles / 2);
    if (!count)
        return 0;
    now->count = count;
    for (double least = NEGLIGIBLE;; least = 0) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++)
            sum += room->weights[i] *=
                hl_judge(room, &room->worlds[i], 0, other_seats(now), least, room->chances[i]);
        if (sum > 0 || least <= 0)
            return 1;
        hl_all_worlds(room, room->config->particles / 2);
    }
}

/* Resample and change the worlds before my turn. */
static void settle(const hl_mind_room *room, hl_rng *rng) {
    hl_belief *now = room->now;
    now->exact = (uint8_t)take_all(room);
    if (now->exact)
        return;
    double size = hl_belief_size(room);
    uint32_t steps = room->config->steps;
    resample(room, rng);
    if (size * 10 < room->config->particles)
        steps *= RESCUE / 2;
    change_all(room, rng, steps);
}

/* Record the other hands before the first turn; a card used in that turn is in its event. */
static void sit_down(const hl_mind_room *room, const hl_event *event, const uint8_t (*hands)[8],
                     int reader) {
    hl_belief *now = room->now;
    hl_rng rng = hl_child(&now->stream, 2 * HL_MAX_TURNS);
    now->seat = (uint8_t)reader;
    for (int seat = 0; seat < now->pub.rules.players; seat++)
        for (int slot = 0; seat != reader && slot < now->pub.rules.hand_size; slot++) {
            int used = event->kind <= HL_PLAY && event->seat == seat && event->slot == slot;
            unsigned card = used ? event->card : hands[seat][slot];
            now->card[now->pub.order[seat][slot]] = (uint8_t)card;
            now->unseen &= ~(1ULL << card);
        }
    begin_again(room, &rng);
}

static void judge_all(const hl_mind_room *room, const hl_event *event) {
    hl_belief *now = room->now;
    uint8_t card[64];
    for (uint32_t i = 0; i < now->count; i++) {
        if (room->weights[i] <= 0)
            continue;
        name_all(now, &room->worlds[i], card);
        double share = hl_judge_turn(room, &room->worlds[i], card, event);
        room->weights[i] *= room->chances[i][now->pub.turn] = (float)share;
    }
}

/* Another seat drew a card of which n copies were unseen. The share of deals in which it is not
 * among the k copies in my hand is (n - k) / n: the world's weight is multiplied by it, and if my
 * hand has that very copy, another one takes its place. */
static double without_card(const hl_belief *now, hl_world *world, unsigned card) {
    uint64_t held = 0;
    int at = HL_NONE;
    for (int slot = 0; slot < now->pub.rules.hand_size; slot++)
        if (world->hand[slot] != HL_NONE) {
            held |= 1ULL << world->hand[slot];
            at = world->hand[slot] == card ? slot : at;
        }
    uint64_t copies = now->pub.rules.cards_of[now->pub.rules.id_of[card]];
    uint64_t drawable = copies & ~held & (now->unseen | 1ULL << card);
    double unseen = count(copies & (now->unseen | 1ULL << card));
    if (at != HL_NONE && drawable)
        world->hand[at] = (uint8_t)first_of(drawable);
    return count(drawable) / unseen;
}

/* My card is revealed as it leaves: drop the worlds in which it has another identity. */
static void show(const hl_mind_room *room, const hl_event *event) {
    hl_belief *now = room->now;
    const uint8_t *id_of = now->pub.rules.id_of;
    for (uint32_t i = 0; i < now->count; i++) {
        hl_world *world = &room->worlds[i];
        unsigned believed = world->hand[event->slot];
        world->hand[event->slot] = HL_NONE;
        if (id_of[believed] != id_of[event->card])
            room->weights[i] = 0;
        else if (believed != event->card)
            for (int slot = 0; slot < now->pub.rules.hand_size; slot++)
                if (world->hand[slot] == event->card)
                    world->hand[slot] = (uint8_t)believed;
    }
}

static void draw(const hl_mind_room *room, unsigned slot, hl_rng *rng) {
    hl_belief *now = room->now;
    if (now->count < room->config->particles && total_weight(room) > 0)
        resample(room, rng);
    for (uint32_t i = 0; i < now->count; i++) {
        uint64_t open = now->unseen;
        for (int other = 0; other < now->pub.rules.hand_size; other++)
            if (room->worlds[i].hand[other] != HL_NONE)
                open &= ~(1ULL << room->worlds[i].hand[other]);
        if (room->weights[i] <= 0)
            continue;
        room->worlds[i].hand[slot] = (uint8_t)hl_any_of(rng, open);
    }
}

/* Drop the worlds whose hand contradicts a clue to me. */
static void keep_fitting(const hl_mind_room *room) {
    hl_belief *now = room->now;
    for (uint32_t i = 0; i < now->count; i++)
        for (int slot = 0; slot < now->pub.rules.hand_size; slot++)
            if (room->worlds[i].hand[slot] != HL_NONE &&
                !(now->pub.know[now->seat][slot] >> room->worlds[i].hand[slot] & 1))
                room->weights[i] = 0;
}

/* Update the worlds by the cards that the turn revealed. The record is already after it. */
static void see_cards(const hl_mind_room *room, const hl_event *event, const uint8_t (*hands)[8],
                      hl_rng *rng) {
    hl_belief *now = room->now;
    if (event->kind >= HL_COLOUR) {
        if (event->target == now->seat)
            keep_fitting(room);
        return;
    }
    now->card[event->order] = event->card;
    if (event->seat == now->seat) {
        now->unseen &= ~(1ULL << event->card);
        show(room, event);
        if (event->drawn != HL_NONE)
            draw(room, event->slot, rng);
    } else if (event->drawn != HL_NONE) {
        unsigned card = hands[event->seat][event->slot];
        now->card[event->drawn] = (uint8_t)card;
        now->unseen &= ~(1ULL << card);
        for (uint32_t i = 0; i < now->count; i++)
            room->weights[i] *= without_card(now, &room->worlds[i], card);
    }
}

void hl_remember_minds(const hl_mind_room *room, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8]) {
    for (unsigned mind = 0; mind < room->config->count; mind++) {
        const hl_blueprint *blueprint = mind_of(room, mind);
        if (!blueprint->memo_size || room->places[mind].keeper != mind)
            continue;
        uint8_t *memo = memo_at(room, mind, after->turn),
                *old = memo_at(room, mind, after->turn - 1);
        if (memo != old)
            memcpy(memo, old, blueprint->memo_size);
        blueprint->observe(blueprint->config, before, after, hands, room->now->seat, memo);
    }
}

void hl_belief_observe(const void *config, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8], int reader, void *memo) {
    hl_mind_room room = hl_room(config, memo);
    hl_belief *now = room.now;
    const hl_event *event = &after->history[after->turn - 1];
    if (now->seat == HL_NONE)
        sit_down(&room, event, hands, reader);
    hl_rng rng = hl_child(&now->stream, HL_MAX_TURNS + (uint64_t)after->turn);
    if (event->seat != now->seat)
        judge_all(&room, event);
    add_turn(now, event);
    see_cards(&room, event, hands, &rng);
    hl_remember_minds(&room, before, after, hands);
    if (after->end)
        return;
    if (total_weight(&room) <= 0) {
        begin_again(&room, &rng);
        if (total_weight(&room) > 0) {
            resample(&room, &rng);
            change_all(&room, &rng, RESCUE * room.config->steps);
        }
    }
    if (now->pub.to_move == now->seat)
        settle(&room, &rng);
}
