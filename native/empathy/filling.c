/* Complete a position to one deal that fits it. Any deal will do: the hidden cards' holder cannot
 * distinguish them. */
#include "empathy/filling.h"

#include <string.h>

/* Give a hidden card a spare identity, or that of another hidden card that can take a third: one
 * augmenting step of a bipartite matching. `asked`: the slots tried already. */
static int place(const uint32_t clued[8], hl_filling *filling, int slot, unsigned *asked) {
    uint32_t *own = filling->actual[filling->hidden];
    uint32_t spare = clued[slot] & hl_ids_among(filling->spare);
    if (spare) {
        own[slot] = spare & -spare;
        filling->spare[__builtin_ctz(spare)]--;
        return 1;
    }
    *asked |= 1U << slot;
    for (int other = 0; other < HL_MAX_HAND; other++) {
        uint32_t wanted = own[other];
        if (clued[slot] & wanted && !(*asked >> other & 1) && place(clued, filling, other, asked)) {
            own[slot] = wanted;
            return 1;
        }
    }
    return 0;
}

static int fill_hidden(const hl_position *position, hl_filling *filling) {
    int seat = filling->hidden;
    for (int slot = 0; slot < position->hand_size; slot++) {
        unsigned asked = 0;
        if (position->held[seat][slot] == HL_HIDDEN &&
            !place(position->clued[seat], filling, slot, &asked))
            return HL_NO_DEAL;
    }
    return HL_OK;
}

static int hold(const hl_position *position, unsigned observers, hl_filling *filling, int seat,
                int slot) {
    uint8_t id = position->held[seat][slot];
    if (id == HL_NONE)
        return HL_OK;
    if (id == HL_HIDDEN) {
        if (!(observers >> seat & 1) || (filling->hidden >= 0 && filling->hidden != seat))
            return HL_HIDDEN_OUTSIDE;
        filling->hidden = seat;
        return HL_OK;
    }
    if (id >= HL_MAX_IDS)
        return HL_BAD_POSITION;
    if (!(position->clued[seat][slot] >> id & 1))
        return HL_NOT_POSSIBLE;
    if (!filling->spare[id])
        return HL_TOO_MANY_HELD;
    filling->spare[id]--;
    filling->actual[seat][slot] = 1U << id;
    return HL_OK;
}

int hl_fill(const hl_position *position, unsigned observers, hl_filling *filling) {
    if (position->players > HL_MAX_PLAYERS || position->hand_size > HL_MAX_HAND ||
        observers >> position->players)
        return HL_BAD_POSITION;
    memset(filling->actual, 0, sizeof filling->actual);
    memcpy(filling->spare, position->left, sizeof filling->spare);
    filling->hidden = -1;
    for (int seat = 0; seat < position->players; seat++) {
        for (int slot = 0; slot < position->hand_size; slot++) {
            int error = hold(position, observers, filling, seat, slot);
            if (error)
                return error;
        }
    }
    return filling->hidden < 0 ? HL_OK : fill_hidden(position, filling);
}
