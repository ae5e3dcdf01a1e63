/* Slots by the age of their cards. */
#include "rulebase/chop_and_focus.h"

int hl_newest_slot(hl_hand_order hand, unsigned slots) {
    int newest = HL_NONE, latest = -1;
    for (int slot = 0; slot < hand.size; slot++)
        if (slots >> slot & 1 && hand.order[slot] != HL_NONE && hand.order[slot] > latest) {
            latest = hand.order[slot];
            newest = slot;
        }
    return newest;
}

int hl_oldest_slot(hl_hand_order hand, unsigned slots) {
    int oldest = HL_NONE, earliest = HL_NONE; /* an empty slot's order is HL_NONE */
    for (int slot = 0; slot < hand.size; slot++)
        if (slots >> slot & 1 && hand.order[slot] < earliest) {
            earliest = hand.order[slot];
            oldest = slot;
        }
    return oldest;
}
