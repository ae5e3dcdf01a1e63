/* Search: before it moves, a seat simulates its moves in the worlds that it may be in.
 *
 * The seat does not know its own cards, nor for certain which strategy each other seat plays. One
 * possibility is a *world*: cards for my hand, and for every other seat one of several candidate
 * strategies. A *belief* is a few hundred worlds that explain the record of the game: whenever
 * another seat moved, its strategy, shown my hand of that world, must have chosen that move.
 * (Softly: a move that it would not have made costs the world most of its weight, not all.) That
 * filter is what makes search work: a partner who clued me, or did not, said something about my
 * cards.
 *
 * On its turn the seat draws worlds from the belief, shuffles the rest of the deck, and plays every
 * legal move in the same worlds to the end of the game: the others by their strategies, the seat
 * itself by its continuation. The worse half of the moves is dropped and the others are tried in
 * further worlds, until one or two are left. The seat departs from its base strategy only for a
 * move whose gain is both large and well above its standard error.
 *
 *   config    strategies, budget and thresholds; read-only
 *   memo      the belief: plain bytes, updated turn by turn like every blueprint's memo, but larger
 *             than those of strategies that can be simulated (hl_search_room returns its size)
 *   thought   the result of a decision: the value of each legal move
 *
 * All random draws come from streams of (seed, turn), so an updated belief and one rebuilt from the
 * record are the same bytes, and the budget counts rollouts, never time. The parts, from the
 * bottom: world.h (a world and the record of a game), judge.c (the probability of the others'
 * moves), worlds.c (drawing and changing hands), belief.c (turn by turn), rollout.c (a game to its
 * end), halving.c (which move), search.c (the blueprint, and search over a pool).
 *
 * Search over a pool of more policies than a persistent belief can hold weights them beforehand,
 * all at once: policies are drawn from weights that the caller computed from the whole record
 * (inference/evidence.h), and for each policy only a hand that explains its moves is sampled. The
 * belief is rebuilt for every decision.
 *
 * The method is that of "single-agent search" in Lerer, Hu, Foerster, Brown, "Improving Policies
 * via Search in Cooperative Partially Observable Games" (2020), with a sampled belief.
 */
#ifndef HANABI_SEARCH_H
#define HANABI_SEARCH_H

#include "play/blueprint.h"

/* --- cdef begin --- */

#define HL_SEARCH_VERSION 4 /* increases when the search decides anything differently */
#define HL_MAX_PARTICLES 2048
#define HL_MAX_POLICIES 4096

enum hl_scoring {                /* the value of a game that ends by strikes: */
                  HL_STACKS = 0, /* the cards played */
                  HL_ZERO = 1,   /* nothing */
                  HL_HALF = 2    /* half of the cards, for games that may be counted either way */
};

/* Strategies are named by their index in `minds`. The other seats may play any of the first
 * `policies`; base and continuations may be among them or after them. The same pointer at two
 * indices is one mind with one memo, unless its memo needs the hands. */
typedef struct {
    const hl_blueprint *const *minds;
    uint32_t count, policies;
    uint32_t base;           /* the mind whose move stands unless another is clearly better */
    const uint16_t *goes_on; /* [policies] the mind by which I continue in a world where the
                              * next seat plays each policy; NULL: base */
    uint32_t rollouts;       /* games played out for one decision, at most */
    uint32_t particles;      /* worlds in the belief */
    uint32_t steps;          /* changes proposed for each world per turn */
    uint32_t scoring;        /* hl_scoring */
    double slip;             /* probability of a move that the strategy would not have made */
    double sure, least;      /* a gain must exceed `sure` standard errors and `least` points */
    double explained;        /* and this share of the belief must explain every move */
    uint64_t seed;           /* of the belief's draws */
} hl_search_config;

/* The estimated value of a legal move. */
typedef struct {
    uint8_t move;
    uint32_t worlds; /* in which it was tried; 0: nothing was tried */
    double value;    /* mean score of these games */
    double gain;     /* over the base's move, in the same worlds */
    double error;    /* standard error of the gain */
} hl_search_value;

typedef struct {
    int16_t move;      /* the move to make, or the base's hl_silence */
    int16_t usual;     /* the base's move */
    uint32_t rollouts; /* played */
    uint32_t count;    /* legal moves */
    double believed;   /* effective number of worlds in the belief */
    double explained;  /* share of it, by weight, in which the others chose every move they made */
    hl_choice base;    /* the base's choice and its reason */
    hl_search_value values[76];
} hl_search_thought;

/* A world: one game that I may be in. */
typedef struct {
    uint8_t hand[8];    /* my cards by slot, HL_NONE: empty */
    uint16_t policy[6]; /* by seat, a mind; mine is not used */
} hl_world;

enum hl_search_reason { HL_SEARCH_USUAL, HL_SEARCH_BETTER };

/* Check a config: HL_OK, or HL_BAD_ARGUMENT if a setting is out of range or a mind cannot be
 * simulated. */
int hl_search_check(const hl_search_config *config);
/* The size of a search's memo in bytes. The config must be checked. */
uint32_t hl_search_room(const hl_search_config *config);
/* Wrap a search as a blueprint; the config must be checked and stay alive. Every seat has its own
 * memo. */
hl_blueprint hl_search_blueprint(const hl_search_config *config);
/* Write the worlds in the belief of a memo, which must have observed a turn, and their weights,
 * which sum to 1. Both arrays have room for config->particles entries. Returns the number of
 * worlds. */
uint32_t hl_search_worlds(const hl_search_config *config, const void *memo, hl_world *worlds,
                          double *weights);
/* The number of turns of the view's history that a memo has already observed; 0 for a memo of
 * another game or seat. A memo must be zeroed before its first use. */
int hl_search_known(const hl_search_config *config, const hl_view *view, const void *memo);
/* Decide for the view's seat and write the value of each legal move to `thought`. `memo` has
 * hl_search_room bytes: its belief is updated by the turns of the view's history that it has not
 * observed, or rebuilt if it is of another game, with the same result. HL_OK, or HL_NOT_YOUR_TURN,
 * HL_GAME_OVER or an error of hl_blueprint_check. */
int hl_search_think(const hl_search_config *config, const hl_view *view, hl_rng *rng, void *memo,
                    hl_search_thought *thought);
/* Write the values of moves to `thought`, with gains measured against moves[0]. If `count` is 1,
 * all legal moves are tried until they fall behind, and thought->move is moves[0] unless another is
 * clearly better; else only the `count` moves listed, in every world. `memo` as for
 * hl_search_think. Returns what hl_search_think does, or HL_BAD_ARGUMENT if a move is not legal or
 * listed twice. */
int hl_search_compare(const hl_search_config *config, const hl_view *view, hl_rng *rng, void *memo,
                      const uint8_t *moves, uint32_t count, hl_search_thought *thought);

/* Decide for the view's seat and write the value of each legal move to `thought`. `weights`, laid
 * out [players][policies], are relative probabilities that a seat plays each policy. `memo` is
 * scratch memory of hl_search_room bytes. HL_OK, HL_NOT_YOUR_TURN, HL_GAME_OVER, an error of a
 * mind's check, or HL_BAD_ARGUMENT if the config is not valid or all weights of a seat are 0. */
int hl_think_among(const hl_search_config *config, const double *weights, const hl_view *view,
                   hl_rng *rng, void *memo, hl_search_thought *thought);

/* --- cdef end --- */

#endif
