/* A whole deal with all cards known: the most points that can still be scored, with a line.
 *
 * Winning lines are found by a beam search over the cards used; that there is none is proved by
 * relaxations, each a search with a weaker rule, and by exhausting the lines. An answer is never a
 * guess: `low` comes with a line that the engine plays, `high` with the name of the proof.
 */
#ifndef HANABI_WHOLE_DEALS_H
#define HANABI_WHOLE_DEALS_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

#define HL_SOLVER_ROWS 262144
#define HL_SOLVER_WAYS 4

/* Why no more points can be scored. */
enum hl_proof {
    HL_NO_PROOF = 0,
    HL_ALL_STACKED = 1,    /* the bound is a perfect score: there are no more points */
    HL_LAST_COPY_GONE = 2, /* cards that are gone for good */
    HL_NO_TIME = 3,        /* too few turns after the cards come out of the deck */
    HL_HANDS_FULL = 4,     /* even one common hand must give up a card that is needed */
    HL_WHO_HOLDS = 5,      /* one suit alone cannot be finished by those who hold its cards */
    HL_EVEN_FREE = 6,      /* not even with free clues; all lines were tried */
    HL_EXHAUSTED = 7       /* all lines were tried */
};

/* The memory of searches: one for each thread, zeroed once. */
typedef struct {
    uint64_t keys[2][262144][4];
    uint8_t tokens[262144][4]; /* the most tokens with which a position failed */
    uint64_t calls;            /* number of calls; no entry is valid for another call */
    uint64_t beam[191000];     /* working memory of a beam search, too large for some stacks */
} hl_solver_memory;

/* Bounds on the points that a game can still end with. */
typedef struct {
    uint8_t low;   /* points that `line` reaches */
    uint8_t high;  /* upper bound, proved by `proof` */
    uint8_t proof; /* hl_proof, of `high` */
    uint8_t suits; /* suits that the proof concerns (bit set), 0 if all */
    uint8_t moves;
    uint8_t line[192]; /* moves that take the game to `low`; none for what is scored already */
    uint64_t nodes;    /* positions looked at */
} hl_prospect;

/* Write bounds on the best score that a running game can still reach, with all cards known. Only
 * scores of at least `least` are searched for, with about `budget` positions for each score that is
 * neither reached nor ruled out at once. The answer depends on the game and these two numbers
 * alone, not on the contents of `memory`. HL_OK; HL_GAME_OVER; or HL_BAD_RULES if some card is
 * touched by no clue, and then nothing is written. */
int hl_prospect_of(const hl_game *game, int least, uint64_t budget, hl_solver_memory *memory,
                   hl_prospect *prospect);

/* --- cdef end --- */

#endif
