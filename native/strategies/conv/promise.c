/* Prompts and finesses. A clue may be about a card that cannot be played until somebody else plays
 * one that they do not know of: a touched card that may be it (a prompt), or else their newest
 * untouched card (a finesse). Until everybody between has moved, the focus may be either. Whoever
 * sees that the card is not playable, and sees the missing one in no other hand, has it. */
#include "strategies/conv/record.h"

void hl_conv_promise_add(hl_conv_memo *memo, const hl_conv_promise *added) {
    for (unsigned left = memo->open; left; left &= left - 1)
        if (memo->promises[first_of(left)].order == added->order)
            memo->open &= (uint8_t) ~(left & -left);
    unsigned free = ~(unsigned)memo->open & ((1U << HL_CONV_PROMISES) - 1);
    if (free) {
        memo->promises[first_of(free)] = *added;
        memo->open |= (uint8_t)(free & -free);
    }
}

/* The slot from which a seat would play the missing card, or HL_NONE. */
int hl_conv_connector(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat,
                      ids missing) {
    const hl_conv_hand *hand = &memo->hands[seat];
    unsigned may = 0;
    for (unsigned left = hand->touched; left; left &= left - 1) {
        int slot = first_of(left);
        if (hand->said[slot] & missing && hand->since[slot] < promise->turn)
            may |= 1U << slot;
    }
    if (may)
        return hl_conv_newest(hand, may);
    int slot = promise->blind[seat];
    int is_there = slot != HL_NONE && hand->order[slot] == promise->blind_order[seat];
    return is_there && hand->know[slot] & missing ? slot : HL_NONE;
}

/* A card that is about to be played: what may follow it if the table did not expect it, else 0. */
ids hl_conv_shown(const hl_conv_memo *memo, int seat, int slot, int id) {
    const hl_conv_hand *hand = &memo->hands[seat];
    int expected = hand->touched >> slot & 1 && subset(hand->said[slot], memo->playable);
    return expected || !(memo->playable >> id & 1) ? 0 : next_of(1U << id);
}

/* What a seat that moved has shown of a promise. Whether the promise is settled: once all have
 * moved, the focus is none of the cards that still could not be played. */
static int settle(hl_conv_promise *promise, int seat, ids next, ids playable, ids *said) {
    if (!(promise->waiting >> seat & 1))
        return 0;
    promise->waiting &= (uint8_t) ~(1U << seat);
    if (next & promise->later & *said) {
        *said &= next & promise->later;
        return 1;
    }
    if (promise->waiting)
        return 0;
    ids unplayable = promise->later & ~playable;
    if (*said & ~unplayable)
        *said &= ~unplayable;
    return 1;
}

/* A seat has moved, so it no longer waits, and the cards it has shown are those promised. Whether
 * that changes anything. */
int hl_conv_moved(hl_conv_memo *memo, int seat, ids next) {
    int changed = 0;
    for (unsigned left = memo->open; left; left &= left - 1) {
        hl_conv_promise *promise = &memo->promises[first_of(left)];
        ids *said = &memo->hands[promise->target].said[promise->slot];
        int held = is_held(memo, promise);
        changed |= !held || promise->waiting >> seat & 1;
        if (!held || settle(promise, seat, next, memo->playable, said))
            memo->open &= (uint8_t) ~(left & -left);
    }
    return changed;
}
