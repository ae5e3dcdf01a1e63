/* The chop: a hand's oldest card that no clue has touched. It is the next to be thrown away, so
 * everybody looks there first. The newest untouched card is where blind plays are asked for. */
#include "strategies/conv/record.h"

/* The slot, or HL_NONE: every card is touched, the hand is locked. */
int hl_conv_chop(const hl_conv_hand *hand) {
    int chop = HL_NONE, oldest = HL_NONE;
    for (unsigned left = hand->filled & ~hand->touched; left; left &= left - 1)
        if (hand->order[first_of(left)] < oldest) {
            chop = first_of(left);
            oldest = hand->order[chop];
        }
    return chop;
}

/* Of these slots, that of the card drawn last, or HL_NONE. */
int hl_conv_newest(const hl_conv_hand *hand, unsigned slots) {
    int chosen = HL_NONE, newest = -1;
    for (unsigned left = slots & hand->filled; left; left &= left - 1)
        if (hand->order[first_of(left)] > newest) {
            chosen = first_of(left);
            newest = hand->order[chosen];
        }
    return chosen;
}
