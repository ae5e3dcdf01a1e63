/* Upper bounds on the achievable score; and the end of a game, which is searched exhaustively. */
#include "solver/position.h"

#include <string.h>

/* The earliest time at which cards can be played and the latest until which they must be held, in
 * cards drawn. */
typedef struct {
    int8_t ready[64];  /* cards that become playable with [n] draws */
    int8_t locked[64]; /* change in cards that must be held and cannot be played */
    int left;          /* number of cards to be drawn */
} calendar;

static void fill_calendar(const hl_problem *problem, const hl_solver_state *now, calendar *days) {
    uint32_t held = hl_held(problem, now);
    days->left = problem->deck - now->drawn;
    memset(days->ready, 0, (size_t)days->left + 1);
    memset(days->locked, 0, (size_t)days->left + 1);
    for (unsigned suit = 0; suit < problem->suits; suit++) {
        int ready = 0;
        uint32_t ids = now->wanted & problem->suit_ids[suit];
        foreach (id, ids) {
            uint64_t deck = problem->where[id] >> now->drawn;
            int first = held >> id & 1 ? 0 : 1 + __builtin_ctzll(deck);
            int last = deck ? 64 - __builtin_clzll(deck) : 0;
            ready = first > ready ? first : ready;
            days->ready[ready]++;
            if (last < ready) {
                days->locked[last]++;
                days->locked[ready]--;
            }
        }
    }
}

int hl_in_time(const hl_problem *problem, const hl_solver_state *now, int *spare, int *room) {
    int missing = problem->target - now->score, most = count(now->wanted);
    *room = problem->players * problem->hand_size - 1;
    if (missing <= 0) {
        *spare = 64;
        return 1;
    }
    if (most < missing)
        return 0;
    calendar days;
    fill_calendar(problem, now, &days);
    int ready = 0, locked = 0, fullest = 0, least = days.left + problem->players - missing;
    for (int day = 0; day < days.left; day++) {
        ready += days.ready[day];
        locked += days.locked[day];
        int uses = ready + days.left - day - 1 + problem->players - missing;
        least = uses < least ? uses : least;
        fullest = locked > fullest ? locked : fullest;
    }
    *spare = least;
    *room -= fullest - (most - missing);
    return least >= 0 && (most > missing || *room >= 0);
}

/* A relaxation with one common hand, in which every card is played as soon as possible and unwanted
 * cards are discarded first: neither loses anything there. The only choice is which wanted card to
 * give up when the hand is full of cards that cannot be played. */
typedef struct {
    hl_problem *problem;
    hl_solver_state at; /* all in the hand of seat 0 */
    int size;           /* of the common hand */
    int tries;
} common;

enum { MOST_TRIES = 4000 };

static int reaches(common *state);

static int reaches_without(common *state, unsigned id) {
    common then = *state;
    hl_give_up(then.problem, &then.at, 0, id);
    then.at.hand[0] |= 1U << then.problem->draw[then.at.drawn++] & then.at.wanted;
    int reached = reaches(&then);
    state->tries = then.tries;
    return reached;
}

static int reaches(common *state) {
    hl_problem *problem = state->problem;
    hl_solver_state *at = &state->at;
    int spare, room;
    for (;;) {
        if (at->score >= problem->target || --state->tries < 0)
            return 1;
        uint32_t playable = at->hand[0] & hl_next_ids(problem, at);
        if (at->drawn == problem->deck) {
            for (int turns = problem->players; turns && playable; turns--) {
                unsigned id = (unsigned)__builtin_ctz(playable);
                at->stacks[id / problem->ranks]++;
                at->score++;
                playable = at->hand[0] & hl_next_ids(problem, at);
            }
            return at->score >= problem->target;
        }
        if (playable) {
            unsigned id = (unsigned)__builtin_ctz(playable);
            at->stacks[id / problem->ranks]++;
            at->score++;
            at->hand[0] &= ~(1U << id);
            at->wanted &= ~(1U << id);
        } else if (count(at->hand[0]) == state->size) {
            break;
        }
        at->hand[0] |= 1U << problem->draw[at->drawn++] & at->wanted;
    }
    problem->nodes++;
    if (!hl_in_time(problem, at, &spare, &room))
        return 0;
    /* Give up first the card whose other copy is drawn soonest: that is usually the right one. */
    uint32_t left = at->hand[0];
    while (left) {
        unsigned best = HL_RUBBISH, sooner = 65;
        foreach (id, left) {
            uint64_t deck = problem->where[id] >> at->drawn;
            unsigned next = deck ? (unsigned)__builtin_ctzll(deck) : 64;
            if (next < sooner) {
                sooner = next;
                best = id;
            }
        }
        if (sooner == 65)
            break;
        left &= ~(1U << best);
        if (sooner == 64 && at->score + count(at->wanted) <= problem->target)
            continue;
        if (reaches_without(state, best))
            return 1;
    }
    return 0;
}

int hl_common_hand(hl_problem *problem, const hl_solver_state *now) {
    common state = {problem, *now, problem->players * problem->hand_size, MOST_TRIES};
    state.at.hand[0] = hl_held(problem, now);
    for (unsigned seat = 1; seat < problem->players; seat++)
        state.at.hand[seat] = 0;
    return reaches(&state);
}

typedef struct {
    const hl_problem *problem;
    uint32_t hand[6], wanted;
    uint8_t stacks[6];
} last_turns;

static int best_from(const last_turns *now, unsigned seat, unsigned turns, uint8_t *plays) {
    const hl_problem *problem = now->problem;
    if (!turns)
        return 0;
    uint8_t later[6];
    unsigned after = seat + 1U == problem->players ? 0 : seat + 1U;
    plays[0] = HL_RUBBISH;
    int best = best_from(now, after, turns - 1, plays + 1);
    for (unsigned suit = 0; suit < problem->suits; suit++) {
        unsigned id = suit * problem->ranks + now->stacks[suit];
        if (now->stacks[suit] >= problem->ranks || !(now->hand[seat] >> id & 1))
            continue;
        last_turns then = *now;
        then.stacks[suit]++;
        int points = 1 + best_from(&then, after, turns - 1, later);
        if (points <= best)
            continue;
        best = points;
        plays[0] = (uint8_t)id;
        memcpy(plays + 1, later, turns - 1);
        if (best == (int)turns)
            break;
    }
    return best;
}

int hl_last_turns(const hl_problem *problem, const hl_solver_state *now, uint8_t plays[6]) {
    last_turns begin = {.problem = problem};
    memcpy(begin.hand, now->hand, sizeof begin.hand);
    memcpy(begin.stacks, now->stacks, sizeof begin.stacks);
    return best_from(&begin, now->mover, now->turns, plays);
}
