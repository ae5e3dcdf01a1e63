/* What the seat to move works out in one turn, each thing when a rule first asks for it. Not part
 * of the public face. A set of slots is a bit a slot. */
#ifndef HANABI_MIND_H
#define HANABI_MIND_H

#include "rulebase.h"
#include "turn.h"

#include <stddef.h>

/* For each of my slots: of the cards it may be (`of`), how many lie in some set (`hits`). */
typedef struct {
    uint8_t hits[HL_MAX_HAND], of[HL_MAX_HAND];
    uint8_t sure; /* slots where all do */
    uint8_t best; /* slot with the greatest share, ties to the last; HL_NONE: no card */
} hl_chances;

/* A hand: what its holder knows from clues alone, and what I see (of my own hand, the last two
 * mean something only where both colour and rank are known). */
typedef struct {
    uint8_t cards, knows_colour, knows_rank;
    uint8_t playable, useless;
} hl_insight;

typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    hl_rng *rng;            /* NULL: every choice is `pick`, to go through a rule's answers */
    uint32_t pick, options; /* options: how many there were at the last choice */
    uint8_t seat, lives;
    uint8_t target, slot; /* what the answer is about */
    uint8_t weighed;      /* chances done: bit 0 playable, bit 1 useless */
    uint8_t studied;      /* seats whose insight is done */
    hl_chances playable, useless;
    hl_insight hands[HL_MAX_PLAYERS];
} hl_mind;

void hl_weigh(const hl_mind *mind, uint64_t set, hl_chances *chances);
int hl_newest(const hl_mind *mind, int seat); /* slot, or HL_NONE */
void hl_study(const hl_mind *mind, int seat, hl_insight *hand);

/* The families: a move that may still prove illegal, or hl_silence. */
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
static inline int subset(uint64_t set, uint64_t of) { return !(set & ~of); }
static inline int lowest(uint64_t cards) { return __builtin_ctzll(cards); }

static inline int rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

/* Whether hits of `of` are at least `percent`, exactly; false for 0 of 0 unless `percent` is 0. */
static inline int at_least(int hits, int of, int percent) { return hits * 100 >= of * percent; }

/* One of `options` alternatives, equally likely. */
static inline uint32_t choose(hl_mind *mind, int options) {
    mind->options = (uint32_t)options;
    return mind->rng ? hl_rng_below(mind->rng, mind->options) : mind->pick;
}

/* The cards my slot may hold: the clues pass them and I see them nowhere. 0: the slot is empty. */
static inline uint64_t may_be(const hl_mind *mind, int slot) {
    return mind->pub->know[mind->seat][slot] & mind->view->unseen;
}

static inline const hl_chances *playable_chances(hl_mind *mind) {
    if (!(mind->weighed & 1)) {
        mind->weighed |= 1;
        hl_weigh(mind, mind->pub->playable, &mind->playable);
    }
    return &mind->playable;
}

static inline const hl_chances *useless_chances(hl_mind *mind) {
    if (!(mind->weighed & 2)) {
        mind->weighed |= 2;
        hl_weigh(mind, mind->pub->useless, &mind->useless);
    }
    return &mind->useless;
}

static inline const hl_insight *hand_of(hl_mind *mind, int seat) {
    if (!(mind->studied >> seat & 1)) {
        mind->studied |= (uint8_t)(1U << seat);
        hl_study(mind, seat, &mind->hands[seat]);
    }
    return &mind->hands[seat];
}

static inline unsigned fully_known(const hl_insight *hand) {
    return hand->knows_colour & hand->knows_rank;
}

static inline int is_discard(const hl_rules *rules, int move) { return move < rules->hand_size; }

static inline int is_clue(const hl_rules *rules, int move) { return move >= 2 * rules->hand_size; }

static inline int play(hl_mind *mind, int slot) {
    mind->slot = (uint8_t)slot;
    return mind->rules->hand_size + slot;
}

static inline int discard(hl_mind *mind, int slot) {
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

/* The first clue of a range that touches a card, or `end`. */
static inline int first_clue(const hl_rules *rules, int card, int clue, int end) {
    while (clue < end && !(rules->clue_cards[clue] >> card & 1))
        clue++;
    return clue;
}

/* Tell the colour or the rank of a card; HL_ILLEGAL if no clue of that kind touches it. */
static inline int tell_colour_of(hl_mind *mind, int target, int slot, int card) {
    int end = mind->rules->colour_clues, clue = first_clue(mind->rules, card, 0, end);
    return clue < end ? tell(mind, target, slot, clue) : HL_ILLEGAL;
}

static inline int tell_rank_of(hl_mind *mind, int target, int slot, int card) {
    int start = mind->rules->colour_clues, end = start + mind->rules->rank_clues;
    int clue = first_clue(mind->rules, card, start, end);
    return clue < end ? tell(mind, target, slot, clue) : HL_ILLEGAL;
}

static inline int tell_colour(hl_mind *mind, int target, int slot) {
    return tell_colour_of(mind, target, slot, mind->view->hand[target][slot]);
}

static inline int tell_rank(hl_mind *mind, int target, int slot) {
    return tell_rank_of(mind, target, slot, mind->view->hand[target][slot]);
}

/* Slots of a hand that a clue touches. */
static inline unsigned touching(const hl_mind *mind, int target, uint64_t cards) {
    unsigned slots = 0;
    for (int slot = 0; slot < mind->rules->hand_size; slot++) {
        int card = mind->view->hand[target][slot];
        if (card != HL_NONE)
            slots |= (unsigned)(cards >> card & 1) << slot;
    }
    return slots;
}

#endif
