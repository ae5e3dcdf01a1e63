/* The focus: the one card that a clue is about. If the chop is among the cards that it touches for
 * the first time, it is the chop, else the newest of these. A clue that only touches cards again is
 * about the newest of them. */
#include "strategies/conv/record.h"

int hl_conv_focus(const hl_public *before, const hl_event *clue) {
    unsigned fresh = clue->touched & ~(unsigned)before->touched[clue->target];
    int chop = hl_conv_chop(before, clue->target);
    if (chop != HL_NONE && fresh >> chop & 1)
        return chop;
    return hl_conv_newest(before, clue->target, fresh ? fresh : clue->touched);
}
