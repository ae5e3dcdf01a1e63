/* Many games side by side for learners: one turn of every game per call.
 *
 * Each game has a lane. When one ends, the next game of the run begins in its lane, so that every
 * lane always has a seat to move: lane l of n plays games l, l + n, l + 2n ... of the seed. Lanes
 * do not affect each other.
 */
#ifndef HANABI_ENVIRONMENT_H
#define HANABI_ENVIRONMENT_H

#include "environment/observation.h"

/* --- cdef begin --- */

typedef struct {
    hl_game game;
    hl_ledger ledger;
    uint64_t number; /* of the game in its run */
} hl_lane;

/* The effects of a turn, from which rewards are made. */
typedef struct {
    int8_t reward;    /* change of the score that is 0 after the last strike */
    uint8_t kind;     /* hl_kind */
    uint8_t scored;   /* a play that succeeded */
    uint8_t repeated; /* touched cards already clued with this colour or rank */
    uint8_t playable; /* touched cards that could be played */
    uint8_t news;     /* of the playable ones, those not already clued with it */
    uint8_t stacked;  /* the card that left the hand had already been played */
    uint8_t end;      /* hl_end of the game if this turn ended it, else 0 */
    uint8_t stacks;   /* cards played in the game so far */
} hl_deed;

/* The observations of all lanes: one row of each array per lane, for the seat to move there. */
typedef struct {
    uint64_t *observations; /* [lane][words] */
    uint64_t *legal;        /* [lane] actions (bit set) */
    uint8_t *seats;         /* [lane] */
    uint8_t *hands;         /* [lane][hand_size] its true cards by age: identities, or HL_NONE */
    hl_deed *deeds;         /* [lane] what the last turn did; untouched by hl_environment_start */
} hl_batch;

/* Deal game first + l into each lane l. HL_OK or HL_BAD_RULES. */
int hl_environment_start(const hl_rules *rules, const hl_rng *seed, uint64_t first, uint32_t count,
                         hl_lane *lanes, const hl_batch *batch);
/* Make one turn in every lane. HL_OK, or HL_NO_SUCH_MOVE if an action is not legal; then nothing
 * has changed. */
int hl_environment_step(const hl_rng *seed, uint32_t count, hl_lane *lanes, const uint8_t *actions,
                        const hl_batch *batch);
/* Restore a lane: deal the game and make these moves (engine ids). */
int hl_environment_restore(const hl_rules *rules, const hl_rng *seed, uint64_t number,
                           const uint8_t *moves, uint32_t turns, hl_lane *lane);
/* Rewrite the observations of all lanes. */
void hl_environment_tell(uint32_t count, const hl_lane *lanes, const hl_batch *batch);

/* A uniformly random legal action for each lane. */
void hl_random_actions(const uint64_t *legal, uint32_t count, hl_rng *rng, uint8_t *actions);
/* The exact odds of the cards of each seat to move: [lane][position by age][identity]; rows of
 * missing cards are 0. Moves are not interpreted by any convention. */
int hl_environment_odds(uint32_t count, const hl_lane *lanes, float *odds);

/* --- cdef end --- */

#endif
