/* A world, and the record of a game that can be opened at any turn. Not public.
 *
 * The memo of a search is one block: the record; worlds with their weights; for each world the
 * probability of every move of the others; a cache of such probabilities; and the memos of the
 * minds, after every turn for those that the others may play by, of the current turn for the rest.
 */
#ifndef HANABI_WORLD_H
#define HANABI_WORLD_H

#include "engine/rng.h"
#include "engine/sets.h"
#include "engine/turn.h"
#include "play/replay.h"
#include "search/search.h"

/* All of hl_public but the rules and the history. */
enum { HL_MOMENT = offsetof(hl_public, history) - offsetof(hl_public, stacks) };

typedef struct {
    hl_public pub;    /* current, or opened at an earlier turn; the history has all turns */
    uint8_t seat;     /* mine, HL_NONE before the first turn */
    uint8_t turns;    /* observed */
    uint8_t exact;    /* the worlds are all possible ones */
    uint32_t count;   /* worlds */
    uint64_t unseen;  /* my hand and the deck */
    hl_rng stream;    /* of the belief's draws */
    uint8_t card[64]; /* by draw number; HL_NONE: in the deck or in my hand */
    uint8_t came[64]; /* by draw number, the turn at which it came into a hand */
    uint8_t moments[HL_MAX_TURNS + 1][HL_MOMENT]; /* by turn, before its move */
} hl_belief;

/* Offset of a mind's memos from the first memo. Of identical minds the first one stores them. */
typedef struct {
    uint32_t keeper, at;
} hl_place;

/* The probability of a move in all worlds where I hold the same cards, by a key of these. */
typedef struct {
    uint64_t key; /* 0: none */
    double chance;
} hl_known_chance;

enum { HL_KNOWN_BITS = 12, HL_KNOWN_CHANCES = 1 << HL_KNOWN_BITS }; /* places in the cache */

/* The parts of a belief's block. */
typedef struct {
    const hl_search_config *config;
    hl_belief *now;
    hl_world *worlds;
    double *weights;
    float (*chances)[HL_MAX_TURNS]; /* of each world, by turn of another seat */
    hl_known_chance *judged;        /* of this game, by key */
    hl_place *places;               /* by mind */
    uint8_t *memos;
} hl_mind_room;

/* room.c: the addresses of the parts of a search's memo, the block at `memo`. */
hl_mind_room hl_room(const hl_search_config *config, void *memo);
/* Write the place of each mind's memos in the block; returns the bytes of all of them. `places` may
 * be NULL. */
uint32_t hl_place_memos(const hl_search_config *config, hl_place *places);

static inline const hl_blueprint *mind_of(const hl_mind_room *room, unsigned mind) {
    return room->config->minds[mind];
}

/* The size of a memo, rounded up to whole words. */
static inline uint32_t memo_words(const hl_blueprint *mind) { return (mind->memo_size + 7) & ~7U; }

/* Whether a mind has a memo that needs no hands, so that it is the same for everybody. */
static inline int is_public(const hl_blueprint *mind) { return mind->memo_size && !mind->by_sight; }

/* The memo of a mind before the move of `turn`. Minds of which only the current memo is stored
 * return that, whatever the turn. */
static inline uint8_t *memo_at(const hl_mind_room *room, unsigned mind, unsigned turn) {
    unsigned keeper = room->places[mind].keeper;
    const hl_blueprint *blueprint = mind_of(room, keeper);
    int all = keeper < room->config->policies && is_public(blueprint);
    return room->memos + room->places[keeper].at + (all ? turn * memo_words(blueprint) : 0);
}

/* The seats (bit set) of the others. */
static inline unsigned other_seats(const hl_belief *now) {
    return ((1U << now->pub.rules.players) - 1) & ~(1U << now->seat);
}

static inline double sum_of(const double *weights, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += weights[i];
    return sum;
}

/* The sum of the weights of the worlds. */
static inline double total_weight(const hl_mind_room *room) {
    return sum_of(room->weights, room->now->count);
}

/* Set the record now->pub to the position before the move of `turn` (open it there). */
static inline void open_at(hl_belief *now, unsigned turn) {
    memcpy((char *)&now->pub + offsetof(hl_public, stacks), now->moments[turn], HL_MOMENT);
}

static inline void keep_moment(hl_belief *now) {
    memcpy(now->moments[now->pub.turn], (char *)&now->pub + offsetof(hl_public, stacks), HL_MOMENT);
}

/* Add a turn to the record, which must be open at the last one. */
static inline void add_turn(hl_belief *now, const hl_event *event) {
    hl_replay(&now->pub, event);
    keep_moment(now);
    now->turns = now->pub.turn;
    if (event->drawn != HL_NONE)
        now->came[event->drawn] = now->pub.turn;
}

