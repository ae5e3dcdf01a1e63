/* What the seat to move works out in one turn, each thing when a rule first asks for it. Not part
 * of the public face. A set of slots is a bit a slot. */
#ifndef HANABI_MIND_H
#define HANABI_MIND_H

#include "rulebase.h"
#include "turn.h"

#include <stddef.h>

typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    hl_rng *rng;            /* NULL: every choice is `pick`, to go through a rule's answers */
    uint32_t pick, options; /* options: how many there were at the last choice */
    uint8_t seat, lives;
    uint8_t target, slot;                /* what the answer is about */
    uint8_t filled;                      /* my slots that hold a card */
    uint8_t sure_playable, sure_useless; /* of them, those that can only hold such a card */
} hl_mind;

void hl_look_at_my_hand(hl_mind *mind);
/* Of my slots, the one most likely to hold a card of a set, ties to the last; HL_NONE if none is
 * with at least `percent`. */
int hl_likeliest(const hl_mind *mind, unsigned slots, uint64_t set, int percent);
unsigned hl_holding(const hl_mind *mind, int seat, uint64_t cards);
int hl_newest(const hl_mind *mind, int seat);

/* The families: a move, or hl_silence. */
int hl_answer_play(hl_mind *mind, const hl_rule *rule);
int hl_answer_discard(hl_mind *mind, const hl_rule *rule);
int hl_answer_tell(hl_mind *mind, const hl_rule *rule);
/* The same for one hand to tell about; HL_GIVE_UP: and ask about no further hand. */
enum { HL_GIVE_UP = HL_ILLEGAL - 1 };
int hl_tell_card(hl_mind *mind, const hl_rule *rule, int target);
int hl_tell_outlook(hl_mind *mind, const hl_rule *rule, int target);

static inline int first_of(unsigned slots) { return __builtin_ctz(slots); }
static inline int last_of(unsigned slots) { return 31 - __builtin_clz(slots); }
static inline int count(uint64_t set) { return __builtin_popcountll(set); }
static inline unsigned subset(uint64_t set, uint64_t of) { return (set | of) == of; }
static inline int lowest(uint64_t cards) { return __builtin_ctzll(cards); }

static inline int rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

/* One of `options` alternatives, equally likely. */
static inline uint32_t choose(hl_mind *mind, int options) {
    mind->options = (uint32_t)options;
    return mind->rng ? hl_rng_below(mind->rng, mind->options) : mind->pick;
}

/* The cards my slot may hold: the clues pass them and I see them nowhere. 0: the slot is empty. */
static inline uint64_t may_be(const hl_mind *mind, int slot) {
    return mind->pub->know[mind->seat][slot] & mind->view->unseen;
}

/* Whether clues alone settle the colour, or the rank, of the card in a slot that holds one. */
static inline unsigned knows_colour(const hl_mind *mind, int seat, int slot) {
    uint64_t know = mind->pub->know[seat][slot];
    return subset(know, mind->rules->suit_cards[mind->rules->suit_of[lowest(know)]]);
}

static inline unsigned knows_rank(const hl_mind *mind, int seat, int slot) {
    uint64_t know = mind->pub->know[seat][slot];
    return subset(know, mind->rules->rank_cards[rank_of(mind->rules, lowest(know))]);
}

static inline unsigned fully_known(const hl_mind *mind, int seat, int slot) {
    uint64_t know = mind->pub->know[seat][slot];
    return subset(know, mind->rules->cards_of[mind->rules->id_of[lowest(know)]]);
}

/* What every stack has reached. */
static inline int lowest_stack(const hl_mind *mind) {
    int least = mind->rules->ranks;
    for (int suit = 0; suit < mind->rules->suits; suit++)
        if (mind->pub->stacks[suit] < least)
            least = mind->pub->stacks[suit];
    return least;
}

static inline unsigned playable_slots(const hl_mind *mind, int seat) {
    return hl_holding(mind, seat, mind->pub->playable);
}

static inline unsigned useless_slots(const hl_mind *mind, int seat) {
    return hl_holding(mind, seat, mind->pub->useless);
}

static inline unsigned filled_slots(const hl_mind *mind, int seat) {
    return seat == mind->seat ? mind->filled : hl_holding(mind, seat, mind->rules->all);
}

/* For answers that may be no legal move, as published. */
static inline int if_legal(const hl_mind *mind, int move) {
    return hl_check(mind->pub, mind->view->held, move) == HL_OK ? move : HL_ILLEGAL;
}

static inline int play(hl_mind *mind, int slot) {
    mind->target = HL_NONE;
    mind->slot = (uint8_t)slot;
    return mind->rules->hand_size + slot;
}

static inline int discard(hl_mind *mind, int slot) {
    mind->target = HL_NONE;
    mind->slot = (uint8_t)slot;
    return slot;
}

/* Give a clue about `slot` (HL_NONE: about the hand). */
static inline int tell(hl_mind *mind, int target, int slot, int clue) {
    const hl_rules *rules = mind->rules;
    mind->target = (uint8_t)target;
    mind->slot = (uint8_t)slot;
    int offset = target - mind->seat + (target < mind->seat ? rules->players : 0);
    int colours = rules->colour_clues, ranks = rules->rank_clues;
    if (clue < colours)
        return 2 * rules->hand_size + (offset - 1) * colours + clue;
    return 2 * rules->hand_size + (rules->players - 1) * colours + (offset - 1) * ranks + clue -
           colours;
}

static inline int touches(const hl_rules *rules, int clue, int card) {
    return (int)(rules->clue_cards[clue] >> card & 1);
}

/* Tell the colour or the rank of a card: its own, or else the first that touches it; HL_ILLEGAL if
 * none does. */
static inline int tell_any(hl_mind *mind, int target, int slot, int card, int own, int clue,
                           int end) {
    if (clue + own < end && touches(mind->rules, clue + own, card))
        return tell(mind, target, slot, clue + own);
    while (clue < end && !touches(mind->rules, clue, card))
        clue++;
    return clue < end ? tell(mind, target, slot, clue) : HL_ILLEGAL;
}

static inline int tell_colour_of(hl_mind *mind, int target, int slot, int card) {
    return tell_any(mind, target, slot, card, mind->rules->suit_of[card], 0,
                    mind->rules->colour_clues);
}

static inline int tell_rank_of(hl_mind *mind, int target, int slot, int card) {
    int start = mind->rules->colour_clues;
    return tell_any(mind, target, slot, card, rank_of(mind->rules, card), start,
                    start + mind->rules->rank_clues);
}

static inline int tell_colour(hl_mind *mind, int target, int slot) {
    return tell_colour_of(mind, target, slot, mind->view->hand[target][slot]);
}

static inline int tell_rank(hl_mind *mind, int target, int slot) {
    return tell_rank_of(mind, target, slot, mind->view->hand[target][slot]);
}

#endif
