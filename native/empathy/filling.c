/* Conversion of games and views to positions; and completing a position to one deal that fits it.
 * Any deal will do: the hidden cards' holder cannot distinguish them. */
#include "empathy/filling.h"

#include <string.h>

static void read_public(const hl_public *pub, const uint8_t hand[6][8], hl_position *position) {
    const hl_rules *rules = &pub->rules;
    position->players = rules->players;
    position->hand_size = rules->hand_size;
    memset(position->left, 0, sizeof position->left);
    for (int id = 0; id < rules->ids; id++)
        position->left[id] = (uint8_t)__builtin_popcountll(rules->cards_of[id] & ~pub->gone);
    memset(position->held, HL_NONE, sizeof position->held);
    memset(position->clued, 0, sizeof position->clued);
    memcpy(position->touched, pub->touched, sizeof position->touched);
    for (int seat = 0; seat < rules->players; seat++) {
        for (int slot = 0; slot < rules->hand_size; slot++) {
            uint8_t card = hand[seat][slot];
            position->held[seat][slot] = card == HL_NONE ? HL_NONE : rules->id_of[card];
            position->clued[seat][slot] = hl_identities(rules, pub->know[seat][slot]);
        }
    }
}

void hl_position_of_game(const hl_game *game, hl_position *position) {
    read_public(&game->pub, game->hand, position);
}

void hl_position_of_view(const hl_view *view, hl_position *position) {
    read_public(view->pub, view->hand, position);
    for (int slot = 0; slot < position->hand_size; slot++)
        if (view->pub->order[view->seat][slot] != HL_NONE)
            position->held[view->seat][slot] = HL_HIDDEN;
}

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
