/* A position as the solver sees it: who holds which cards that are still wanted. Internal.
 *
 * Time is counted in cards used, since each use draws the next card; turns that pass are part of
 * the use after them. A hand is a set of identities: of two copies in one hand one is rubbish, as
 * is what was played already or can never be. Rubbish is always there to be discarded while a hand
 * holds fewer wanted cards than slots.
 */
#ifndef HANABI_SOLVER_POSITION_H
#define HANABI_SOLVER_POSITION_H

#include "solver/whole_deals.h"

#define HL_RUBBISH 31 /* in place of an identity: any card that nobody wants */

typedef struct {
    uint8_t players, suits, ranks, hand_size, max_tokens, spare_strikes, discard_at_max;
    uint8_t deck;   /* cards left in the deck */
    uint8_t target; /* points asked for */
    uint8_t draw[64];
    uint64_t where[30]; /* of each identity, its places in `draw` (bit set) */
    uint32_t suit_ids[6];
    uint64_t nodes, budget;
    uint64_t call; /* tells what is remembered in one call from all others */
    hl_solver_memory *memory;
} hl_problem;

typedef struct {
    uint32_t hand[6]; /* identities wanted (bit set) */
    uint32_t wanted;  /* not played, and a copy is left of this and of all below it */
    uint8_t stacks[6];
    uint8_t drawn; /* cards drawn since the problem began */
    uint8_t mover, tokens, strikes, score;
    uint8_t turns; /* left once the deck is empty, else HL_NONE */
} hl_position;

enum hl_use_kind {
    HL_USE_PLAY = 0,
    HL_USE_DISCARD = 1,
    HL_USE_STRIKE = 2,       /* a misplay, where a discard is not allowed */
    HL_USE_AFTER_A_ROUND = 3 /* a discard after everybody passed once more */
};

typedef struct {
    uint8_t seat, kind, id; /* id: HL_RUBBISH for a card that nobody wants */
} hl_use;

static inline int hl_bits(uint32_t set) { return __builtin_popcount(set); }

static inline unsigned hl_ahead(const hl_problem *problem, unsigned from, unsigned to) {
    return to >= from ? to - from : to + problem->players - from;
}

static inline uint32_t hl_held(const hl_problem *problem, const hl_position *now) {
    uint32_t held = 0;
    for (unsigned seat = 0; seat < problem->players; seat++)
        held |= now->hand[seat];
    return held;
}

/* The identities that are next on their stacks, wanted or not. */
static inline uint32_t hl_next_ids(const hl_problem *problem, const hl_position *now) {
    uint32_t next = 0;
    for (unsigned suit = 0; suit < problem->suits; suit++)
        next |= 1U << (suit * problem->ranks + now->stacks[suit]) & problem->suit_ids[suit];
    return next & now->wanted;
}

/* A wanted card leaves a hand unplayed: what can no longer be reached is wanted no more. */
static inline void hl_give_up(const hl_problem *problem, hl_position *now, unsigned seat,
                              unsigned id) {
    now->hand[seat] &= ~(1U << id);
    if ((hl_held(problem, now) >> id & 1) || problem->where[id] >> now->drawn)
        return;
    uint32_t gone = problem->suit_ids[id / problem->ranks] & ~((1U << id) - 1);
    now->wanted &= ~gone;
    for (unsigned other = 0; other < problem->players; other++)
        now->hand[other] &= ~gone;
}

/* A use as it happens, passes before it included. It must be possible. */
static inline void hl_make_use(const hl_problem *problem, hl_position *now, hl_use use) {
    now->tokens = (uint8_t)(now->tokens - hl_ahead(problem, now->mover, use.seat));
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

/* From a game with a legal hand size each; the target is left to the caller. */
void hl_problem_of(const hl_game *game, hl_problem *problem, hl_position *root);

/* Whether the target is in reach for all that is known in a moment. Tells how many uses are to
 * spare for it, and how many places in the hands when they are fullest. */
int hl_in_time(const hl_problem *problem, const hl_position *now, int *spare, int *room);
/* The most points for which there is time. */
int hl_time_bound(const hl_problem *problem, const hl_position *now);

/* The most plays in the last turns, each seat having one; `plays` gets the card of each turn, or
 * HL_RUBBISH. */
int hl_last_turns(const hl_problem *problem, const hl_position *now, uint8_t plays[6]);

/* Whether the target is reached by one common hand. 1 if so or too hard to tell. */
int hl_common_hand(hl_problem *problem, const hl_position *now);
/* Whether these suits (bit set) would be finished but for `missing` cards if nothing else mattered
 * and clues were free. 1 if so or too hard to tell. */
int hl_suits_alone(hl_problem *problem, const hl_position *now, unsigned suits, int missing);

/* By which rules all lines are tried, the lenient first: what cannot be done by these cannot be
 * done at all. */
enum hl_leniency {
    HL_FREE_CLUES = 0,   /* passing costs nothing */
    HL_FREE_STRIKES = 1, /* with all clue tokens a card may go as if by a misplay, any number */
    HL_STRICT = 2
};

/* Whether the target is reached: 1, 0 (proved), -1 (out of budget). A line of uses up to the last
 * card of the deck is left in `uses`. */
int hl_exhaust(hl_problem *problem, const hl_position *root, int leniency, hl_use uses[64]);
/* The same by a beam, which proves nothing when it fails: 1 or 0. */
int hl_beam(hl_problem *problem, const hl_position *root, int width, uint64_t noise,
            hl_use uses[64]);

#endif
