/* The published agent's states; each move is an action of its own. */
#include "strategies/mwum/agent.h"

static uint64_t hash_of(uint64_t hash, uint64_t word) {
    return hl_mix(hash + HL_GOLDEN + hl_mix(word + 1));
}

/* The whole state: all arguments of the listing's function, the mover's own cards included. */
static uint64_t whole_state(const hl_game *game) {
    const hl_public *pub = &game->pub;
    const hl_rules *rules = &pub->rules;
    uint64_t hash = hash_of(pub->tokens, pub->strikes);
    for (unsigned offset = 0; offset < rules->players; offset++) {
        const uint8_t *hand = game->hand[hl_seat_after(rules, pub->to_move, offset)];
        for (int slot = 0; slot < rules->hand_size; slot++)
            hash = hash_of(hash, hand[slot] == HL_NONE ? HL_NONE : rules->id_of[hand[slot]]);
    }
    for (int suit = 0; suit < rules->suits; suit++)
        hash = hash_of(hash, pub->stacks[suit]);
    for (int id = 0; id < rules->ids; id++)
        hash = hash_of(hash, (unsigned)__builtin_popcountll(pub->discarded & rules->cards_of[id]));
    return hash;
}

/* The state of listing 4. There "playable" means every card above its stack, and the values of the
 * own hand, which no player sees, are sorted, so they do not say which card is which. */
static uint64_t rough_state(const hl_game *game) {
    const hl_public *pub = &game->pub;
    const hl_rules *rules = &pub->rules;
    unsigned above = 0, remaining = 0, risk = 0, values[HL_MAX_RANKS + 1] = {0};
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint8_t card = game->hand[pub->to_move][slot];
        values[card == HL_NONE ? HL_MAX_RANKS : rules->id_of[card] % rules->ranks]++;
    }
    for (unsigned offset = 1; offset < rules->players; offset++) {
        const uint8_t *hand = game->hand[hl_seat_after(rules, pub->to_move, offset)];
        for (int slot = 0; slot < rules->hand_size; slot++)
            if (hand[slot] != HL_NONE)
                above += rules->id_of[hand[slot]] % rules->ranks >=
                         pub->stacks[rules->suit_of[hand[slot]]];
    }
    for (int suit = 0; suit < rules->suits; suit++)
        remaining += (unsigned)(rules->ranks - pub->stacks[suit]);
    for (int id = 0; id < rules->ids; id++)
        risk += id % rules->ranks != rules->ranks - 1 &&
                __builtin_popcountll(pub->discarded & rules->cards_of[id]) >= 2;
    uint64_t hash = remaining;
    for (int value = 0; value <= HL_MAX_RANKS; value++)
        hash = hash_of(hash, values[value]);
    hash = hash_of(hash, hl_mwum_at_most(above, 3));
    hash = hash_of(hash, hl_mwum_at_most(risk, 3));
    hash = hash_of(hash, hl_mwum_at_most(pub->strikes, 2));
    return hash_of(hash, hl_mwum_at_most(pub->tokens, 4));
}

void hl_mwum_paper_choices(const hl_game *game, unsigned options, hl_choices *choices) {
    uint64_t state = options & HL_MWUM_BUCKETED ? rough_state(game) : whole_state(game);
    choices->state = state | 1;
    choices->count = hl_legal_moves(game, choices->move);
    for (int i = 0; i < choices->count; i++)
        choices->key[i] = hash_of(state, choices->move[i]) | 1;
}
