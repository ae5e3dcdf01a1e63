/* Many games side by side for learners: one turn of every game per call.
 *
 * Each game has a lane. When one ends, the next game of the run begins in its lane, so that every
 * lane always has a seat to move: lane l plays games l, l + stride, l + 2 * stride ... of the seed.
 * Lanes do not affect each other.
 *
 * The learner moves every seat, or one seat beside partners. Then each game draws the learner's
 * seat and its partner, who takes all other seats, from the game's own stream, and a step goes on
 * to the learner's next turn. A game that ends before the learner's first turn is skipped.
 */
#ifndef HANABI_ENVIRONMENT_H
#define HANABI_ENVIRONMENT_H

#include "environment/observation.h"
#include "play/blueprint.h"

/* --- cdef begin --- */

typedef struct {
    hl_game game;
    hl_ledger ledger;
    uint64_t number;   /* of the game in its run */
    hl_rng chances[6]; /* [seat] random choices of the partner there */
    uint32_t partner;
    uint8_t learner;  /* its seat; HL_NONE: it moves every seat */
    uint8_t paid;     /* cards played in the game that were already rewarded */
    uint8_t known[6]; /* [seat] turns that the memo of the partner there has observed */
} hl_lane;

/* The games of a run, and who plays beside the learner. */
typedef struct {
    hl_rng seed;
    uint64_t stride; /* from the number of a lane's game to that of its next one */
    uint32_t lanes;
    uint32_t partners;                     /* 0: the learner moves every seat */
    const hl_blueprint *const *strategies; /* [partner] NULL: moved by hl_environment_reply */
    uint8_t seat;                          /* of the learner; HL_NONE: drawn for each game */
    uint32_t memo_size;                    /* bytes of a seat's memo, in whole words */
    uint8_t *memos;                        /* [lane][seat][memo_size] */
    void *scratch;                         /* room for a memo larger than memo_size */
} hl_course;

/* The effects of a turn, from which rewards are made. */
typedef struct {
    int8_t reward;    /* change of the score that is 0 after the last strike */
    int8_t gained;    /* change of the number of cards played */
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
    uint32_t *partners;     /* [lane] partner in the current game, 0 without partners */
    uint8_t *waiting;       /* [lane] a partner is to move, by hl_environment_reply */
    uint64_t *finals;       /* [lane][words] the ended game, for the learner's seat or the next */
} hl_batch;

/* Deal game number first + l into each lane l, let partners move up to the learner's first turn,
 * and write the observations. HL_OK; HL_BAD_RULES; HL_BAD_ARGUMENT if the learner's seat does not
 * exist; an error of a partner's check; or HL_OUT_OF_BUDGET if partners end a thousand games in a
 * row before the learner's first turn. */
int hl_environment_start(const hl_rules *rules, const hl_course *course, uint64_t first,
                         hl_lane *lanes, const hl_batch *batch);
/* Make one turn, actions[lane], in every lane, and those of the partners up to the learner's next
 * turn, for whose effects on the score the learner is rewarded too; write observations and deeds.
 * HL_OK, or HL_NO_SUCH_MOVE if an action is not legal or HL_NOT_YOUR_TURN if a lane waits for a
 * partner; then nothing has changed. HL_OUT_OF_BUDGET: partners ended a thousand games of a lane in
 * a row before the learner's first turn. */
int hl_environment_step(const hl_course *course, hl_lane *lanes, const uint8_t *actions,
                        const hl_batch *batch);
/* In each lane rows[i], i < count, make the waiting partner's move moves[i] (an id of the engine;
 * -1 gives the game up), and continue as hl_environment_step does after the learner's turn. HL_OK,
 * HL_OUT_OF_BUDGET, or the error of the move with the index *refused, which was not made; those
 * before it were. */
int hl_environment_reply(const hl_course *course, hl_lane *lanes, const uint32_t *rows,
                         const int16_t *moves, uint32_t count, const hl_batch *batch,
                         uint32_t *refused);
/* Restore a lane without partners: deal game `number` of the seed and make `turns` moves (ids of
 * the engine). HL_OK; HL_BAD_RULES; HL_GAME_OVER if these moves end the game; or the error of the
 * first illegal move. */
int hl_environment_restore(const hl_rules *rules, const hl_rng *seed, uint64_t number,
                           const uint8_t *moves, uint32_t turns, hl_lane *lane);
/* Write the observations of `count` lanes to the batch, as after hl_environment_step; deeds and
 * final observations are not touched. */
void hl_environment_tell(uint32_t count, const hl_lane *lanes, const hl_batch *batch);

/* Write a uniformly random legal action for each of `count` lanes, whose legal actions are bit
 * sets; HL_NONE if a set is empty. */
void hl_random_actions(const uint64_t *legal, uint32_t count, hl_rng *rng, uint8_t *actions);
/* Write to odds[row][position by age][identity], for each of the lanes wanted[0] to
 * wanted[count - 1], the exact probability of each identity for the own cards of the seat to move;
 * those of missing cards are 0. Moves are not interpreted by any convention. Returns HL_OK or an
 * hl_position_error. */
int hl_environment_odds(const hl_lane *lanes, const int64_t *wanted, uint32_t count, float *odds);

/* --- cdef end --- */

#endif
