/* Random deals of all hands as a spectator might imagine them: each card fits its clues, touched
 * cards are what the table takes them for, and no card is in two places. */
#include "engine/rng.h"
#include "strategies/wary/record.h"

#include <string.h>

enum { TRIES = 8 };

static uint64_t cards_of(const hl_rules *rules, uint32_t ids) {
    uint64_t cards = 0;
    for (; ids; ids &= ids - 1)
        cards |= rules->cards_of[__builtin_ctz(ids)];
    return cards;
}

/* Deal the touched cards, or the others. Returns whether there were cards for all. */
static int fill(const hl_public *after, const hl_event *event, const hl_conv_memo *conv,
                int touched, hl_rng *rng, uint64_t *taken, uint8_t hands[6][8]) {
    for (int seat = 0; seat < after->rules.players; seat++)
        for (int slot = 0; slot < after->rules.hand_size; slot++) {
            if (after->order[seat][slot] == HL_NONE || hands[seat][slot] != HL_NONE ||
                (after->touched[seat] >> slot & 1) != touched)
                continue;
            if (seat == event->seat && slot == event->slot)
                continue; /* drawn after the move */
            uint64_t may_be = after->know[seat][slot] & ~*taken;
            uint64_t said = may_be;
            if (touched)
                said &= cards_of(&after->rules, conv->hands[seat].said[slot]);
            if (!may_be)
                return 0;
            int card = hl_any_of(rng, said ? said : may_be);
            hands[seat][slot] = (uint8_t)card;
            *taken |= 1ULL << card;
        }
    return 1;
}

/* Deal the hands before the last turn, given its `event`; the card used in it is known to
 * everybody. Returns whether a deal was found. */
int hl_wary_deal(const hl_public *after, const hl_event *event, const hl_conv_memo *conv,
                 hl_rng *rng, uint8_t hands[6][8]) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
        uint64_t taken = after->gone;
        memset(hands, HL_NONE, HL_MAX_PLAYERS * sizeof *hands);
        if (event->kind <= HL_PLAY)
            hands[event->seat][event->slot] = event->card;
        if (fill(after, event, conv, 1, rng, &taken, hands) &&
            fill(after, event, conv, 0, rng, &taken, hands))
            return 1;
    }
    return 0;
}
