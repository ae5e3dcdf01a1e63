/* The exact kernel. An identity is free if a chain of exchanges, card by card, can end with a spare
 * copy. A card that holds a free identity can have any free one that its clues leave. The other
 * cards are tight: together they hold all copies of the identities they can have, the set in each
 * hand is fixed, and only their order within the hand can be unknown. */
#include "empathy/filling.h"

#include <string.h>

/* `reach[id]`: all identities that the cards which hold `id` could have. */
static uint32_t free_ids(const uint32_t reach[30], uint32_t held, uint32_t spare) {
    uint32_t free = spare;
    for (uint32_t before = ~free; before != free;) {
        before = free;
        foreach (id, held & ~free)
            if (reach[id] & free)
                free |= 1U << id;
    }
    return free;
}

/* Permutations of the tight cards of one hand (the identity of each, 0 for other slots): a card can
 * have another's identity if a cycle of allowed exchanges contains both. */
static void permute(const uint32_t clued[8], const uint32_t tight[8], int size,
                    uint32_t possible[8]) {
    uint32_t reach[8];
    memcpy(reach, clued, sizeof reach);
    for (int via = 0; via < size; via++)
        for (int slot = 0; slot < HL_MAX_HAND; slot++)
            reach[slot] |= reach[slot] & tight[via] ? reach[via] : 0;
    for (int other = 0; other < size; other++)
        for (int slot = 0; slot < HL_MAX_HAND; slot++)
            possible[slot] |= reach[other] & tight[slot] ? clued[slot] & tight[other] : 0;
}

/* Write the identities that the cards of one hand can have; returns its tight slots (bit set). */
static uint8_t know_hand(const uint32_t clued[8], const uint32_t actual[8], int size, uint32_t free,
                         uint32_t possible[8]) {
    uint32_t tight[8];
    unsigned slots = 0;
    for (int slot = 0; slot < HL_MAX_HAND; slot++) {
        tight[slot] = actual[slot] & ~free;
        possible[slot] = actual[slot] & free ? clued[slot] & free : tight[slot];
        slots |= (unsigned)(tight[slot] != 0) << slot;
    }
    if (slots & (slots - 1))
        permute(clued, tight, size, possible);
    return (uint8_t)slots;
}

int hl_empathy(const hl_position *position, unsigned observers, hl_knowledge *known) {
    hl_filling filling;
    int error = hl_fill(position, observers, &filling);
    if (error)
        return error;
    uint32_t reach[30] = {0}, held = 0;
    foreach (seat, observers)
        for (int slot = 0; slot < position->hand_size; slot++) {
            uint32_t actual = filling.actual[seat][slot];
            if (actual)
                reach[__builtin_ctz(actual)] |= position->clued[seat][slot];
            held |= actual;
        }
    uint32_t free = free_ids(reach, held, hl_ids_among(filling.spare));
    memcpy(known->possible, filling.actual, sizeof known->possible);
    memset(known->tight, 0, sizeof known->tight);
    foreach (seat, observers)
        known->tight[seat] = know_hand(position->clued[seat], filling.actual[seat],
                                       position->hand_size, free, known->possible[seat]);
    return HL_OK;
}

int hl_empathy_batch(const hl_position *positions, const uint8_t *observers, int count,
                     hl_knowledge *known, int8_t *errors) {
    int refused = 0;
    for (int i = 0; i < count; i++) {
        errors[i] = (int8_t)hl_empathy(&positions[i], observers[i], &known[i]);
        refused += errors[i] != HL_OK;
    }
    return refused;
}
