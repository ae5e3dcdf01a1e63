/* Count deals without listing them. `ways[slots]` is the number of ways to assign distinct unseen
 * cards to a set of slots. Adding a card updates it by the sum over the slots that can take the
 * card; that update can be undone exactly, which gives the ways without one copy of an identity. */
#include "empathy/odds.h"
#include "empathy/filling.h"

#include <string.h>

enum { SETS = 1 << HL_MAX_HAND };

static void add_card(uint64_t ways[SETS], unsigned all, unsigned takers) {
    for (unsigned slots = all; slots; slots--)
        foreach (slot, slots & takers)
            ways[slots] += ways[slots & ~(1U << slot)];
}

static void remove_card(uint64_t ways[SETS], unsigned all, unsigned takers) {
    for (unsigned slots = 1; slots <= all; slots++)
        foreach (slot, slots & takers)
            ways[slots] -= ways[slots & ~(1U << slot)];
}

static unsigned takers_of(const uint32_t clued[8], unsigned all, int id) {
    unsigned takers = 0;
    foreach (slot, all)
        takers |= (clued[slot] >> id & 1U) << slot;
    return takers;
}

/* Count the copies of each identity that the seat does not see: in the deck or in its own hand. */
static int count_unseen(const hl_position *position, unsigned seat, uint8_t unseen[30]) {
    hl_filling filling;
    int error = hl_fill(position, 1U << seat, &filling);
    if (error)
        return error;
    memcpy(unseen, filling.spare, sizeof filling.spare);
    for (int slot = 0; slot < position->hand_size; slot++)
        if (filling.actual[seat][slot])
            unseen[__builtin_ctz(filling.actual[seat][slot])]++;
    return HL_OK;
}

int hl_count_deals(const hl_position *position, unsigned seat, hl_odds *odds) {
    uint8_t unseen[30];
    int error = seat < HL_MAX_PLAYERS ? count_unseen(position, seat, unseen) : HL_BAD_POSITION;
    if (error)
        return error;
    unsigned all = 0, takers[30];
    for (int slot = 0; slot < position->hand_size; slot++)
        all |= (unsigned)(position->held[seat][slot] != HL_NONE) << slot;
    uint64_t ways[SETS] = {1}, without[SETS];
    for (int id = 0; id < HL_MAX_IDS; id++) {
        takers[id] = takers_of(position->clued[seat], all, id);
        for (int copy = 0; copy < unseen[id]; copy++)
            add_card(ways, all, takers[id]);
    }
    memset(odds, 0, sizeof *odds);
    odds->deals = ways[all];
    for (int id = 0; id < HL_MAX_IDS; id++) {
        if (!unseen[id] || !takers[id])
            continue;
        memcpy(without, ways, (all + 1) * sizeof *ways);
        remove_card(without, all, takers[id]);
        foreach (slot, takers[id])
            odds->ways[slot][id] = unseen[id] * without[all ^ (1U << slot)];
    }
    return HL_OK;
}

static uint64_t among(const uint64_t ways[30], uint32_t ids) {
    uint64_t sum = 0;
    foreach (id, ids)
        sum += ways[id];
    return sum;
}

int hl_odds_of_view(const hl_view *view, hl_odds *odds) {
    const hl_public *pub = view->pub;
    hl_position position;
    hl_position_of_view(view, &position);
    int error = hl_count_deals(&position, view->seat, odds);
    if (error)
        return error;
    uint32_t playable = hl_identities(&pub->rules, pub->playable);
    uint32_t trash = hl_identities(&pub->rules, pub->useless);
    uint32_t critical = hl_identities(&pub->rules, pub->critical);
    for (int slot = 0; slot < position.hand_size; slot++) {
        odds->playable[slot] = among(odds->ways[slot], playable);
        odds->trash[slot] = among(odds->ways[slot], trash);
        odds->critical[slot] = among(odds->ways[slot], critical);
    }
    return HL_OK;
}
