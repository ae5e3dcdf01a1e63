/* Chop and focus, as human players agree: which card of a hand goes first, and which one a clue is
 * about. Sets of slots are bit sets. Not part of the public face. */
#ifndef HANABI_CHOP_AND_FOCUS_H
#define HANABI_CHOP_AND_FOCUS_H

#include "engine/hanabi.h"

/* One hand: the draw number of each slot, HL_NONE where it is empty, and how many slots count. */
typedef struct {
    const uint8_t *order;
    int size;
} hl_hand_order;

/* Of these slots, that of the card drawn last, or first; HL_NONE if none holds a card. */
int hl_newest_slot(hl_hand_order hand, unsigned slots);
int hl_oldest_slot(hl_hand_order hand, unsigned slots);

/* The oldest card that no clue has touched, HL_NONE if there is none: it goes first when nothing is
 * known. */
static inline int hl_chop(hl_hand_order hand, unsigned touched) {
    return hl_oldest_slot(hand, ~touched);
}

/* What a clue that touches the slots `now` is about, where clues touched those of `before`: the
 * chop if it is one of them, else the newest that is touched first, else the newest. `on_chop` says
 * whether it is the chop. HL_NONE if the clue touches nothing. */
static inline int hl_focus(hl_hand_order hand, unsigned before, unsigned now, int *on_chop) {
    int chop = hl_chop(hand, before);
    unsigned fresh = now & ~before;
    *on_chop = chop != HL_NONE && fresh >> chop & 1;
    return *on_chop ? chop : hl_newest_slot(hand, fresh ? fresh : now);
}

#endif
