/* What a seat can work out about its own cards and about the hands it sees. */
#include "mind.h"

#include <string.h>

/* My slots that hold a card, and those that can only hold a playable or a useless one. All lanes of
 * the row, used or not, so that the compiler takes several at once. */
void hl_look_at_my_hand(hl_mind *mind) {
    const uint64_t *know = mind->pub->know[mind->seat];
    uint64_t not_playable = mind->view->unseen & ~mind->pub->playable;
    uint64_t not_useless = mind->view->unseen & ~mind->pub->useless;
    uint64_t empty = 0, playable = 0, useless = 0;
    for (int slot = 0; slot < HL_MAX_HAND; slot++) {
        uint64_t bit = 1ULL << slot;
        empty |= know[slot] ? 0 : bit;
        playable |= know[slot] & not_playable ? 0 : bit;
        useless |= know[slot] & not_useless ? 0 : bit;
    }
    mind->filled = (uint8_t)~empty;
    mind->sure_playable = (uint8_t)(playable & ~empty);
    mind->sure_useless = (uint8_t)(useless & ~empty);
}

/* Of these slots, which hold cards, the one with the greatest share of a set, ties to the last. */
hl_share hl_greatest_share(const hl_mind *mind, unsigned slots, uint64_t set) {
    const uint64_t *know = mind->pub->know[mind->seat];
    uint64_t unseen = mind->view->unseen;
    int best = HL_NONE, hits = 0, of = 1;
    for (; slots; slots &= slots - 1) {
        int slot = first_of(slots);
        uint64_t cards = know[slot] & unseen;
        int total = count(cards), share = count(cards & set);
        if (share * of >= hits * total) {
            best = slot;
            hits = share;
            of = total;
        }
    }
    return (hl_share){(uint8_t)best, (uint8_t)hits, (uint8_t)of};
}

/* The slot of a card that is in the hand: the lowest zero byte once the card is taken out of each
 * (on a little-endian machine). */
static int slot_of(const uint8_t hand[HL_MAX_HAND], int card) {
    const uint64_t ones = 0x0101010101010101ULL;
    uint64_t bytes;
    memcpy(&bytes, hand, sizeof bytes);
    bytes ^= ones * (uint64_t)card;
    return lowest((bytes - ones) & ~bytes & ones << 7) / 8;
}

/* Slots of another seat that hold one of these cards. */
unsigned hl_holding(const hl_mind *mind, int seat, uint64_t cards) {
    unsigned slots = 0;
    for (cards &= mind->view->held[seat]; cards; cards &= cards - 1)
        slots |= 1U << slot_of(mind->view->hand[seat], lowest(cards));
    return slots;
}

/* The slot of the card drawn last, or HL_NONE. */
int hl_newest(const hl_mind *mind, int seat) {
    const uint8_t *order = mind->pub->order[seat];
    int newest = HL_NONE, latest = -1;
    for (int slot = 0; slot < mind->rules->hand_size; slot++)
        if (order[slot] != HL_NONE && order[slot] > latest) {
            latest = order[slot];
            newest = slot;
        }
    return newest;
}
