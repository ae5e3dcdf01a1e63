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
int hl_conv_connector(const hl_public *pub, const hl_conv_memo *memo,
                      const hl_conv_promise *promise, int seat, cards missing) {
    unsigned may = 0;
    for (unsigned slots = pub->touched[seat]; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        if (memo->said[seat][slot] & missing && memo->since[seat][slot] < promise->turn)
            may |= 1U << slot;
    }
    if (may)
        return hl_conv_newest(pub, seat, may);
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        if (pub->order[seat][slot] == promise->blind[seat] && pub->order[seat][slot] != HL_NONE)
            return pub->know[seat][slot] & missing ? slot : HL_NONE;
    return HL_NONE;
}

static cards *focus_of(const hl_public *pub, hl_conv_memo *memo, const hl_conv_promise *promise) {
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        if (pub->order[promise->target][slot] == promise->order)
            return &memo->said[promise->target][slot];
    return NULL;
}

/* A card played that the table did not expect: the cards that may follow it, else 0. */
cards hl_conv_shown(const hl_public *before, const hl_event *event, const hl_conv_memo *memo) {
    if (event->kind != HL_PLAY || !event->success)
        return 0;
    cards said = memo->said[event->seat][event->slot];
    int touched = before->touched[event->seat] >> event->slot & 1;
    if (touched && subset(said, before->playable))
        return 0;
    return before->rules.next_cards[before->rules.id_of[event->card]];
}

/* What a seat that moved has shown of a promise. Whether the promise is settled. */
static int settle(hl_conv_promise *promise, int seat, cards next, cards *said) {
    if (!(promise->waiting >> seat & 1))
        return 0;
    promise->waiting &= (uint8_t) ~(1U << seat);
    if (next & promise->later & *said) {
        *said &= next & promise->later;
        return 1;
    }
    if (promise->waiting)
        return 0;
    if (*said & ~promise->later)
        *said &= ~promise->later;
    return 1;
}

/* A seat has moved, so it no longer waits, and the cards it has shown are those promised. */
void hl_conv_moved(const hl_public *pub, hl_conv_memo *memo, int seat, cards next) {
    for (unsigned left = memo->open; left; left &= left - 1) {
        hl_conv_promise *promise = &memo->promises[first_of(left)];
        cards *said = focus_of(pub, memo, promise);
        if (!said || settle(promise, seat, next, said))
            memo->open &= (uint8_t) ~(left & -left);
    }
}
