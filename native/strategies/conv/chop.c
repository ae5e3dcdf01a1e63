/* The chop: a hand's oldest card that no clue has touched. It is the next to be thrown away, so
 * everybody looks there first. The newest untouched card is where blind plays are asked for. */
#include "strategies/conv/record.h"

/* The slot, or HL_NONE: every card is touched, the hand is locked. */
int hl_conv_chop(const hl_public *pub, int seat) {
    int chop = HL_NONE, oldest = HL_NONE;
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        if (pub->order[seat][slot] < oldest && !(pub->touched[seat] >> slot & 1)) {
            chop = slot;
            oldest = pub->order[seat][slot];
        }
    return chop;
}

/* Of these slots, that of the card drawn last, or HL_NONE. */
int hl_conv_newest(const hl_public *pub, int seat, unsigned slots) {
    int found = HL_NONE, newest = -1;
    for (; slots; slots &= slots - 1) {
        int slot = first_of(slots), order = pub->order[seat][slot];
        if (order != HL_NONE && order > newest) {
            found = slot;
            newest = order;
        }
    }
    return found;
}
