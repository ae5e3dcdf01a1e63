/* Whoever can be simulated, behind one interface: rule lists, conventions, whatever comes next.
 *
 * A blueprint decides from a view and from its memo: small, plain bytes (no pointers) that it makes
 * of the history. Most need its public side alone, so every seat, and everybody who looks on, has
 * the same memo; some need the hands as a seat sees them. It is kept up move by move where games
 * are simulated, and made anew from the history where there is nothing but a view.
 */
#ifndef HANABI_BLUEPRINT_H
#define HANABI_BLUEPRINT_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

#define HL_MAX_MEMO 2048 /* bytes; only who simulates others, and is not simulated, takes more */

/* Whose memo is whose. */
enum hl_sight {
    HL_BLIND = 0,    /* made of the public side: the same for everybody */
    HL_BY_SIGHT = 1, /* needs the hands: seats agree on it only among themselves */
    HL_ALONE = 2     /* of one seat, whoever the others are */
};

/* A move and what led to it. */
typedef struct {
    int16_t move;   /* or hl_silence: the game is given up */
    uint8_t reason; /* what the strategy calls it, of a list the position of the rule; or HL_NONE */
    uint8_t target; /* seat clued, else HL_NONE */
    uint8_t slot;   /* card the move is about: own, or the target's; HL_NONE: no single one */
    uint8_t partner; /* seat whose clue or card led to it, else HL_NONE */
} hl_choice;

typedef struct {
    const void *config;      /* a rule list, weights ...; not owned, never written */
    const hl_rulelist *list; /* the same as `config` of a rule list, else NULL */
    uint32_t memo_size;      /* bytes; 0: `start` and `observe` are never called */
    uint32_t by_sight;       /* hl_sight */
    /* HL_OK, or why nobody can play so by these rules. */
    int (*check)(const void *config, const hl_rules *rules);
    /* The memo of a table before its first turn. */
    void (*start)(const void *config, const hl_rules *rules, void *memo);
    /* A turn was made: `after` ends with its event, and of `before` all but the history holds.
     * `hands` are those after it, as the seat `reader` sees them; HL_NONE sees all. */
    void (*observe)(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo);
    /* The move of the seat to move. The memo has observed every turn of the view. */
    void (*decide)(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice);
} hl_blueprint;

/* A rule list as a blueprint; it needs no memo. */
hl_blueprint hl_rulelist_blueprint(const hl_rulelist *list);

int hl_blueprint_check(const hl_blueprint *blueprint, const hl_rules *rules);
/* The memo of a table, by observing its history from the start as the view's seat saw it. */
void hl_recall(const hl_blueprint *blueprint, const hl_view *view, void *memo);
/* The same of a memo that has observed the first `known` turns; 0: none, and it is begun. */
void hl_recall_on(const hl_blueprint *blueprint, const hl_view *view, int known, void *memo);
/* The same of a blueprint whose memo needs no hands, from what everybody knows. */
void hl_recall_public(const hl_blueprint *blueprint, const hl_public *pub, void *memo);
/* The move of a blueprint that knows nothing but the view; `memo` is room for its memo, aligned for
 * every member. HL_OK; HL_NOT_YOUR_TURN, HL_GAME_OVER, or what hl_blueprint_check answers, and no
 * choice is made. */
int hl_blueprint_decide(const hl_blueprint *blueprint, const hl_view *view, hl_rng *rng, void *memo,
                        hl_choice *choice);

/* --- cdef end --- */

/* Cards by draw number, as far as the view's seat knows them, HL_NONE where it does not. */
void hl_name_cards(const hl_view *view, uint8_t card[64]);

/* Room for a memo of any blueprint that can be simulated, aligned for every member. */
typedef union {
    uint64_t words[HL_MAX_MEMO / 8];
    uint8_t bytes[HL_MAX_MEMO];
} hl_memo;

#endif
