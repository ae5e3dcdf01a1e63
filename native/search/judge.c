/* The probability of the other seats' moves in a world.
 *
 * A deterministic strategy makes one move, so the probability is 1 or 0; a random one's is exact
 * for a rule list and estimated by trials otherwise. Either is softened: any seat may slip into any
 * move.
 *
 * The probability depends only on my cards at that turn, so it is cached by them.
 */
#include "search/world.h"

enum { TRIALS = 8 };

static double soften(const hl_mind_room *room, double share) {
    double slip = room->config->slip;
    return (1 - slip) * share + slip / room->now->pub.rules.moves;
}

_Static_assert(HL_MAX_TURNS <= 1 << 8 && HL_MAX_IDS < 1 << 5 && HL_MAX_POLICIES <= 1 << 12,
               "the parts of a key have room");

/* Cache key: the turn, the policy and the identities that I hold, in one word. */
static uint64_t key_of(const hl_view *view, unsigned me, unsigned policy) {
    uint64_t key = (uint64_t)1 << 8 | view->pub->turn;
    for (int slot = 0; slot < HL_MAX_HAND; slot++) {
        int card = view->hand[me][slot];
        key = key << 5 | (card == HL_NONE ? 31 : view->pub->rules.id_of[card]);
    }
    return key << 12 | policy;
}

static double count_chance(const hl_mind_room *room, const hl_blueprint *mind, const hl_view *view,
                           const void *memo, const hl_event *event) {
    hl_rng lots = hl_child(&room->now->stream, view->pub->turn);
    hl_choice choice;
    int same = 0, trials = 0;
    do {
        mind->decide(mind->config, view, memo, &lots, &choice);
        same += choice.move == event->move;
        trials++;
        if (lots.counter && mind->list)
            return soften(room, hl_chance(view, mind->list, event->move));
    } while (lots.counter && trials < TRIALS);
    return soften(room, (double)same / trials);
}

static double chance(const hl_mind_room *room, unsigned policy, const hl_view *view,
                     const void *memo, const hl_event *event) {
    uint64_t key = key_of(view, room->now->seat, policy);
    hl_known_chance *judged = &room->judged[key * HL_GOLDEN >> (64 - HL_KNOWN_BITS)];
    if (judged->key != key) {
        judged->key = key;
        judged->chance = count_chance(room, mind_of(room, policy), view, memo, event);
    }
    return judged->chance;
}

double hl_judge_turn(const hl_mind_room *room, const hl_world *world, const uint8_t card[64],
                     const hl_event *event) {
    const hl_public *pub = &room->now->pub;
    unsigned policy = world->policy[event->seat];
    const hl_blueprint *mind = mind_of(room, policy);
    hl_view view;
    hl_memo seen;
    const void *memo = NULL;
    hl_look(pub, card, event->seat, &view);
    if (is_public(mind))
        memo = memo_at(room, policy, pub->turn);
    else if (mind->memo_size) {
        hl_recall(mind, &view, seen.bytes);
        memo = seen.bytes;
    }
    return chance(room, policy, &view, memo, event);
}

/* Strategies whose memo needs the hands are replayed through the record from its start, each seat
 * with its own memo. */
typedef struct {
    unsigned seats; /* whose memo needs the hands (bit set) */
    hl_public before;
    hl_memo memos[HL_MAX_PLAYERS];
} walk;

static void begin_walk(const hl_mind_room *room, const hl_world *world, walk *walk) {
    walk->before.rules = room->now->pub.rules;
    foreach (seat, walk->seats) {
        const hl_blueprint *mind = mind_of(room, world->policy[seat]);
        mind->start(mind->config, &walk->before.rules, walk->memos[seat].bytes);
    }
}

/* Advance the record and these memos by one turn. */
static void walk_on(const hl_mind_room *room, const hl_world *world, const uint8_t card[64],
                    walk *walk) {
    hl_public *pub = &room->now->pub;
    uint8_t hands[HL_MAX_PLAYERS][HL_MAX_HAND];
    hl_remember(&walk->before, pub);
    open_at(room->now, pub->turn + 1U);
    foreach (seat, walk->seats) {
        const hl_blueprint *mind = mind_of(room, world->policy[seat]);
        hl_hands_of(pub, card, (unsigned)seat, hands);
        mind->observe(mind->config, &walk->before, pub, (const uint8_t(*)[8])hands, seat,
                      walk->memos[seat].bytes);
    }
}

double hl_judge(const hl_mind_room *room, const hl_world *world, unsigned from, unsigned seats,
                double least, float chances[HL_MAX_TURNS]) {
    hl_belief *now = room->now;
    unsigned turns = now->turns;
    double product = 1;
    uint8_t card[64];
    walk walk;
    walk.seats = 0;
    name_all(now, world, card);
    for (unsigned seat = 0; seat < now->pub.rules.players; seat++)
        if (seats >> seat & 1 && mind_of(room, world->policy[seat])->by_sight)
            walk.seats |= 1U << seat;
    if (walk.seats) {
        open_at(now, 0);
        begin_walk(room, world, &walk);
    }
    for (unsigned turn = walk.seats ? 0 : from; turn < turns && product >= least; turn++) {
        const hl_event *event = &now->pub.history[turn];
        if (!walk.seats)
            open_at(now, turn);
        if (turn >= from && seats >> event->seat & 1) {
            double share;
            if (walk.seats >> event->seat & 1) {
                hl_view view;
                hl_look(&now->pub, card, event->seat, &view);
                share = chance(room, world->policy[event->seat], &view,
                               walk.memos[event->seat].bytes, event);
            } else
                share = hl_judge_turn(room, world, card, event);
            chances[turn] = (float)share;
            product *= chances[turn];
        }
        if (walk.seats)
            walk_on(room, world, card, &walk);
    }
    open_at(now, turns);
    return product >= least ? product : 0;
}
