/* A position of the solver: which wanted cards each seat holds. Internal.
 *
 * Time is counted in cards used, since each use draws the next card; turns that pass belong to the
 * use after them. A hand is a set of identities: of two copies in one hand one is rubbish, and so
 * is a card that was played already or can never be. Rubbish is available for discarding while a
 * hand holds fewer wanted cards than slots.
 */
#ifndef HANABI_SOLVER_POSITION_H
#define HANABI_SOLVER_POSITION_H

#include "engine/sets.h"
#include "solver/whole_deals.h"

#define HL_RUBBISH 31 /* in place of an identity: any unwanted card */

typedef struct {
    uint8_t players, suits, ranks, hand_size, max_tokens, spare_strikes, discard_at_max;
    uint8_t deck;   /* cards left in the deck */
    uint8_t target; /* points to reach */
    uint8_t draw[64];
    uint64_t where[30]; /* of each identity, its places in `draw` (bit set) */
    uint32_t suit_ids[6];
    uint64_t nodes, budget;
    uint64_t call; /* separates the entries of one call from all others */
    hl_solver_memory *memory;
} hl_problem;

typedef struct {
    uint32_t hand[6]; /* identities wanted (bit set) */
    uint32_t wanted; /* identities that can still score: copies of them and of all below are left */
    uint8_t stacks[6];
    uint8_t drawn; /* cards drawn since the problem began */
    uint8_t mover, tokens, strikes, score;
    uint8_t turns; /* left once the deck is empty, else HL_NONE */
} hl_solver_state;

enum hl_use_kind {
    HL_USE_PLAY = 0,
    HL_USE_DISCARD = 1,
    HL_USE_STRIKE = 2,       /* a misplay, where a discard is not allowed */
    HL_USE_AFTER_A_ROUND = 3 /* a discard after one more round of passes */
};

typedef struct {
    uint8_t seat, kind, id; /* id: HL_RUBBISH for an unwanted card */
} hl_use;

static inline uint32_t hl_held(const hl_problem *problem, const hl_solver_state *now) {
    uint32_t held = 0;
    for (unsigned seat = 0; seat < problem->players; seat++)
        held |= now->hand[seat];
    return held;
}

/* Whether a seat holds a card that is not wanted. */
static inline int hl_has_rubbish(const hl_problem *problem, const hl_solver_state *now,
                                 unsigned seat) {
    return count(now->hand[seat]) < problem->hand_size;
}

/* How an unplayed card leaves a hand with this number of tokens: an hl_use_kind, or -1. `free`: any
 * number of strikes may be spent. */
static inline int hl_way_out(const hl_problem *problem, const hl_solver_state *now, int tokens,
                             int free) {
    if (tokens < problem->max_tokens || problem->discard_at_max)
        return HL_USE_DISCARD;
    if (free || now->strikes < problem->spare_strikes)
        return HL_USE_STRIKE;
    return tokens >= problem->players ? HL_USE_AFTER_A_ROUND : -1;
}

/* The wanted identities (bit set) that can be played now. */
static inline uint32_t hl_next_ids(const hl_problem *problem, const hl_solver_state *now) {
    uint32_t next = 0;
    for (unsigned suit = 0; suit < problem->suits; suit++)
        next |= 1U << (suit * problem->ranks + now->stacks[suit]) & problem->suit_ids[suit];
    return next & now->wanted;
}

/* Remove a wanted card, unplayed, from a seat's hand: if it was the last copy, it and the higher
 * ranks of its suit become unwanted. */
static inline void hl_give_up(const hl_problem *problem, hl_solver_state *now, unsigned seat,
                              unsigned id) {
    now->hand[seat] &= ~(1U << id);
    if ((hl_held(problem, now) >> id & 1) || problem->where[id] >> now->drawn)
        return;
    uint32_t gone = problem->suit_ids[id / problem->ranks] & ~((1U << id) - 1);
    now->wanted &= ~gone;
    for (unsigned other = 0; other < problem->players; other++)
        now->hand[other] &= ~gone;
}

/* Make a use of a card (play, discard or misplay), including the passes (clues) of the seats before
 * it. It must be possible. */
static inline void hl_make_use(const hl_problem *problem, hl_solver_state *now, hl_use use) {
    int passes = use.seat - now->mover + (use.seat < now->mover ? problem->players : 0);
    now->tokens = (uint8_t)(now->tokens - passes);
    if (use.kind == HL_USE_AFTER_A_ROUND)
        now->tokens = (uint8_t)(now->tokens - problem->players);
    if (use.kind == HL_USE_PLAY) {
        unsigned suit = use.id / problem->ranks;
        uint32_t others = ~(1U << use.id);
        for (unsigned seat = 0; seat < problem->players; seat++)
            now->hand[seat] &= others;
        now->wanted &= others;
        now->score++;
        if (++now->stacks[suit] == problem->ranks && now->tokens < problem->max_tokens)
            now->tokens++;
    } else {
        if (use.id != HL_RUBBISH)
            hl_give_up(problem, now, use.seat, use.id);
        if (use.kind == HL_USE_STRIKE)
            now->strikes++;
        else if (now->tokens < problem->max_tokens)
            now->tokens++;
    }
    now->hand[use.seat] |= 1U << problem->draw[now->drawn++] & now->wanted;
    if (now->drawn == problem->deck)
        now->turns = problem->players;
    now->mover = (uint8_t)(use.seat + 1U == problem->players ? 0 : use.seat + 1U);
}

/* Whether a cheap bound does not rule out the target. Writes to `spare` the number of uses that are
 * not needed for plays (negative: there is too little time), and to `room` the number of free
 * places in the hands when they are fullest. */
int hl_in_time(const hl_problem *problem, const hl_solver_state *now, int *spare, int *room);

/* The largest number of plays in the last turns, when the deck is empty; writes to `plays` the
 * identity to play on each turn, or HL_RUBBISH. */
int hl_last_turns(const hl_problem *problem, const hl_solver_state *now, uint8_t plays[6]);

/* Whether the target can be reached if all seats shared one hand: 0 if this is proved to be
 * impossible, which proves that the target is out of reach; otherwise 1. */
int hl_common_hand(hl_problem *problem, const hl_solver_state *now);
/* Whether all but `missing` of the wanted cards of `suits` (bit set) can be played if no other
 * suits mattered and clues were free: 0 if this is proved to be impossible, otherwise 1. */
int hl_suits_alone(hl_problem *problem, const hl_solver_state *now, unsigned suits, int missing);

/* The rules by which all lines are tried, lenient ones first: what fails under these fails under
 * the real rules. */
enum hl_leniency {
    HL_FREE_CLUES = 0,   /* passing is free */
    HL_FREE_STRIKES = 1, /* with all clue tokens any number of cards may leave as if by misplays */
    HL_STRICT = 2
};

/* Search all lines of play, by the rules of an hl_leniency, for one that reaches the target.
 * Returns 1 and writes its uses up to the last card of the deck; 0 if there is none; -1 if the
 * budget ran out. */
int hl_exhaust(hl_problem *problem, const hl_solver_state *root, int leniency, hl_use uses[64]);
/* Search for a line that reaches the target by a beam search, which keeps the `width` most
 * promising positions after each use; `noise` varies their order. Returns 1 and writes the uses, or
 * 0, which proves nothing. */
int hl_beam(hl_problem *problem, const hl_solver_state *root, int width, uint64_t noise,
            hl_use uses[64]);

#endif
