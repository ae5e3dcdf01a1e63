/* What all players know under the information strategy. Not part of the public face. */
#ifndef HANABI_HAT_MEMO_H
#define HANABI_HAT_MEMO_H

#include "strategies/hat/hat.h"

static inline int count(uint64_t cards) { return __builtin_popcountll(cards); }

/* All copies of the first card of a set. */
static inline uint64_t first_kind(const hl_rules *rules, uint64_t cards) {
    return rules->cards_of[rules->id_of[__builtin_ctzll(cards)]];
}

/* Whether a card that can be these is known. */
static inline int one_kind(const hl_rules *rules, uint64_t cards) {
    return cards && !(cards & ~first_kind(rules, cards));
}

/* Whether there is a card, and it can only be one of a set. */
static inline int within(uint64_t cards, uint64_t set) { return cards && !(cards & ~set); }

/* memo.c: cards come and go, clues rule out. */
void hl_hat_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event);
void hl_hat_clue(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event);
/* Rule out identities of which all copies are accounted for, until nothing changes. */
void hl_hat_settle(const hl_rules *rules, hl_hat_memo *memo);

/* custom.c: what the choice of a move tells by itself. */
/* Whether everybody knows that a seat can play. */
int hl_hat_can_play(const hl_rules *rules, const hl_hat_memo *memo, int seat);
/* Whether the best score may still be reached when another card is discarded. */
int hl_hat_can_spare(const hl_rules *rules, const hl_hat_memo *memo);
/* The seat that certainly holds a playable card since it gets a clue now, or HL_NONE. */
int hl_hat_urged(const hl_rules *rules, const hl_hat_memo *memo, int giver);
/* Put in what it tells the others that a seat discards. */
void hl_hat_silence(const hl_rules *rules, hl_hat_memo *memo, int giver);
/* Slots of a hand that serve as well as this one; returns how many. */
int hl_hat_alike(const hl_rules *rules, const hl_hat_memo *memo, int seat, int slot, int plays,
                 uint8_t slots[8]);

/* ask.c. Ask the agreed questions of a seat's hand and put the answers into the memo: those of the
 * real `hand` if there is one, else those that `answer` stands for. Returns the answer, below
 * `codes`. *told: the slot found playable, or HL_NONE. */
int hl_hat_ask(const hl_rules *rules, hl_hat_memo *memo, int seat, const uint8_t *hand, int urged,
               int codes, int answer, uint8_t *told);

/* groups.c. Deal what a card can be into at most `most` groups; chance[i] is how likely group i is
 * in proportion to the others. Returns how many there are. */
int hl_hat_group(const hl_rules *rules, const hl_hat_memo *memo, uint64_t cards, int most,
                 uint64_t groups[HL_MAX_IDS], uint32_t chance[HL_MAX_IDS]);

/* code.c: how the clues to one hand are told apart. */
typedef struct {
    uint8_t first; /* the lowest code */
    uint8_t codes; /* how many there are */
    uint8_t pivot; /* the card that they touch or not */
} hl_hat_classes;

/* The classes of clues by target; returns how many codes there are in all. */
int hl_hat_classify(const hl_rules *rules, const hl_hat_memo *memo, int giver,
                    hl_hat_classes classes[6]);
int hl_hat_code(const hl_rules *rules, const hl_hat_classes *target, int clue, unsigned touched);

#endif
