/* Conversion of games and views to positions. */
#include "empathy/exact.h"

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
