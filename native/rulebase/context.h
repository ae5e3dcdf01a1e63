/* Deductions of the seat to move in one turn, each computed when a rule first needs it. Not public.
 * A set of slots is a bit set. */
#ifndef HANABI_RULE_CONTEXT_H
#define HANABI_RULE_CONTEXT_H

#include "engine/sets.h"
#include "engine/turn.h"
#include "rulebase/chop_and_focus.h"
#include "rulebase/rulebase.h"

#include <stddef.h>

typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    const hl_rule *rule;    /* the rule that is asked */
    hl_rng *rng;            /* NULL: every random choice is `pick`, to enumerate a rule's answers */
    uint32_t pick, options; /* options: the number of alternatives of the last choice */
    uint8_t seat, lives;
    uint8_t target, slot;                /* of the answer */
    uint8_t filled;                      /* my slots that hold a card */
    uint8_t sure_playable, sure_useless; /* of them, those that can only hold such a card */
} hl_rule_context;

/* Set the context's members about my hand: `filled`, `sure_playable` and `sure_useless`. */
void hl_look_at_my_hand(hl_rule_context *context);
/* My slot, among `slots`, most likely to hold a card of a set, ties to the last; HL_NONE if none
 * reaches the probability `percent`. */
int hl_likeliest(const hl_rule_context *context, unsigned slots, uint64_t set, int percent);
/* The slots (bit set) of another seat that hold one of these cards. */
unsigned hl_holding(const hl_rule_context *context, int seat, uint64_t cards);

/* The rules. Each returns a move or an hl_silence; its parameters are in `context->rule`. */
typedef int hl_ask(hl_rule_context *context);
hl_ask hl_play_finesse, hl_play_finesse_told, hl_play_if_certain, hl_play_probably_safe,
    hl_play_safe, hl_play_unique_possible, hl_play_just_hinted, hl_play_focus, hl_play_connecting,
    hl_play_commonly_known, hl_play_by_strikes, hl_play_lowest, hl_play_for_mate;
hl_ask hl_discard_highest, hl_discard_if_certain, hl_discard_least_likely_necessary,
    hl_discard_oldest, hl_discard_probably_useless, hl_discard_randomly, hl_discard_safe,
    hl_discard_unidentified, hl_discard_useless, hl_discard_osawa, hl_discard_chop,
    hl_discard_chop_safely, hl_discard_chop_in_time, hl_discard_chop_to_tell, hl_discard_untold,
    hl_discard_seen_elsewhere, hl_unblock;
hl_ask hl_tell_finesse, hl_tell_most_information, hl_tell_somebody;

/* The rules about one hand of another seat. HL_GIVE_UP: silent, and no further hand is to be asked
 * about. */
enum { HL_GIVE_UP = HL_ILLEGAL - 1 };
typedef int hl_ask_about(hl_rule_context *context, int target);
hl_ask_about hl_tell_useful, hl_tell_missing, hl_tell_ones, hl_tell_fives, hl_tell_last_useful,
    hl_tell_useless, hl_tell_dispensable, hl_tell_ill_informed, hl_tell_playable, hl_tell_randomly,
    hl_tell_unknown, hl_tell_unambiguous, hl_tell_looks_playable, hl_tell_last_playable,
    hl_tell_many_useless, hl_tell_mistake, hl_tell_focus, hl_tell_chop, hl_tell_chop_two,
    hl_tell_newly, hl_tell_rules_out, hl_tell_any_playable;

static inline int last_of(unsigned slots) { return 31 - __builtin_clz(slots); }

static inline int rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

/* One of `options` alternatives, equally likely. */
static inline uint32_t choose(hl_rule_context *context, int options) {
    context->options = (uint32_t)options;
    return context->rng ? hl_rng_below(context->rng, context->options) : context->pick;
}

/* The cards that my slot may hold, by hl_may_be. 0: the slot is empty. */
static inline uint64_t may_be(const hl_rule_context *context, int slot) {
    return context->pub->know[context->seat][slot] & context->view->unseen;
}

/* Whether clues alone settle the colour, or the rank, of the card in a slot that holds one. */
static inline unsigned knows_colour(const hl_rule_context *context, int seat, int slot) {
    uint64_t know = context->pub->know[seat][slot];
    return subset(know, context->rules->suit_cards[context->rules->suit_of[first_of(know)]]);
}

static inline unsigned knows_rank(const hl_rule_context *context, int seat, int slot) {
    uint64_t know = context->pub->know[seat][slot];
    return subset(know, context->rules->rank_cards[rank_of(context->rules, first_of(know))]);
}

/* Whether clues alone settle its colour (`colour`), or else its rank. */
static inline unsigned knows(const hl_rule_context *context, int seat, int slot, int colour) {
    return colour ? knows_colour(context, seat, slot) : knows_rank(context, seat, slot);
}