/* Write the physical card of each draw number in a world, for the cards drawn so far. The record
 * must be open at the last turn. */
static inline void name_all(const hl_belief *now, const hl_world *world, uint8_t card[64]) {
    memcpy(card, now->card, 64);
    for (int slot = 0; slot < now->pub.rules.hand_size; slot++)
        if (now->pub.order[now->seat][slot] != HL_NONE)
            card[now->pub.order[now->seat][slot]] = world->hand[slot];
}

/* judge.c: write to chances[turn] the probability, in this world, of every move from turn `from` on
 * that one of `seats` (bit set) made, and return their product. Stops early and returns 0 when the
 * product is below `least`. The record must be open at the last turn, and is again afterwards. */
double hl_judge(const hl_mind_room *room, const hl_world *world, unsigned from, unsigned seats,
                double least, float chances[HL_MAX_TURNS]);
/* The probability, in this world, of the move `event`. The record must be open at the turn of that
 * move (open_at); `card` has the physical card of each draw number. */
double hl_judge_turn(const hl_mind_room *room, const hl_world *world, const uint8_t card[64],
                     const hl_event *event);

/* worlds.c: draw a world at random: a hand of `seat` from the cards `unseen` by it, slot by slot,
 * that the clues allow, and a policy of each other seat, uniformly. Returns the hand's weight, the
 * product of the numbers of cards that each slot could have been, or 0 if some slot was left
 * without a card. */
double hl_draw_world(const hl_mind_room *room, unsigned seat, uint64_t unseen, hl_rng *rng,
                     hl_world *world);
/* Propose a random change of world number `index`, and accept it with the probability that leaves
 * the belief invariant (Metropolis-Hastings). */
void hl_change_world(const hl_mind_room *room, uint32_t index, hl_rng *rng);
/* Do what hl_change_world does, but only propose changes of my hand, not of policies. */
void hl_change_my_hand(const hl_mind_room *room, uint32_t index, hl_rng *rng);
/* Replace the worlds by all hands that the clues allow, weighted by the number of ways to deal
 * each, if there are at most `most` hands and only one policy. Returns their number, or 0 and
 * changes nothing. */
uint32_t hl_all_worlds(const hl_mind_room *room, uint32_t most);
/* Set world 0 to the first hand that the clues allow, with policy 0 for every other seat. Returns 0
 * if there is no such hand. */
uint32_t hl_any_world(const hl_mind_room *room);

/* belief.c: `start` and `observe` of a search's blueprint (hl_blueprint). */
void hl_belief_start(const void *config, const hl_rules *rules, void *memo);
void hl_belief_observe(const void *config, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8], int reader, void *memo);
/* Let every mind's memo observe the last turn; the record is already after it. The arguments are
 * those of `observe` of hl_blueprint. */
void hl_remember_minds(const hl_mind_room *room, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8]);
/* The effective number of worlds in the belief: the number of equally weighted worlds that would be
 * as informative. */
double hl_belief_size(const hl_mind_room *room);
/* The share of the belief, by weight, whose worlds explain every move of the other seats without a
 * slip, a move that the strategy would not make. */
double hl_belief_explained(const hl_mind_room *room);

/* rollout.c: a game in one world, begun by any move and played to its end. */
typedef struct {
    const hl_mind_room *room;
    const hl_blueprint *seated[HL_MAX_PLAYERS];
    const hl_rulelist *lists[HL_MAX_PLAYERS];
    int all_lists;
    unsigned keepers; /* seats (bit set) that own an updated memo */
    uint8_t memo_of[HL_MAX_PLAYERS];
    hl_rng lots;
    hl_game start, game;
    hl_public before;
    hl_memo known[HL_MAX_PLAYERS], memos[HL_MAX_PLAYERS];
} hl_stage;

/* Prepare a stage for games from the position of a view. */
void hl_stage_open(hl_stage *stage, const hl_mind_room *room, const hl_view *view);
/* Set the stage to a world: deal its hand, and shuffle the deck. The deck and all random choices
 * come from the stream `lots`. */
void hl_stage_set(hl_stage *stage, const hl_view *view, const hl_world *world, const hl_rng *lots);
/* Play a game on the stage from the view's position to the end, which begins with this move of
 * mine. Returns its score. */
int hl_stage_play(hl_stage *stage, int move);

/* halving.c: estimate the values of the moves in `thought` by sequential halving, with gains
 * measured against thought->usual, and set thought->move if another move is clearly better. */
void hl_halve(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
              hl_search_thought *thought);
/* Estimate the values of the moves in `thought` in the same worlds, as many as the budget allows,
 * with gains measured against thought->usual. */
void hl_try_all(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
                hl_search_thought *thought);

#endif
