/* Declarations shared by the files of the convention agent. Not public. */
#ifndef HANABI_CONV_RECORD_H
#define HANABI_CONV_RECORD_H

#include "engine/sets.h"
#include "engine/turn.h"
#include "strategies/conv/conv.h"

typedef uint32_t ids; /* a set of identities: a bit is suit * 5 + rank */

#define HL_CONV_ONES 0x02108421U
#define HL_CONV_FIVES 0x21084210U

static inline int rank_of(int id) { return id % HL_MAX_RANKS; }

/* The cards that come next in their suits after those of a set, and those that come just before. */
static inline ids next_of(ids set) { return (set & ~HL_CONV_FIVES) << 1; }
static inline ids before_of(ids set) { return (set & ~HL_CONV_ONES) >> 1; }

/* The set of an identity and all higher ranks of its suit. */
static inline ids from_here_up(int id) { return (1U << (id - rank_of(id) + 5)) - (1U << id); }

/* The lower ranks of an identity's suit that have not been played. */
static inline ids hl_conv_before(const hl_conv_memo *memo, int id) {
    return from_here_up(id - rank_of(id)) & ~from_here_up(id) & ~memo->useless;
}

/* Whether the card that a promise is about is still in its hand. */
static inline int is_held(const hl_conv_memo *memo, const hl_conv_promise *promise) {
    return memo->hands[promise->target].order[promise->slot] == promise->order;
}

/* The pace: the number of cards that may still be discarded before the deck is too short for the
 * highest possible score. */
static inline int hl_conv_pace(const hl_rules *rules, const hl_conv_memo *memo) {
    return memo->deck_left + rules->players - count(((1U << rules->ids) - 1) & ~memo->useless);
}

/* chop.c */
int hl_conv_chop(const hl_conv_hand *hand);
int hl_conv_newest(const hl_conv_hand *hand, unsigned slots);
int hl_conv_oldest(const hl_conv_hand *hand, unsigned slots);
int hl_conv_is_locked(const hl_conv_hand *hand, ids useless);
int hl_conv_focus(const hl_conv_hand *before, unsigned touched);

/* touch.c */
void hl_conv_keep_up(const hl_rules *rules, hl_conv_memo *memo, ids gone, int clued);
ids hl_conv_within_reach(const hl_conv_memo *memo);

/* read.c */
void hl_conv_read(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                  hl_conv_memo *memo);

/* sieve.c */
void hl_conv_sieve_read(const hl_rules *rules, const hl_event *clue, hl_conv_memo *memo);
void hl_conv_sieve_keep_up(const hl_rules *rules, hl_conv_memo *memo);

/* promise.c */
void hl_conv_promise_add(hl_conv_memo *memo, const hl_conv_promise *promise);
ids hl_conv_shown(const hl_conv_memo *memo, int seat, int slot, int id);
int hl_conv_moved(hl_conv_memo *memo, int seat, ids next);
void hl_conv_reopen(const hl_rules *rules, hl_conv_memo *memo);
int hl_conv_connector(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat,
                      ids missing);
ids hl_conv_without_promises(const hl_conv_memo *memo, int seat, int slot);

/* chain.c */

/* A play or discard, as the table saw it. */
typedef struct {
    int seat;
    int untouched; /* no clue had touched the card */
    int tried;     /* it was played, perhaps by mistake */
    ids played;    /* its identity if it scored, else 0 */
    ids said;      /* what the table took it for */
    int expected;  /* the table took it for playable */
} hl_conv_step;

int hl_conv_prompted(const hl_conv_hand *hand, unsigned but, ids card, int before_turn);
int hl_conv_gift(const hl_conv_memo *memo, int seat);
int hl_conv_next_step(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat, ids card,
                      unsigned used);

/* after.c */
int hl_conv_in_order(const hl_conv_memo *memo, uint8_t numbers[8]);
int hl_conv_fits(ids later, ids played);
ids hl_conv_may_come(const hl_rules *rules, const hl_conv_memo *memo, int target);
void hl_conv_after_move(const hl_conv_config *config, const hl_rules *rules,
                        const hl_conv_step *step, hl_conv_memo *memo);
void hl_conv_defer(const hl_event *clue, const hl_conv_memo *was, hl_conv_memo *memo);

/* gesture.c */
hl_conv_step hl_conv_before_use(const hl_conv_config *config, const hl_rules *rules,
                                const hl_event *event, hl_conv_memo *memo);
enum { HL_CONV_NO_STALL, HL_CONV_EARLY_STALL, HL_CONV_DOUBLE_STALL, HL_CONV_LOCKED_STALL };
int hl_conv_stall(const hl_conv_config *config, const hl_rules *rules, const hl_conv_memo *memo);
void hl_conv_move_chops(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                        hl_conv_memo *memo, unsigned fresh, int focus, int stall);
void hl_conv_move_by_tempo(const hl_rules *rules, const hl_event *clue, hl_conv_memo *memo,
                           const ids was[HL_MAX_HAND], int focus);
unsigned hl_conv_ones(const hl_conv_hand *hand, const ids *may_be, unsigned slots);
int hl_conv_first_of_ones(const hl_rules *rules, const hl_conv_hand *hand, unsigned ready);
int hl_conv_focus_of(const hl_conv_config *config, const hl_rules *rules,
                     const hl_conv_hand *before, const hl_event *clue);
int hl_conv_ones_before(const hl_rules *rules, const hl_conv_hand *hand, unsigned ones, int slot);
int hl_conv_stopped(const hl_rules *rules, const hl_event *clue, const hl_conv_memo *memo);

/* mind.c */
int hl_conv_is_surer(const hl_conv_hand *hand, int slot, int other);

/* observe.c; the first is `start` of the agent's blueprint (hl_blueprint) */
void hl_conv_begin(const void *config, const hl_rules *rules, void *memo);
void hl_conv_observe(const hl_conv_config *config, const hl_rules *rules, const hl_event *event,
                     hl_conv_memo *memo);
int hl_conv_over(const hl_rules *rules, const hl_conv_memo *memo);

#endif