static inline unsigned fully_known(const hl_rule_context *context, int seat, int slot) {
    uint64_t know = context->pub->know[seat][slot];
    return subset(know, context->rules->cards_of[context->rules->id_of[first_of(know)]]);
}

/* The height of the lowest stack. */
static inline int lowest_stack(const hl_rule_context *context) {
    int least = context->rules->ranks;
    for (int suit = 0; suit < context->rules->suits; suit++)
        if (context->pub->stacks[suit] < least)
            least = context->pub->stacks[suit];
    return least;
}

static inline unsigned playable_slots(const hl_rule_context *context, int seat) {
    return hl_holding(context, seat, context->pub->playable);
}

static inline unsigned useless_slots(const hl_rule_context *context, int seat) {
    return hl_holding(context, seat, context->pub->useless);
}

static inline hl_hand_order hand_order(const hl_rule_context *context, int seat) {
    return (hl_hand_order){context->pub->order[seat], context->rules->hand_size};
}

static inline int newest(const hl_rule_context *context, int seat) {
    return hl_newest_slot(hand_order(context, seat), ~0U);
}

static inline int chop(const hl_rule_context *context, int seat) {
    return hl_chop(hand_order(context, seat), context->pub->touched[seat]);
}

/* The cards that another seat's slot may hold after a clue that touches these cards. */
static inline uint64_t after_clue(const hl_rule_context *context, int target, int slot,
                                  uint64_t clued) {
    int touched = clued >> context->view->hand[target][slot] & 1;
    return hl_may_be(context->view, target, slot) & (touched ? clued : ~clued);
}

/* The i-th clue value in the published order: ranks, then colours. */
static inline int ranks_then_colours(const hl_rules *rules, int i) {
    return i < rules->rank_clues ? rules->colour_clues + i : i - rules->rank_clues;
}

static inline unsigned filled_slots(const hl_rule_context *context, int seat) {
    return seat == context->seat ? context->filled : hl_holding(context, seat, context->rules->all);
}

/* The move if it is legal, else HL_ILLEGAL: some published rules answer illegal moves. */
static inline int if_legal(const hl_rule_context *context, int move) {
    return hl_check(context->pub, context->view->held, move) == HL_OK ? move : HL_ILLEGAL;
}

static inline int play(hl_rule_context *context, int slot) {
    context->target = HL_NONE;
    context->slot = (uint8_t)slot;
    return context->rules->hand_size + slot;
}

static inline int discard(hl_rule_context *context, int slot) {
    context->target = HL_NONE;
    context->slot = (uint8_t)slot;
    return slot;
}

/* Return the move that gives a clue value to `target`; record that it is about the card in `slot`,
 * or about the whole hand if that is HL_NONE. */
static inline int tell(hl_rule_context *context, int target, int slot, int clue) {
    const hl_rules *rules = context->rules;
    context->target = (uint8_t)target;
    context->slot = (uint8_t)slot;
    return hl_clue_move(rules, (int)hl_seats_on(rules, context->seat, (unsigned)target), clue);
}

static inline int touches(const hl_rules *rules, int clue, int card) {
    return (int)(rules->clue_cards[clue] >> card & 1);
}

/* Clue the colour or the rank of a card: its own, or else the first that touches it; HL_ILLEGAL if
 * none does. */
static inline int tell_any(hl_rule_context *context, int target, int slot, int card, int own,
                           int clue, int end) {
    if (clue + own < end && touches(context->rules, clue + own, card))
        return tell(context, target, slot, clue + own);
    while (clue < end && !touches(context->rules, clue, card))
        clue++;
    return clue < end ? tell(context, target, slot, clue) : HL_ILLEGAL;
}

static inline int tell_colour_of(hl_rule_context *context, int target, int slot, int card) {
    return tell_any(context, target, slot, card, context->rules->suit_of[card], 0,
                    context->rules->colour_clues);
}

static inline int tell_rank_of(hl_rule_context *context, int target, int slot, int card) {
    int start = context->rules->colour_clues;
    return tell_any(context, target, slot, card, rank_of(context->rules, card), start,
                    start + context->rules->rank_clues);
}

static inline int tell_colour(hl_rule_context *context, int target, int slot) {
    return tell_colour_of(context, target, slot, context->view->hand[target][slot]);
}

static inline int tell_rank(hl_rule_context *context, int target, int slot) {
    return tell_rank_of(context, target, slot, context->view->hand[target][slot]);
}

static inline int tell_card(hl_rule_context *context, int target, int slot, int colour) {
    return colour ? tell_colour(context, target, slot) : tell_rank(context, target, slot);
}

#endif
