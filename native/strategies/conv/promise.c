/* Prompts and finesses. A clue may be about a card that cannot be played until another seat plays
 * one that it does not know of: a touched card that may be it (a prompt), or else its newest
 * untouched card (a finesse). Until all seats in between have moved, the focus may be either. A
 * seat that sees that the focus is not playable, and sees the missing card in no other hand, must
 * hold it. */
#include "strategies/conv/record.h"

void hl_conv_promise_add(hl_conv_memo *memo, const hl_conv_promise *added) {
    foreach (number, memo->open | memo->missed)
        if (memo->promises[number].order == added->order) {
            memo->open &= (uint8_t) ~(1U << number);
            memo->missed &= (uint8_t) ~(1U << number);
        }
    /* Without HL_CONV_GROUP (`drawn` is 0) at most six promises are open, with it eight. */
    unsigned free = ~(unsigned)memo->open & (added->drawn ? 0xff : 0x3f);
    if (free & ~(unsigned)memo->missed)
        free &= ~(unsigned)memo->missed;
    if (free) {
        memo->missed &= (uint8_t) ~(free & -free);
        memo->promises[first_of(free)] = *added;
        memo->open |= (uint8_t)(free & -free);
    }
}

/* The slot from which a seat would play the card that a promise needs first, or HL_NONE: that of a
 * prompt, else of a finesse. */
int hl_conv_connector(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat,
                      ids missing) {
    const hl_conv_hand *hand = &memo->hands[seat];
    if (promise->drawn)
        return hl_conv_next_step(memo, promise, seat, missing, 0);
    int slot = hl_conv_prompted(hand, 0, missing, promise->turn);
    if (slot != HL_NONE)
        return slot;
    slot = promise->blind[seat];
    int is_there = slot != HL_NONE && hand->order[slot] == promise->blind_order[seat];
    return is_there && hand->know[slot] & missing ? slot : HL_NONE;
}

/* The identity that comes after the card about to be played, if the card is playable and the table
 * did not expect the play; else 0. */
ids hl_conv_shown(const hl_conv_memo *memo, int seat, int slot, int id) {
    const hl_conv_hand *hand = &memo->hands[seat];
    int expected = hand->touched >> slot & 1 && subset(hand->said[slot], memo->playable);
    return expected || !(memo->playable >> id & 1) ? 0 : next_of(1U << id);
}

/* Update a promise after a seat's move: if its play shows the card before the focus, the focus is
 * one of `next`; if all seats asked have moved without one, it is none of the identities that still
 * cannot be played. Returns whether either is the case, so that the promise is settled. */
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

/* Update all open promises after a seat's move; `next` is what hl_conv_shown returned for its play,
 * 0 for other moves. Returns whether anything changed. */
int hl_conv_moved(hl_conv_memo *memo, int seat, ids next) {
    int changed = 0;
    foreach (number, memo->open) {
        hl_conv_promise *promise = &memo->promises[number];
        ids *said = &memo->hands[promise->target].said[promise->slot];
        int held = is_held(memo, promise);
        changed |= !held || promise->waiting >> seat & 1;
        if (!held || settle(promise, seat, next, memo->playable, said))
            memo->open &= (uint8_t) ~(1U << number);
    }
    return changed;
}

/* The identities that touched cards, other than the one in this slot, are known to have. */
static ids known_elsewhere(const hl_rules *rules, const hl_conv_memo *memo, int target, int slot) {
    ids known = 0;
    for (int seat = 0; seat < rules->players; seat++)
        foreach (other, memo->hands[seat].touched) {
            ids said = memo->hands[seat].said[other];
            known |= (seat != target || other != slot) && is_alone(said) ? said : 0;
        }
    return known;
}

/* Return the focus of a promise that nobody kept to its promised identities if all others that it
 * may have are played, useless or known to be other touched cards. */
void hl_conv_reopen(const hl_rules *rules, hl_conv_memo *memo) {
    foreach (number, memo->missed) {
        const hl_conv_promise *promise = &memo->promises[number];
        hl_conv_hand *hand = &memo->hands[promise->target];
        ids *said = &hand->said[promise->slot];
        int held = is_held(memo, promise);
        ids may = promise->later & hand->know[promise->slot] & ~memo->useless;
        if (held && may && subset(*said, memo->claimed | memo->useless)) {
            ids known = known_elsewhere(rules, memo, promise->target, promise->slot);
            if (may & ~known && subset(*said, known | memo->useless))
                *said = may & ~known;
        }
        if (!held || !may)
            memo->missed &= (uint8_t) ~(1U << number);
    }
}

/* The identities of a touched card without those that open promises allow only after another seat's
 * play. */
ids hl_conv_without_promises(const hl_conv_memo *memo, int seat, int slot) {
    ids said = memo->hands[seat].said[slot];
    foreach (number, memo->open) {
        const hl_conv_promise *promise = &memo->promises[number];
        if (promise->target == seat && promise->slot == slot && is_held(memo, promise))
            said &= ~promise->later;
    }
    return said;
}
