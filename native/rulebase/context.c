/* Deductions of a seat about its own cards and about the hands it sees. */
#include "rulebase/context.h"

#include <string.h>

/* My slots that hold a card: all of them, until the deck is empty. */
static unsigned filled(const hl_rule_context *context) {
    unsigned slots = (1U << context->rules->hand_size) - 1;
    if (!context->pub->deck_left)
        for (int slot = 0; slot < context->rules->hand_size; slot++)
            if (!context->pub->know[context->seat][slot])
                slots &= ~(1U << slot);
    return slots;
}

/* Two slots at a time, since this runs at the start of every turn. */
typedef uint64_t pair __attribute__((vector_size(16)));

/* The slots, empty ones included, that cannot hold a card of a set. */
static unsigned without(const uint64_t know[HL_MAX_HAND], uint64_t cards) {
    static const pair bits[] = {{1, 2}, {4, 8}, {16, 32}, {64, 128}};
    pair set = {cards, cards}, slots = {0, 0};
    for (int i = 0; i < HL_MAX_HAND / 2; i++) {
        pair row = {know[2 * i], know[2 * i + 1]};
        slots |= (pair)((row & set) == 0) & bits[i];
    }
    return (unsigned)(slots[0] | slots[1]);
}

void hl_look_at_my_hand(hl_rule_context *context) {
    const uint64_t *know = context->pub->know[context->seat];
    uint64_t unseen = context->view->unseen;
    unsigned slots = filled(context);
    context->filled = (uint8_t)slots;
    context->sure_playable = (uint8_t)(slots & without(know, unseen & ~context->pub->playable));
    context->sure_useless = (uint8_t)(slots & without(know, unseen & ~context->pub->useless));
}

/* My slots whose chance to hold a card of a set is at least `percent`, computed exactly. */
static unsigned likely(const hl_rule_context *context, uint64_t set, int percent) {
    unsigned slots = 0;
    for (int slot = context->rules->hand_size - 1; slot >= 0; slot--) {
        uint64_t cards = may_be(context, slot);
        slots = slots << 1 | (count(cards & set) * 100 >= count(cards) * percent);
    }
    return slots & context->filled;
}

/* The slot, among some, most likely to hold a card of a set; ties to the last. */
static int likeliest(const hl_rule_context *context, unsigned slots, uint64_t set) {
    int best = HL_NONE, hits = 0, of = 1;
    foreach (slot, slots) {
        uint64_t cards = may_be(context, slot);
        int total = count(cards), share = count(cards & set);
        if (share * of >= hits * total) {
            best = slot;
            hits = share;
            of = total;
        }
    }
    return best;
}

int hl_likeliest(const hl_rule_context *context, unsigned slots, uint64_t set, int percent) {
    slots &= likely(context, set, percent);
    return slots & (slots - 1) ? likeliest(context, slots, set) : slots ? first_of(slots) : HL_NONE;
}

/* The slots of another seat that hold one of these cards. */
unsigned hl_holding(const hl_rule_context *context, int seat, uint64_t cards) {
    const uint8_t *hand = context->view->hand[seat];
    unsigned slots = 0;
    if (!(cards & context->view->held[seat]))
        return 0;
    for (int slot = context->rules->hand_size - 1; slot >= 0; slot--)
        slots = slots << 1 | ((hand[slot] < HL_MAX_DECK) & (unsigned)(cards >> (hand[slot] & 63)));
    return slots;
}
