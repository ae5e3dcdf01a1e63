/* Hands that I may hold: each slot is drawn independently, and all again if two slots drew the same
 * card. */
#include "inference/my_hands.h"
#include "engine/rng.h"
#include "engine/turn.h"

/* After this many failures a slightly biased draw is used; it is rare. */
#define TRIES 400

/* Fill the slots in random order, each with a card still available for it; 0 if there is none. */
static int fill(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    int size = view->pub->rules.hand_size, first = (int)hl_rng_below(rng, (uint32_t)size);
    uint64_t left = ~0ULL;
    for (int i = 0; i < size; i++) {
        int slot = (first + i) % size;
        uint64_t all = hl_may_be(view, view->seat, slot), cards = all & left;
        if (all && !cards)
            return 0;
        hand[slot] = all ? (uint8_t)hl_any_of(rng, cards) : HL_NONE;
        left &= all ? ~(1ULL << hand[slot]) : ~0ULL;
    }
    return 1;
}

static int draw_each(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    uint64_t drawn = 0;
    for (int slot = 0; slot < view->pub->rules.hand_size; slot++) {
        uint64_t cards = hl_may_be(view, view->seat, slot);
        hand[slot] = cards ? (uint8_t)hl_any_of(rng, cards) : HL_NONE;
        if (cards && drawn >> hand[slot] & 1)
            return 0;
        drawn |= cards ? 1ULL << hand[slot] : 0;
    }
    return 1;
}

void hl_deal_my_hand(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    for (int tries = 0; tries < TRIES; tries++)
        if (draw_each(view, rng, hand))
            return;
    while (!fill(view, rng, hand))
        ;
}
