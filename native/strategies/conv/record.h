/* The parts of the convention agent among each other. Not part of the public face. */
#ifndef HANABI_CONV_RECORD_H
#define HANABI_CONV_RECORD_H

#include "engine/turn.h"
#include "rulebase/context.h"
#include "strategies/conv/conv.h"

typedef uint64_t cards; /* a set of cards; sets of what a card may be hold all copies or none */

/* One identity and no other, of a set that holds all copies or none. */
static inline int is_alone(cards firsts, cards set) {
    cards ids = set & firsts;
    return ids && !(ids & (ids - 1));
}

static inline cards copies_of(const hl_rules *rules, int card) {
    return rules->cards_of[rules->id_of[card]];
}

/* The cards of which one more on the stack makes this one playable; 0 for a first rank. */
static inline cards before_card(const hl_rules *rules, int card) {
    int id = rules->id_of[card];
    return id % rules->ranks ? rules->cards_of[id - 1] : 0;
}

static inline cards next_of(const hl_rules *rules, cards set) {
    cards next = 0;
    while (set) {
        int id = rules->id_of[lowest(set)];
        next |= rules->next_cards[id];
        set &= ~rules->cards_of[id];
    }
    return next;
}

static inline int identities(const hl_rules *rules, cards set) {
    int found = 0;
    for (; set; found++)
        set &= ~copies_of(rules, lowest(set));
    return found;
}

/* chop.c */
int hl_conv_chop(const hl_public *pub, int seat);
int hl_conv_newest(const hl_public *pub, int seat, unsigned slots);

/* focus.c */
int hl_conv_focus(const hl_public *before, const hl_event *clue);

/* touch.c */
void hl_conv_keep_up(const hl_public *pub, hl_conv_memo *memo);
cards hl_conv_within_reach(const hl_public *pub, const hl_conv_memo *memo);

/* read.c */
void hl_conv_read(const hl_conv_config *config, const hl_public *before, const hl_public *after,
                  hl_conv_memo *memo);

/* promise.c */
void hl_conv_promise_add(hl_conv_memo *memo, const hl_conv_promise *promise);
cards hl_conv_shown(const hl_public *before, const hl_event *event, const hl_conv_memo *memo);
void hl_conv_moved(const hl_public *pub, hl_conv_memo *memo, int seat, cards next);
int hl_conv_connector(const hl_public *pub, const hl_conv_memo *memo,
                      const hl_conv_promise *promise, int seat, cards missing);

#endif
