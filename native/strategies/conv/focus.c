/* The focus, the one card that a clue is about. If the chop is among the cards touched for the
 * first time, it is the chop, else the newest of these. A clue that touches only already touched
 * cards is about the newest of them. */
#include "strategies/conv/record.h"

int hl_conv_focus(const hl_conv_hand *before, unsigned touched) {
    unsigned fresh = touched & ~(unsigned)before->touched;
    int chop = hl_conv_chop(before);
    if (fresh & ~(unsigned)before->moved)
        fresh &= ~(unsigned)before->moved;
    if (chop != HL_NONE && fresh >> chop & 1)
        return chop;
    return hl_conv_newest(before, fresh ? fresh : touched);
}
