/* A world, and the record of a game that can be opened at any turn. Not public.
 *
 * The memo of a search is one block: the record; worlds with their weights; for each world the
 * probability of every move of the others; a cache of such probabilities; and the memos of the
 * minds, after every turn for those that the others may play by, of the current turn for the rest.
 */
#ifndef HANABI_WORLD_H
#define HANABI_WORLD_H

#include "engine/rng.h"
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

/* room.c: the parts of the block at `memo`. */
hl_mind_room hl_room(const hl_search_config *config, void *memo);
/* Compute the offsets of the memos of all minds; returns their size. `places` may be NULL. */
uint32_t hl_place_memos(const hl_search_config *config, hl_place *places);

static inline const hl_blueprint *mind_of(const hl_mind_room *room, unsigned mind) {
    return room->config->minds[mind];
}

/* The size of a memo, rounded up to whole words. */
static inline uint32_t memo_words(const hl_blueprint *mind) { return (mind->memo_size + 7) & ~7U; }

/* Whether a mind has a memo that needs no hands, so that it is the same for everybody. */
static inline int is_public(const hl_blueprint *mind) { return mind->memo_size && !mind->by_sight; }

/* The memo of a mind before the move of a turn: current, or earlier for a public policy. */
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

/* Open the record before the move of a turn. */
static inline void open_at(hl_belief *now, unsigned turn) {
    memcpy((char *)&now->pub + offsetof(hl_public, stacks), now->moments[turn], HL_MOMENT);
}

static inline void keep_moment(hl_belief *now) {
    memcpy(now->moments[now->pub.turn], (char *)&now->pub + offsetof(hl_public, stacks), HL_MOMENT);
}

/* The cards of a world by draw number, for the cards drawn so far. The record must be open at the
 * last turn. */
static inline void name_all(const hl_belief *now, const hl_world *world, uint8_t card[64]) {
    memcpy(card, now->card, 64);
    for (int slot = 0; slot < now->pub.rules.hand_size; slot++)
        if (now->pub.order[now->seat][slot] != HL_NONE)
            card[now->pub.order[now->seat][slot]] = world->hand[slot];
}

/* judge.c: the probabilities of the others' moves from turn `from` on, by the seats named (bit
 * set), written by turn to `chances`; returns their product. It stops, with 0, when that is below
 * `least`. The record must be open at the last turn, and is again afterwards. */
double hl_judge(const hl_mind_room *room, const hl_world *world, unsigned from, unsigned seats,
                double least, float chances[HL_MAX_TURNS]);
/* The probability of the move of the open turn. */
double hl_judge_turn(const hl_mind_room *room, const hl_world *world, const uint8_t card[64],
                     const hl_event *event);

/* worlds.c: draw a hand of a seat, from the cards that it does not see, that the clues allow, and
 * a policy of each other seat, uniformly. Returns 0 at a dead end, else the hand's weight: the
 * product of the number of cards that each slot could have been. */
double hl_draw_world(const hl_mind_room *room, unsigned seat, uint64_t unseen, hl_rng *rng,
                     hl_world *world);
/* Propose a change of a world and accept it with the probability that leaves the belief invariant
 * (Metropolis and Hastings). */
void hl_change_world(const hl_mind_room *room, uint32_t index, hl_rng *rng);
/* hl_change_world restricted to my hand. */
void hl_change_my_hand(const hl_mind_room *room, uint32_t index, hl_rng *rng);
/* Enumerate all hands that the clues allow, if there are at most `most` and one strategy for each
 * seat, weighted by the number of ways to deal each; else return 0 and change nothing. */
uint32_t hl_all_worlds(const hl_mind_room *room, uint32_t most);
/* Set world 0 to the first hand that the clues allow, the others by policy 0; 0 if there is none.
 */
uint32_t hl_any_world(const hl_mind_room *room);

/* belief.c */
void hl_belief_start(const hl_mind_room *room, const hl_rules *rules);
void hl_belief_observe(const hl_mind_room *room, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8], int reader);
/* A turn was made and the record is after it: let every mind's memo observe it. */
void hl_remember_minds(const hl_mind_room *room, const hl_public *before, const hl_public *after,
                       const uint8_t (*hands)[8]);
/* The effective number of worlds: the number of equally weighted ones that would be as informative.
 */
double hl_belief_size(const hl_mind_room *room);
/* The share, by weight, of worlds in which no move of the others was a slip. */
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

/* Set the rules and record of the view. */
void hl_stage_open(hl_stage *stage, const hl_mind_room *room, const hl_view *view);
/* Set up a world; the deck and all random choices come from `lots`. */
void hl_stage_set(hl_stage *stage, const hl_view *view, const hl_world *world, const hl_rng *lots);
/* The score at the end if I begin with this move. */
int hl_stage_play(hl_stage *stage, int move);

/* halving.c: find the best of the moves in `thought`; gains are measured against `usual`. */
void hl_halve(const hl_mind_room *room, const hl_view *view, const hl_rng *rng,
              hl_search_thought *thought);

/* search.c: the base's move and the halving, from a belief at my turn. */
void hl_think(const hl_mind_room *room, const hl_view *view, hl_rng *rng,
              hl_search_thought *thought);

#endif
