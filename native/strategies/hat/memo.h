/* The players' common knowledge under the information strategy. Not public. */
#ifndef HANABI_HAT_MEMO_H
#define HANABI_HAT_MEMO_H

#include "engine/sets.h"
#include "strategies/hat/hat.h"

/* All copies of the identity of a set's first card. */
static inline uint64_t first_kind(const hl_rules *rules, uint64_t cards) {
    return rules->cards_of[rules->id_of[__builtin_ctzll(cards)]];
}

/* Whether a set has cards, and all of them are copies of one identity. */
static inline int one_kind(const hl_rules *rules, uint64_t cards) {
    return cards && !(cards & ~first_kind(rules, cards));
}

/* Whether a slot is not empty (`cards`, what it may hold) and its card must be in a set. */
static inline int within(uint64_t cards, uint64_t set) { return cards && !(cards & ~set); }

/* custom.c: what the kind of a move communicates by itself. */
/* Whether everybody knows that a seat can play. */
int hl_hat_can_play(const hl_rules *rules, const hl_hat_memo *memo, int seat);
/* Whether the best score is still possible after another discard. */
int hl_hat_can_spare(const hl_rules *rules, const hl_hat_memo *memo);
/* The seat that would be known to hold a playable card if the giver gave a clue now, or HL_NONE. */
int hl_hat_urged(const hl_rules *rules, const hl_hat_memo *memo, int giver);
/* Update the memo by what a discard instead of a clue communicates. */
void hl_hat_silence(const hl_rules *rules, hl_hat_memo *memo, int giver);
/* Write the slots of a seat's hand that are equivalent to `slot` for everybody when it is played
 * (`plays`) or discarded; returns their number. */
int hl_hat_alike(const hl_rules *rules, const hl_hat_memo *memo, int seat, int slot, int plays,
                 uint8_t slots[8]);

/* ask.c. Ask the agreed questions about a seat's hand and update the memo by the answers: those of
 * the real `hand` if it is not NULL, else those that the number `answer` encodes. `urged`: the hand
 * must have a playable card. Returns the number that encodes the answers, from 0 to codes - 1, and
 * writes to `told` the slot that is then known to be playable, or HL_NONE. */
int hl_hat_ask(const hl_rules *rules, hl_hat_memo *memo, int seat, const uint8_t *hand, int urged,
               int codes, int answer, uint8_t *told);

/* code.c: the codes of the clues to one hand. */
typedef struct {
    uint8_t first; /* the lowest code */
    uint8_t codes; /* the number of codes */
    uint8_t pivot; /* the card that a clue touches or not */
} hl_hat_classes;

/* Write the codes of the clues to each seat but the giver; returns the total number of codes. */
int hl_hat_classify(const hl_rules *rules, const hl_hat_memo *memo, int giver,
                    hl_hat_classes classes[6]);
/* The code of a clue value that touches these slots (bit set) of the target's hand. */
int hl_hat_code(const hl_rules *rules, const hl_hat_classes *target, int clue, unsigned touched);

/* choose.c: choose the move of the view's seat, given the memo of the game so far; the rules must
 * be supported. Returns HL_OK, HL_NOT_YOUR_TURN or HL_GAME_OVER. */
int hl_hat_choose(const hl_view *view, const hl_hat_memo *memo, hl_hat_decision *decision);

#endif
