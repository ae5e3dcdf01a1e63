/* Chop and focus. The chop is a hand's oldest card that no clue has touched and no chop move
 * protects: the next to be discarded, so everybody looks there first. Blind plays are asked from
 * the newest untouched card. The focus is the one card that a clue is about. If the chop is among
 * the cards touched for the first time, it is the chop, else the newest of these. A clue that
 * touches only already touched cards is about the newest of them. */
#include "strategies/conv/record.h"

/* The slot, among these, of the newest card, or HL_NONE. */
int hl_conv_newest(const hl_conv_hand *hand, unsigned slots) {
    int chosen = HL_NONE, newest = -1;
    foreach (slot, slots & hand->filled)
        if (hand->order[slot] > newest) {
            chosen = slot;
            newest = hand->order[chosen];
        }
    return chosen;
}

/* The slot, among these, of the oldest card, or HL_NONE. */
int hl_conv_oldest(const hl_conv_hand *hand, unsigned slots) {
    int chosen = HL_NONE, oldest = HL_NONE;
    foreach (slot, slots & hand->filled)
        if (hand->order[slot] < oldest) {
            chosen = slot;
            oldest = hand->order[chosen];
        }
    return chosen;
}

/* The slot of the chop, or HL_NONE if every card is touched or protected by a chop move. */
int hl_conv_chop(const hl_conv_hand *hand) {
    unsigned free = ~(unsigned)hand->touched & ~(unsigned)hand->moved;
    return hand->newest_first ? hl_conv_newest(hand, free) : hl_conv_oldest(hand, free);
}

/* Whether a hand has nothing that it may discard: no chop, and no card known to be useless. */
int hl_conv_is_locked(const hl_conv_hand *hand, ids useless) {
    if (hl_conv_chop(hand) != HL_NONE)
        return 0;
    foreach (slot, hand->touched)
        if (subset(hand->said[slot], useless))
            return 0;
    return 1;
}

int hl_conv_focus(const hl_conv_hand *before, unsigned touched) {
    unsigned fresh = touched & ~(unsigned)before->touched;
    int chop = hl_conv_chop(before);
    if (fresh & ~(unsigned)before->moved)
        fresh &= ~(unsigned)before->moved;
    if (chop != HL_NONE && fresh >> chop & 1)
        return chop;
    return hl_conv_newest(before, fresh ? fresh : touched);
}
