/* Drawing hands and strategies, and changing them.
 *
 * A hand is any deal to my slots, of the cards that I do not see, that the clues allow; all deals
 * are equally likely. The weight of each comes from the others' moves.
 */
#include "rulebase/context.h"
#include "search/world.h"

static uint64_t allowed(const hl_belief *now, int slot) {
    return now->pub.know[now->seat][slot] & now->unseen;
}

static unsigned draw_policy(const hl_search_config *config, hl_rng *rng) {
    return config->policies == 1 ? 0 : hl_below(rng, hl_next(rng), config->policies);
}

double hl_draw_world(const hl_mind_room *room, unsigned seat, uint64_t unseen, hl_rng *rng,
                     hl_world *world) {
    const hl_belief *now = room->now;
    uint64_t held = 0;
    double weight = 1;
    memset(world, 0, sizeof *world);
    memset(world->hand, HL_NONE, sizeof world->hand);
    for (int other = 0; other < now->pub.rules.players; other++)
        world->policy[other] = (uint16_t)draw_policy(room->config, rng);
    for (int slot = 0; slot < now->pub.rules.hand_size; slot++) {
        if (now->pub.order[seat][slot] == HL_NONE)
            continue;
        uint64_t open = now->pub.know[seat][slot] & unseen & ~held;
        if (!open)
            return 0;
        weight *= count(open);
        int card = hl_any_of(rng, open);
        world->hand[slot] = (uint8_t)card;
        held |= 1ULL << card;
    }
    return weight;
}

static double product_from(const float chances[HL_MAX_TURNS], const hl_belief *now, unsigned from,
                           unsigned seats) {
    double product = 1;
    for (unsigned turn = from; turn < now->turns; turn++)
        if (seats >> now->pub.history[turn].seat & 1)
            product *= chances[turn];
    return product;
}

/* Change the card of a slot; if another slot of mine has that card, they are exchanged. Returns the
 * first turn that the change affects, or HL_NONE if nothing was changed. */
static unsigned change_hand(const hl_belief *now, hl_rng *rng, hl_world *world) {
    const hl_rules *rules = &now->pub.rules;
    uint64_t word = hl_next(rng);
    unsigned slot = hl_below(rng, word, rules->hand_size);
    if (world->hand[slot] == HL_NONE)
        return HL_NONE;
    uint64_t open = allowed(now, (int)slot);
    int card = hl_any_of(rng, open);
    int mine = world->hand[slot];
    if (rules->id_of[card] == rules->id_of[mine])
        return HL_NONE;
    unsigned from = now->came[now->pub.order[now->seat][slot]];
    for (int other = 0; other < rules->hand_size; other++)
        if (world->hand[other] == card) {
            if (!(allowed(now, other) >> mine & 1))
                return HL_NONE;
            unsigned came = now->came[now->pub.order[now->seat][other]];
            from = came < from ? came : from;
            world->hand[other] = (uint8_t)mine;
        }
    world->hand[slot] = (uint8_t)card;
    return from;
}

/* Accept a changed world or keep the old one; the change affects the moves of some seats from a
 * turn on. */
static void keep_or_not(const hl_mind_room *room, uint32_t index, const hl_world *world,
                        unsigned from, unsigned seats, hl_rng *rng) {
    const hl_belief *now = room->now;
    float chances[HL_MAX_TURNS], *known = room->chances[index];
    if (from == HL_NONE)
        return;
    double share = (double)((hl_next(rng) >> 11) + 1) * 0x1p-53;
    double least = share * product_from(known, now, from, seats);
    if (hl_judge(room, world, from, seats, least, chances) <= 0)
        return;
    room->worlds[index] = *world;
    for (unsigned turn = from; turn < now->turns; turn++)
        if (seats >> now->pub.history[turn].seat & 1)
            known[turn] = chances[turn];
}

void hl_change_my_hand(const hl_mind_room *room, uint32_t index, hl_rng *rng) {
    hl_world world = room->worlds[index];
    unsigned from = change_hand(room->now, rng, &world);
    keep_or_not(room, index, &world, from, other_seats(room->now), rng);
}

static void change_policy(const hl_mind_room *room, uint32_t index, hl_rng *rng) {
    const hl_rules *rules = &room->now->pub.rules;
    hl_world world = room->worlds[index];
    uint32_t ahead = 1 + hl_below(rng, hl_next(rng), (uint32_t)rules->players - 1);
    unsigned seat = hl_seat_after(rules, room->now->seat, ahead), old = world.policy[seat];
    world.policy[seat] = (uint16_t)draw_policy(room->config, rng);
    keep_or_not(room, index, &world, old == world.policy[seat] ? HL_NONE : 0, 1U << seat, rng);
}

void hl_change_world(const hl_mind_room *room, uint32_t index, hl_rng *rng) {
    if (room->config->policies > 1 && hl_below(rng, hl_next(rng), 4) == 0)
        change_policy(room, index, rng);
    else
        hl_change_my_hand(room, index, rng);
}

/* Enumerate the deals of the slots from `slot` on, identity by identity; only count them if `keep`
 * is 0. */
static uint32_t deal_all(const hl_mind_room *room, hl_world *world, int slot, uint64_t held,
                         double ways, uint32_t made, uint32_t most, int keep) {
    const hl_belief *now = room->now;
    const hl_rules *rules = &now->pub.rules;
    while (slot < rules->hand_size && now->pub.order[now->seat][slot] == HL_NONE)
        slot++;
    if (slot == rules->hand_size) {
        if (keep) {
            room->worlds[made] = *world;
            room->weights[made] = ways;
        }
        return made + 1;
    }
    for (uint64_t open = allowed(now, slot) & ~held; open && made <= most;) {
        int card = first_of(open);
        uint64_t copies = open & rules->cards_of[rules->id_of[card]];
        open &= ~copies;
        world->hand[slot] = (uint8_t)card;
        made = deal_all(room, world, slot + 1, held | 1ULL << card, ways * count(copies), made,
                        most, keep);
    }
    world->hand[slot] = HL_NONE;
    return made;
}

static hl_world no_hand(void) {
    hl_world world = {{0}, {0}};
    memset(world.hand, HL_NONE, sizeof world.hand);
    return world;
}

uint32_t hl_all_worlds(const hl_mind_room *room, uint32_t most) {
    hl_world world = no_hand();
    if (room->config->policies > 1 || deal_all(room, &world, 0, 0, 1, 0, most, 0) > most)
        return 0;
    return deal_all(room, &world, 0, 0, 1, 0, most, 1);
}

uint32_t hl_any_world(const hl_mind_room *room) {
    hl_world world = no_hand();
    return deal_all(room, &world, 0, 0, 1, 0, 0, 1);
}
