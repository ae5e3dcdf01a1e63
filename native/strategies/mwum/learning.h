/* The multiplicative weights update method: an agent that learns by self-play.
 *
 * Every action of every state has a weight, 1 at the start. An action is drawn in proportion to the
 * weights of its state, and its weight is multiplied according to the reward. The agent of Gordon,
 * McGee, Shekhar and Bewick (2024, section 4) is HL_MWUM_PAPER with one reward per game: its state
 * contains the player's own hidden cards. HL_MWUM_KNOWING is the agent that its
 * authors would have liked to make: its states and actions contain only what a seat knows, and
 * rewards come every few moves.
 */
#ifndef HANABI_MWUM_LEARNING_H
#define HANABI_MWUM_LEARNING_H

#include "engine/hanabi.h"
#include "strategies/mwum/codes.h"

/* --- cdef begin --- */

#define HL_MWUM_LONGEST 50 /* moves of a mini-episode */

enum hl_mwum_agent { HL_MWUM_PAPER = 0, HL_MWUM_KNOWING = 1 };

/* The paper's three enhancements, independent of each other. */
enum hl_mwum_option {
    HL_MWUM_BUCKETED = 1, /* listing 4: the paper's state, coarsened */
    HL_MWUM_SHAPED = 2,   /* listing 5: one reward a game, below zero for a score below five, ... */
    HL_MWUM_VISITS = 4    /* listing 6: steps over the root of the state's visits */
};

typedef struct {
    double eta;     /* the learning rate */
    double penalty; /* points deducted for the last strike, with mini-episodes */
    double epsilon; /* probability of a uniformly random action in the first game ... */
    double decay;   /* ... multiplied by this per game (listing 6) ... */
    double least;   /* ... but never less than this */
    uint8_t agent, options;
    uint8_t episode; /* moves of a mini-episode; 0: one reward a game */
} hl_mwum_setting;

/* The statistics of a state, of an action in a state, or of a position. For the knowing agent an
 * action's key is HL_MWUM_OF_STATE | state << 16 | code, the state's own has code 0xffff, and
 * HL_MWUM_ANYWHERE | code is the action over all states. */
typedef struct {
    uint64_t key;
    float value; /* of an action: logarithm of its weight; else a mean */
    uint32_t visits;
} hl_mwum_entry;

#define HL_MWUM_OF_STATE 0x10000000000
#define HL_MWUM_ANYWHERE 0x30000000000

/* An open-addressing table in the caller's memory; key 0 is a free place, and `mask` the table's
 * size, a power of 2, less one. */
typedef struct {
    hl_mwum_entry *entries;
    uint64_t mask, used;
} hl_mwum_table;

/* The last scores, to which shaped rewards are compared. */
typedef struct {
    uint8_t scores[100];
    uint64_t games;
} hl_mwum_past;

/* The results of games; adding two field by field gives the tally of both. */
typedef struct {
    uint64_t games, moves;
    uint64_t met;        /* moves in states that had been visited before */
    uint64_t scores[31]; /* games by stacks score */
    uint64_t struck[31]; /* of them, those that ended by the last strike */
} hl_mwum_tally;

/* Check rules and settings: HL_OK, HL_BAD_RULES, or HL_BAD_ARGUMENT if a setting is out of range.
 */
int hl_mwum_check(const hl_rules *rules, const hl_mwum_setting *setting);

/* Play up to `count` games of a seed from number `first` on, update the table by each, and add them
 * to the tally. Game i is dealt from stream i of the seed, and its moves are drawn from the stream
 * HL_SEAT_STREAM of that stream. Stops early, with fewer games in the tally, if another game might
 * leave less than a quarter of the table free. HL_OK, or an error of hl_mwum_check and nothing is
 * played. */
int hl_mwum_learn(const hl_rules *rules, const hl_mwum_setting *setting, const hl_rng *seed,
                  uint64_t first, uint64_t count, hl_mwum_table *table, hl_mwum_past *past,
                  hl_mwum_tally *tally);

/* Play `count` games of a seed from number `first` on without learning, and add them to the tally.
 * If `best` is not 0, the action with the largest weight is taken instead of a drawn one. HL_OK, or
 * an error of hl_mwum_check and nothing is played. */
int hl_mwum_play(const hl_rules *rules, const hl_mwum_setting *setting, const hl_rng *seed,
                 uint64_t first, uint64_t count, const hl_mwum_table *table, int best,
                 hl_mwum_tally *tally);

typedef struct {
    uint64_t state;
    uint16_t code; /* the action */
    uint8_t move;
    uint8_t known; /* whether the state's own weights decided, not those over all states */
} hl_mwum_decision;

/* Choose the knowing agent's action with the largest weight for the view's seat. HL_OK,
 * HL_GAME_OVER or HL_NOT_YOUR_TURN. */
int hl_mwum_decide(const hl_view *view, const hl_mwum_table *table, hl_mwum_decision *decision);

/* Insert `count` entries, those with key 0 excepted, into a table, which must have room for them.
 */
void hl_mwum_fill(hl_mwum_table *table, const hl_mwum_entry *entries, uint64_t count);

/* --- cdef end --- */

#endif
