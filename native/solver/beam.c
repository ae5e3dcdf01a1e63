/* Beam search: the most promising positions after each card used, until one reaches the target. */
#include "engine/rng.h"
#include "solver/position.h"

#include <stdlib.h>
#include <string.h>

enum { WIDEST = 2048, MOST_USES = 64, SEEN_EACH = 32 };

typedef struct {
    hl_solver_state at;
    int32_t worth;
    uint16_t parent;
    hl_use use;
} child;

typedef struct {
    uint16_t parent;
    hl_use use;
} step;

typedef struct {
    hl_problem *problem;
    uint64_t noise;
    int width, count, seen_size;
    child now[WIDEST], next[WIDEST]; /* `next` is a heap, the worst on top */
    uint64_t seen[WIDEST * SEEN_EACH];
    step steps[MOST_USES][WIDEST];
} beam;

static uint64_t name_of(const hl_solver_state *now) {
    uint64_t name = hl_mix(((uint64_t)now->hand[0] << 32 | now->hand[1]) + HL_GOLDEN);
    name = hl_mix(name ^ ((uint64_t)now->hand[2] << 32 | now->hand[3]));
    name = hl_mix(name ^ ((uint64_t)now->hand[4] << 32 | now->hand[5]));
    return hl_mix(name ^ ((uint64_t)now->wanted << 32 | (uint64_t)now->score << 24 |
                          (uint64_t)now->mover << 16 | (uint64_t)now->strikes << 8 | now->tokens));
}

/* The value of a position: points, uses that are not needed for plays (`spare`) and clue tokens
 * count for it, hands that can only discard wanted cards against it. The weights are those that
 * solved most of the hard deals. */
static int32_t worth_of(const beam *search, const hl_solver_state *now, uint64_t name, int spare) {
    int locked = 0;
    for (unsigned seat = 0; seat < search->problem->players; seat++)
        locked += !hl_has_rubbish(search->problem, now, seat);
    int worth = 64 * (now->score + spare) + 10 * now->tokens - 20 * locked;
    if (search->noise)
        worth += (int)(hl_mix(name ^ search->noise) & 63) - 32;
    return worth;
}

/* Whether this position was already recorded in this layer; if not, record it. Where the table is
 * full it is not recorded, and may be searched again. */
static int met(beam *search, uint64_t name) {
    unsigned mask = (unsigned)search->seen_size - 1;
    name |= 1; /* 0 marks an empty place */
    for (unsigned at = (unsigned)(name >> 8) & mask, tries = 0; tries < 8; tries++) {
        uint64_t *place = &search->seen[(at + tries) & mask];
        if (*place == name)
            return 1;
        if (!*place) {
            *place = name;
            return 0;
        }
    }
    return 0;
}

static void keep(beam *search, const child *born) {
    child *next = search->next;
    int at;
    if (search->count < search->width) {
        for (at = search->count++; at && next[(at - 1) / 2].worth > born->worth; at = (at - 1) / 2)
            next[at] = next[(at - 1) / 2];
    } else {
        for (at = 0;;) {
            int least = 2 * at + 1;
            if (least + 1 < search->count && next[least + 1].worth < next[least].worth)
                least++;
            if (least >= search->count || next[least].worth >= born->worth)
                break;
            next[at] = next[least];
            at = least;
        }
    }
    next[at] = *born;
}

static void bear(beam *search, int parent, hl_use use) {
    hl_problem *problem = search->problem;
    child born = {search->now[parent].at, 0, (uint16_t)parent, use};
    int spare, room;
    hl_make_use(problem, &born.at, use);
    problem->nodes++;
    if (!hl_in_time(problem, &born.at, &spare, &room))
        return;
    uint64_t name = name_of(&born.at);
    born.worth = worth_of(search, &born.at, name, spare);
    if ((search->count < search->width || born.worth > search->next[0].worth) && !met(search, name))
        keep(search, &born);
}

static void bear_each(beam *search, int parent, hl_use use, uint32_t ids) {
    foreach (id, ids) {
        use.id = (uint8_t)id;
        bear(search, parent, use);
    }
}

/* Add to the next layer the positions after each use (play or discard) that some seat may make
 * next, the seats before it passing. A seat with an unwanted card never discards a wanted one. */
static void bear_all(beam *search, int parent) {
    const hl_problem *problem = search->problem;
    const hl_solver_state *now = &search->now[parent].at;
    uint32_t next = hl_next_ids(problem, now);
    for (unsigned ahead = 0; ahead < problem->players && ahead <= now->tokens; ahead++) {
        unsigned seat = now->mover + ahead;
        seat -= seat >= problem->players ? problem->players : 0;
        hl_use use = {(uint8_t)seat, HL_USE_PLAY, HL_RUBBISH};
        bear_each(search, parent, use, now->hand[seat] & next);
        int kind = hl_way_out(problem, now, now->tokens - (int)ahead, 0);
        if (kind < 0)
            continue;
        use.kind = (uint8_t)kind;
        if (hl_has_rubbish(problem, now, seat))
            bear(search, parent, use);
        else
            bear_each(search, parent, use, now->hand[seat] & (kind == HL_USE_STRIKE ? ~next : ~0U));
    }
}

static int finishes(const hl_problem *problem, const hl_solver_state *now) {
    uint8_t plays[6];
    if (now->score >= problem->target)
        return 1;
    return now->drawn == problem->deck &&
           now->score + hl_last_turns(problem, now, plays) >= problem->target;
}

_Static_assert(sizeof(beam) <= sizeof((hl_solver_memory *)0)->beam, "a beam fits its memory");

int hl_beam(hl_problem *problem, const hl_solver_state *root, int width, uint64_t noise,
            hl_use uses[64]) {
    beam *search = (beam *)(void *)problem->memory->beam;
    search->problem = problem;
    search->noise = noise;
    search->width = width < WIDEST ? width : WIDEST;
    search->seen_size = search->width * SEEN_EACH;
    search->now[0] = (child){.at = *root};
    if (finishes(problem, root))
        return 1;
    for (int layer = 0, filled = 1; layer + root->drawn < problem->deck && filled; layer++) {
        search->count = 0;
        memset(search->seen, 0, (size_t)search->seen_size * sizeof *search->seen);
        for (int parent = 0; parent < filled && problem->nodes < problem->budget; parent++)
            bear_all(search, parent);
        filled = search->count;
        for (int kept = 0; kept < filled; kept++) {
            search->now[kept] = search->next[kept];
            search->steps[layer][kept] = (step){search->next[kept].parent, search->next[kept].use};
            if (!finishes(problem, &search->next[kept].at))
                continue;
            for (int back = layer, at = kept; back >= 0; at = search->steps[back--][at].parent)
                uses[root->drawn + back] = search->steps[back][at].use;
            return 1;
        }
    }
    return 0;
}
