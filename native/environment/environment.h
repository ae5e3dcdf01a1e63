/* Many games side by side for learners: everybody's turn in one call.
 *
 * Each game has a lane. When one ends, the next game of the run begins in its lane, so that every
 * lane has a seat to move at any time: lane l of n plays games l, l + n, l + 2n ... of the seed.
 * Nothing here depends on what the other lanes do.
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

/* What a turn did: what rewards are made of. */
typedef struct {
    int8_t reward;    /* change of the score that is 0 after the last strike */
    uint8_t kind;     /* hl_kind */
    uint8_t scored;   /* a play that succeeded */
    uint8_t repeated; /* touched cards that had been told this colour or rank before */
    uint8_t playable; /* touched cards that could be played */
    uint8_t stacked;  /* a card left the hand whose identity was on its stack already */
    uint8_t end;      /* hl_end of the game if this turn ended it, else 0 */
    uint8_t stacks;   /* cards played in the game so far */
} hl_deed;

/* What is told of all lanes: rows of one array each, of whoever is to move there. */
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
/* One turn of every lane. HL_OK, or HL_NO_SUCH_MOVE for actions of which one is not legal, and
 * then nothing has changed. */
int hl_environment_step(const hl_rng *seed, uint32_t count, hl_lane *lanes, const uint8_t *actions,
                        const hl_batch *batch);
/* A lane as it was: deal the game and make these moves (engine's ids). */
int hl_environment_restore(const hl_rules *rules, const hl_rng *seed, uint64_t number,
                           const uint8_t *moves, uint32_t turns, hl_lane *lane);
/* Tell of all lanes anew. */
void hl_environment_tell(uint32_t count, const hl_lane *lanes, const hl_batch *batch);

/* A legal action of each, all as likely. */
void hl_random_actions(const uint64_t *legal, uint32_t count, hl_rng *rng, uint8_t *actions);
/* The exact odds of the cards of whoever is to move: [lane][position by age][identity]; rows of
 * missing cards are 0. What moves may have meant is not read in. */
int hl_environment_odds(uint32_t count, const hl_lane *lanes, float *odds);

/* --- cdef end --- */

#endif
