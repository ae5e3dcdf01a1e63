/* Counting moves and games into results. Not public. */
#ifndef HANABI_TALLY_H
#define HANABI_TALLY_H

#include "play/conduct.h"
#include "rulebase/context.h"

static inline void count_play(const hl_view *view, int slot, hl_conduct *conduct) {
    const hl_rules *rules = &view->pub->rules;
    uint64_t know = view->pub->know[view->seat][slot], cards = know & view->unseen;
    int card = first_of(know);
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

/* Add a legal move of the view's seat, which has not been made yet, to the tallies of the seat. */
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

/* Add a seat's choice to its results: a legal move, not made yet, or an hl_silence, by which it
 * gives the game up. `position` is that of the rule or the number of the reason that decided;
 * HL_NONE if no rule fired. `list` is NULL if no rule list is responsible. As in the published
 * program, an illegal clue counts as a clue. */
static inline void note_choice(const hl_view *view, const hl_rulelist *list, int move,
                               unsigned position, hl_seat_results *seat) {
    if (move >= 0) {
        uint64_t *reason = position == HL_NONE ? &seat->fallbacks : &seat->fired[position];
        ++*reason;
        count_move(view, move, &seat->conduct);
        return;
    }
    seat->given_up[-1 - move]++;
    if (list && move == HL_ILLEGAL && list->rules[position].op >= HL_TELL_FINESSE) {
        seat->conduct.offered++;
        seat->conduct.clues++;
    }
}

static inline void note_game(const hl_public *pub, hl_results *results) {
    results->games++;
    results->turns += pub->turn;
    results->stacks[pub->score]++;
    results->struck[pub->score] += pub->end == HL_STRIKEOUT;
    results->ends[pub->end]++;
}

#endif
