/* Tallies of a seat's moves, of which every measure of ad-hoc play is a ratio. All programs that
 * measure count here. */
#ifndef HANABI_CONDUCT_H
#define HANABI_CONDUCT_H

#include "engine/hanabi.h"
#include "rulebase/context.h"

/* --- cdef begin --- */

/* Members are all uint64_t. Python uses their names, and native/play/measures.py defines the
 * measures. */
typedef struct {
    uint64_t offered;   /* turns with a clue token */
    uint64_t clues;     /* of them, those on which a clue was given */
    uint64_t plays;     /* cards played */
    uint64_t certainty; /* over plays: chance to be playable as the seat saw it, in 2^-32 */
    uint64_t known;     /* over plays: 1 for a known colour, 1 for a known rank */
    uint64_t marked;    /* over clues: cards that no clue had touched before */
} hl_conduct;

/* --- cdef end --- */

static inline void count_play(const hl_view *view, int slot, hl_conduct *conduct) {
    const hl_rules *rules = &view->pub->rules;
    uint64_t know = view->pub->know[view->seat][slot], cards = know & view->unseen;
    int card = lowest(know);
    conduct->plays++;
    conduct->certainty += ((uint64_t)count(cards & view->pub->playable) << 32) / count(cards);
    conduct->known += subset(know, rules->suit_cards[rules->suit_of[card]]);
    conduct->known += subset(know, rules->rank_cards[rank_of(rules, card)]);
}

static inline void count_clue(const hl_view *view, int move, hl_conduct *conduct) {
    const hl_public *pub = view->pub;
    const hl_event *act = &pub->rules.acts[move];
    int target = (view->seat + act->target) % pub->rules.players;
    uint64_t cards = pub->rules.clue_cards[act->clue];
    unsigned touched = 0;
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        touched |= (unsigned)(cards >> (view->hand[target][slot] & 63) & 1) << slot;
    conduct->clues++;
    conduct->marked += (uint64_t)count(touched & ~pub->touched[target]);
}

/* Count a legal move of the view's seat, before it is made. */
static inline void count_move(const hl_view *view, int move, hl_conduct *conduct) {
    int hand_size = view->pub->rules.hand_size;
    conduct->offered += view->pub->tokens > 0;
    if (move >= 2 * hand_size)
        count_clue(view, move, conduct);
    else if (move >= hand_size)
        count_play(view, move - hand_size, conduct);
}

static inline void add_conduct(const hl_conduct *conduct, hl_conduct *sum) {
    const uint64_t *from = (const uint64_t *)conduct;
    uint64_t *to = (uint64_t *)sum;
    for (unsigned i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

#endif
