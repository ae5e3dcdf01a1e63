/* Chop and focus, by the conventions of human players: the next card to discard, and the card that
 * a clue is about. Sets of slots are bit sets. Not public. */
#ifndef HANABI_CHOP_AND_FOCUS_H
#define HANABI_CHOP_AND_FOCUS_H

#include "engine/hanabi.h"

/* One hand: the draw number of each slot, HL_NONE if empty, and the number of slots. */
typedef struct {
    const uint8_t *order;
    int size;
} hl_hand_order;

/* The slot, among `slots`, of the newest card; HL_NONE if none of them holds a card. */
int hl_newest_slot(hl_hand_order hand, unsigned slots);
/* The slot, among `slots`, of the oldest card; HL_NONE if none of them holds a card. */
int hl_oldest_slot(hl_hand_order hand, unsigned slots);

/* The chop, a hand's next card to be discarded: the slot of the oldest card that is not among those
 * `touched` by clues; HL_NONE if there is none. */
static inline int hl_chop(hl_hand_order hand, unsigned touched) {
    return hl_oldest_slot(hand, ~touched);
}

/* The slot that a clue is about if it touches the slots `now`, where earlier clues touched those of
 * `before`: the chop if it is touched, else the newest card touched for the first time, else the
 * newest touched. `on_chop`: whether it is the chop. HL_NONE if the clue touches nothing. */
static inline int hl_focus(hl_hand_order hand, unsigned before, unsigned now, int *on_chop) {
    int chop = hl_chop(hand, before);
    unsigned fresh = now & ~before;
    *on_chop = chop != HL_NONE && fresh >> chop & 1;
    return *on_chop ? chop : hl_newest_slot(hand, fresh ? fresh : now);
}

#endif
