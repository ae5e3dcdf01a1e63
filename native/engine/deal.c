/* Deals from a seed or a given deck, up to the first turn. */
#include "engine/rng.h"
#include "engine/turn.h"

#include <string.h>

/* Number the physical cards of a deck of identities, or HL_BAD_DECK. */
static int number_copies(const hl_rules *rules, const uint8_t *ids, uint8_t deck[64]) {
    uint64_t left = rules->all;
    for (int i = 0; i < rules->deck_size; i++) {
        if (ids[i] >= rules->ids)
            return HL_BAD_DECK;
        uint64_t copies = left & rules->cards_of[ids[i]];
        if (!copies)
            return HL_BAD_DECK;
        deck[i] = (uint8_t)__builtin_ctzll(copies);
        left &= ~(1ULL << deck[i]);
    }
    return HL_OK;
}

static int copy_cards(const hl_rules *rules, const uint8_t *cards, uint8_t deck[64]) {
    uint64_t left = rules->all;
    for (int i = 0; i < rules->deck_size; i++) {
        if (cards[i] >= rules->deck_size || !(left >> cards[i] & 1))
            return HL_BAD_DECK;
        deck[i] = cards[i];
        left &= ~(1ULL << cards[i]);
    }
    return HL_OK;
}

void hl_start(hl_game *game) {
    hl_public *pub = &game->pub;
    const hl_rules *rules = &pub->rules;
    memset(pub->stacks, 0, sizeof pub->stacks);
    memset(pub->touched, 0, sizeof pub->touched);
    memset(pub->order, HL_NONE, sizeof pub->order);
    memset(game->hand, HL_NONE, sizeof game->hand);
    pub->tokens = rules->max_tokens;
    pub->strikes = pub->end = pub->to_move = pub->score = pub->turn = 0;
    pub->gone = pub->discarded = pub->useless = 0;
    pub->playable = rules->rank_cards[0];
    pub->critical = rules->single;
    int order = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        game->held[seat] = 0;
        for (int slot = 0; slot < rules->hand_size; slot++, order++) {
            uint8_t card = game->deck[order];
            game->hand[seat][slot] = card;
            game->held[seat] |= 1ULL << card;
            pub->order[seat][slot] = (uint8_t)order;
            pub->know[seat][slot] = rules->all;
        }
    }
    pub->deck_left = (uint8_t)(rules->deck_size - order);
    pub->turns_left = pub->deck_left ? HL_NONE : rules->players;
}

int hl_deal(hl_game *game, const hl_rules *rules, const uint8_t *deck, int identities) {
    hl_game dealt = {.pub.rules = *rules};
    int error = hl_rules_prepare(&dealt.pub.rules);
    if (error)
        return error;
    error = (identities ? number_copies : copy_cards)(&dealt.pub.rules, deck, dealt.deck);
    if (error)
        return error;
    hl_start(&dealt);
    *game = dealt;
    return HL_OK;
}

int hl_deal_seed(hl_game *game, const hl_rules *rules, const hl_rng *seed) {
    hl_game dealt = {.pub.rules = *rules};
    int error = hl_rules_prepare(&dealt.pub.rules);
    if (error)
        return error;
    hl_rng stream;
    hl_rng_derive(&stream, seed, HL_DECK_STREAM);
    hl_shuffle(&dealt.pub.rules, &stream, dealt.deck);
    hl_start(&dealt);
    *game = dealt;
    return HL_OK;
}
