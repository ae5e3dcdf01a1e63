/* The chop, a hand's oldest card that no clue has touched and no chop move protects: the next to be
 * discarded, so everybody looks there first. Blind plays are asked from the newest untouched card.
 */
#include "strategies/conv/record.h"

/* The chop's slot, or HL_NONE: every card is touched, the hand is locked. */
int hl_conv_chop(const hl_conv_hand *hand) {
    int chop = HL_NONE, oldest = HL_NONE;
    for (unsigned left = hand->filled & ~hand->touched & ~hand->moved; left; left &= left - 1)
        if (hand->order[first_of(left)] < oldest) {
            chop = first_of(left);
            oldest = hand->order[chop];
        }
    return hand->newest_first ? hl_conv_newest(hand, ~(unsigned)hand->touched & ~hand->moved)
                              : chop;
}

/* The slot, among these, of the newest card, or HL_NONE. */
int hl_conv_newest(const hl_conv_hand *hand, unsigned slots) {
    int chosen = HL_NONE, newest = -1;
    for (unsigned left = slots & hand->filled; left; left &= left - 1)
        if (hand->order[first_of(left)] > newest) {
            chosen = first_of(left);
            newest = hand->order[chosen];
        }
    return chosen;
}
