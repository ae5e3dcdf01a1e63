/* Search: before it moves, a seat tries its moves on the games that it may be in.
 *
 * The seat does not know its own cards, nor for sure by which strategy the others play. One such
 * possibility is a *world*: cards for my hand, and for every other seat a strategy out of a list of
 * candidates. A *belief* is a few hundred worlds that explain the record of the game: whenever
 * another seat moved, its strategy, shown my hand of that world, must have chosen that very move.
 * (Softly: a move that it would not have made costs the world most of its weight, not all.) That
 * filter is what makes search work: a partner who clued me, or left me alone, said something about
 * my cards.
 *
 * On its turn the seat draws worlds from the belief, shuffles the rest of the deck, and plays every
 * legal move in each of the same worlds to the end of the game: the others as their strategies say,
 * the seat itself as it would go on. The worse half of the moves is dropped, the others are tried
 * in further worlds, until one or two are left. It departs from its base strategy only for a move
 * whose gain is both large and far above its standard error.
 *
 *   config    what is searched with: strategies, budget, thresholds; never written
 *   memo      the belief: plain bytes, kept up turn after turn like every blueprint's memo, larger
 *             than those of strategies that are simulated (hl_search_room says how large)
 *   thought   what was found at a decision: what each legal move is worth
 *
 * Everything drawn comes from streams of (seed, turn), so a belief that was kept up and one that is
 * made anew from the record are the same bytes, and the budget counts rollouts, never time. The
 * parts, from below: world.h (a world and the record of a game), judge.c (would they have made that
 * move?), worlds.c (drawing and changing hands), belief.c (turn after turn), rollout.c (a game to
 * its end), halving.c (which move), search.c (the blueprint), among.c (with many
 * policies, weighed beforehand).
 *
 * The method is that of "single-agent search" in Lerer, Hu, Foerster, Brown, "Improving Policies
 * via Search in Cooperative Partially Observable Games" (2020), with a sampled belief.
 */
#ifndef HANABI_SEARCH_H
#define HANABI_SEARCH_H

#include "play/blueprint.h"

/* --- cdef begin --- */

#define HL_SEARCH_VERSION 3 /* goes up when the search decides anything differently */
#define HL_MAX_PARTICLES 2048
#define HL_MAX_POLICIES 4096

enum hl_scoring {                /* what a game that ends by strikes is worth: */
                  HL_STACKS = 0, /* its cards */
                  HL_ZERO = 1,   /* nothing */
                  HL_HALF = 2    /* half of them, for games that may be counted either way */
};

/* Strategies are named by their place in `minds`. The first `policies` of them are those that the
 * others may play by; base and continuations may be among them or come after. The same pointer at
 * two places is one mind with one memo, as long as neither is by sight. */
typedef struct {
    const hl_blueprint *const *minds;
    uint32_t count, policies;
    uint32_t base;           /* the mind whose move stands unless another is clearly better */
    const uint16_t *goes_on; /* [policies] the mind by which I go on in a world where the next seat
                              * plays by each; NULL: base */
    const double *prior;     /* [policies] how likely each is before the first turn; NULL: alike */
    uint32_t rollouts;       /* games played out for one decision, at most */
    uint32_t particles;      /* worlds in the belief */
    uint32_t steps;          /* changes tried on each world a turn */
    uint32_t scoring;        /* hl_scoring */
    double slip;             /* chance of a move that the strategy would not have made */
    double sure, least;      /* depart for a gain above sure standard errors, and above least */
    double explained;        /* and only if this share of the belief explains every move */
    uint64_t seed;           /* of the belief's draws */
} hl_search_config;

/* What a legal move was found to be worth. */
typedef struct {
    uint8_t move;
    uint32_t worlds; /* in which it was tried; 0: nothing was tried */
    double value;    /* mean score of these games */
    double gain;     /* over the base's move, in the same worlds */
    double error;    /* standard error of the gain */
} hl_search_value;

typedef struct {
    int16_t move;      /* what to do, or the base's hl_silence */
    int16_t usual;     /* what the base would do */
    uint32_t rollouts; /* played */
    uint32_t count;    /* legal moves */
    double believed;   /* effective number of worlds in the belief */
    double explained;  /* share of it, by weight, in which the others chose every move they made */
    hl_choice base;    /* the base's choice and its reason */
    hl_search_value values[76];
} hl_search_thought;

/* One game that I may be in. */
typedef struct {
    uint8_t hand[8];    /* my cards by slot, HL_NONE: empty */
    uint16_t policy[6]; /* by seat, a mind; mine is not used */
} hl_world;

enum hl_search_reason { HL_SEARCH_USUAL, HL_SEARCH_BETTER, HL_SEARCH_REASONS };

/* HL_OK, or HL_BAD_ARGUMENT for a setting out of range or a mind that cannot be simulated. */
int hl_search_check(const hl_search_config *config);
/* Bytes of the memo. The config must be a checked one. */
uint32_t hl_search_room(const hl_search_config *config);
/* The search as a blueprint: every seat has a memo of its own. */
hl_blueprint hl_search_blueprint(const hl_search_config *config);
/* The worlds of a memo that has observed a turn, and their weights, which add up to 1; room for
 * `particles` of each. Answers how many there are. */
uint32_t hl_search_worlds(const hl_search_config *config, const void *memo, hl_world *worlds,
                          double *weights);
/* How many turns of the view's history a memo has observed, as the view's seat: 0 if it is a memo
 * of another game or seat. Before its first use a memo is all zeros. */
int hl_search_known(const hl_search_config *config, const hl_view *view, const void *memo);
/* One decision with all that was found. `memo` is of hl_search_room bytes and is written: the
 * belief goes on from the turns that it knows of the view's history, or is made anew, and is the
 * same either way. Errors as hl_blueprint_decide. */
int hl_search_think(const hl_search_config *config, const hl_view *view, hl_rng *rng, void *memo,
                    hl_search_thought *thought);

/* --- cdef end --- */

#endif
