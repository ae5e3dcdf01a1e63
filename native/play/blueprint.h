/* Strategies that can be simulated, behind one interface: rule lists, conventions and others.
 *
 * A blueprint decides from a view and from its memo: a small block of plain bytes (no pointers)
 * that it derives from the history. Most memos depend on the public side alone, so every seat and
 * every spectator has the same memo; some need the hands as a seat sees them. Where games are
 * simulated the memo is updated move by move; where only a view is given it is rebuilt from the
 * history.
 */
#ifndef HANABI_BLUEPRINT_H
#define HANABI_BLUEPRINT_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

#define HL_MAX_MEMO 2048 /* bytes; only a strategy that cannot be simulated may use more */

/* On what a memo depends. */
enum hl_sight {
    HL_BLIND = 0,    /* derived from the public side: the same for everybody */
    HL_BY_SIGHT = 1, /* needs the hands: the seats agree on it, a spectator does not have it */
    HL_ALONE = 2     /* belongs to one seat, whatever the others play */
};

typedef struct {
    const void *config;      /* a rule list, weights ...; not owned, never written */
    const hl_rulelist *list; /* the same as `config` of a rule list, else NULL */
    uint32_t memo_size;      /* bytes; 0: `start` and `observe` are never called */
    uint32_t by_sight;       /* hl_sight */
    /* HL_OK, or why the strategy cannot play by these rules. */
    int (*check)(const void *config, const hl_rules *rules);
    /* The memo of a table before its first turn. */
    void (*start)(const void *config, const hl_rules *rules, void *memo);
    /* Observe a turn: `after` ends with its event; `before` is valid except for its history.
     * `hands` are those after the turn, as the seat `reader` sees them; HL_NONE sees all. */
    void (*observe)(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo);
    /* The move of the seat to move. The memo has observed every turn of the view. */
    void (*decide)(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice);
} hl_blueprint;

/* Whether other strategies may simulate this one: its memo fits into HL_MAX_MEMO bytes and does not
 * belong to one seat. */
int hl_can_be_simulated(const hl_blueprint *blueprint);
/* Wrap a rule list, which must stay alive, as a blueprint. It needs no memo. */
hl_blueprint hl_rulelist_blueprint(const hl_rulelist *list);

/* Whether the blueprint can play by these prepared rules: HL_OK, HL_BAD_ARGUMENT if it lacks a
 * function, or an error of its `check`, such as HL_BAD_RULES. */
int hl_blueprint_check(const hl_blueprint *blueprint, const hl_rules *rules);
/* Whether the blueprint can decide for the view's seat now: HL_OK, HL_NOT_YOUR_TURN, HL_GAME_OVER
 * or an error of hl_blueprint_check. */
int hl_blueprint_may_decide(const hl_blueprint *blueprint, const hl_view *view);
/* Write the blueprint's memo of the game in a view: start it, and observe every turn of the history
 * as the view's seat saw it. */
void hl_recall(const hl_blueprint *blueprint, const hl_view *view, void *memo);
/* Let a memo that has observed the first `known` turns of the view's history observe the others; if
 * `known` is 0, the memo is started first. */
void hl_recall_on(const hl_blueprint *blueprint, const hl_view *view, int known, void *memo);
/* Decide for the view's seat, from the view and its history alone. `memo` is scratch memory of
 * blueprint->memo_size bytes, aligned for every member. HL_OK, or HL_NOT_YOUR_TURN, HL_GAME_OVER or
 * an error of hl_blueprint_check, and no choice is made. */
int hl_blueprint_decide(const hl_blueprint *blueprint, const hl_view *view, hl_rng *rng, void *memo,
                        hl_choice *choice);

/* --- cdef end --- */

/* Write the physical card of each draw number, HL_NONE where the view's seat does not know it: in
 * its own hand and in the deck. */
void hl_name_cards(const hl_view *view, uint8_t card[64]);

/* The choice that consists of a legal move, its reason, and the seat it clues or the slot it uses.
 */
hl_choice hl_choice_of(const hl_view *view, int move, int reason);

/* Memory for the memo of any blueprint that can be simulated, aligned for every member. */
typedef union {
    uint64_t words[HL_MAX_MEMO / 8];
    uint8_t bytes[HL_MAX_MEMO];
} hl_memo;

#endif
