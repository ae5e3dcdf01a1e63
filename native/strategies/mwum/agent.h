/* Declarations shared by the files of the multiplicative weights method. Not public. */
#ifndef HANABI_MWUM_AGENT_H
#define HANABI_MWUM_AGENT_H

#include "engine/rng.h"
#include "engine/sets.h"
#include "engine/turn.h"
#include "strategies/mwum/learning.h"
#include "strategies/mwum/marks.h"

#include <stddef.h>

/* The actions of the seat to move, each with a move that does it. */
typedef struct {
    uint64_t state;             /* key of the state's own entry */
    uint64_t key[HL_MAX_MOVES]; /* of each action */
    uint8_t move[HL_MAX_MOVES];
    int count;
} hl_choices;

/* The record of a game's states, actions and scores, move by move. */
typedef struct {
    uint64_t state[HL_MAX_TURNS], key[HL_MAX_TURNS];
    uint64_t position[HL_MAX_TURNS]; /* before the move */
    uint8_t score[HL_MAX_TURNS];
    int count;
} hl_diary;

/* The most entries that one move may add. */
enum { HL_MWUM_PER_MOVE = 4 };

static inline uint64_t hl_mwum_hash(uint64_t hash, uint64_t word) {
    return hl_mix(hash + HL_GOLDEN + hl_mix(word + 1));
}

static inline unsigned hl_mwum_at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

/* The entry of a key, NULL if the table has none. */
const hl_mwum_entry *hl_mwum_find(const hl_mwum_table *table, uint64_t key);
/* The entry of a key, added if the table has none. */
hl_mwum_entry *hl_mwum_at(hl_mwum_table *table, uint64_t key);

void hl_mwum_paper_choices(const hl_game *game, unsigned options, hl_choices *choices);
void hl_mwum_knowing_choices(const hl_view *view, const hl_marks *marks, hl_choices *choices);
/* The index of the action with the largest weight. Writes to `known` whether the weights of the
 * state itself decided, not those over all states. */
int hl_mwum_heaviest(const hl_mwum_table *table, const hl_choices *choices, int *known);

/* Update the weights by a game, whose last position is `end`: with one reward for all moves, or
 * with one reward for each mini-episode. */
void hl_mwum_reward_game(const hl_mwum_setting *setting, const hl_diary *diary,
                         const hl_public *end, const hl_mwum_past *past, hl_mwum_table *table);
void hl_mwum_reward_episodes(const hl_mwum_setting *setting, const hl_diary *diary,
                             const hl_public *end, hl_mwum_table *table);
/* The key of the table entry for the public progress of a game. */
uint64_t hl_mwum_position(const hl_public *pub);

#endif
