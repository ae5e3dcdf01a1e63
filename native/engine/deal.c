/* Deals from a seed or a given deck, up to the first turn. */
#include "engine/rng.h"
#include "engine/turn.h"

#include <stddef.h>
#include <string.h>

/* Write a deck of physical cards, given as such or as identities; HL_BAD_DECK if it is not a
 * permutation of the cards. For identities, cards that are gone at the start get the
 * lowest-numbered copies, as in hl_open. */
static int write_deck(const hl_rules *rules, const uint8_t *given, int identities,
                      uint8_t deck[64]) {
    uint64_t left = rules->all;
    int first = rules->gone ? rules->players * rules->hand_size : 0;
    for (int drawn = 0; drawn < rules->deck_size; drawn++) {
        int i = (first + drawn) % rules->deck_size;
        if (given[i] >= (identities ? rules->ids : rules->deck_size))
            return HL_BAD_DECK;
        uint64_t copies = left & (identities ? rules->cards_of[given[i]] : 1ULL << given[i]);
        if (!copies)
            return HL_BAD_DECK;
        deck[i] = (uint8_t)__builtin_ctzll(copies);
        left &= ~(1ULL << deck[i]);
    }
    return HL_OK;
}

static unsigned use_copy(hl_public *pub, int id) {
    unsigned card = (unsigned)__builtin_ctzll(pub->rules.cards_of[id] & ~pub->gone);
    pub->gone |= 1ULL << card;
    return card;
}

/* Put the cards on the stacks, and mark the lost ones, with which a game that starts in the middle
 * begins. */
static void catch_up(hl_public *pub) {
    const hl_rules *rules = &pub->rules;
    for (int suit = 0; suit < rules->suits; suit++)
        for (int rank = 0; rank < rules->built[suit]; rank++)
            hl_score(pub, use_copy(pub, suit * rules->ranks + rank));
    for (int id = 0; id < rules->ids; id++)
        for (int copy = 0; copy < rules->lost[id]; copy++)
            hl_lose(pub, use_copy(pub, id));
}

void hl_open(hl_public *pub) {
    const size_t from = offsetof(hl_public, stacks), to = offsetof(hl_public, history);
    const hl_rules *rules = &pub->rules;
    memset((char *)pub + from, 0, to - from);
    memset(pub->order, HL_NONE, sizeof pub->order);
    pub->tokens = (uint8_t)(rules->max_tokens - rules->spent);
    pub->strikes = rules->struck;
    pub->to_move = rules->first;
    pub->playable = rules->rank_cards[0];
    pub->critical = rules->single;
    int order = 0;
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++, order++) {
            pub->order[seat][slot] = (uint8_t)order;
            pub->know[seat][slot] = rules->all;
        }
    if (rules->gone)
        catch_up(pub);
    pub->deck_left = (uint8_t)(rules->deck_size - order - rules->gone);
    pub->turns_left = pub->deck_left ? HL_NONE : rules->players;
}

void hl_start(hl_game *game) {
    const hl_rules *rules = &game->pub.rules;
    hl_open(&game->pub);
    memset(game->hand, HL_NONE, sizeof game->hand);
    int order = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        game->held[seat] = 0;
        for (int slot = 0; slot < rules->hand_size; slot++, order++) {
            game->hand[seat][slot] = game->deck[order];
            game->held[seat] |= 1ULL << game->deck[order];
        }
    }
}

void hl_deal_own(hl_game *game, const hl_rng *own) {
    hl_rng stream = hl_child(own, HL_DECK_STREAM);
    hl_shuffle(&game->pub.rules, &stream, game->deck);
    hl_start(game);
}

/* Whether the cards that are gone at the start come in the deck right after the dealt hands, as
 * they must. */
static int fits_start(const hl_game *game) {
    const hl_rules *rules = &game->pub.rules;
    uint64_t after = 0;
    for (int i = 0; i < rules->gone; i++)
        after |= 1ULL << game->deck[rules->players * rules->hand_size + i];
    return after == game->pub.gone;
}

int hl_deal(hl_game *game, const hl_rules *rules, const uint8_t *deck, int identities) {
    hl_game dealt = {.pub.rules = *rules};
    int error = hl_rules_prepare(&dealt.pub.rules);
    if (error)
        return error;
    error = write_deck(&dealt.pub.rules, deck, identities, dealt.deck);
    if (error)
        return error;
    hl_start(&dealt);
    if (!fits_start(&dealt))
        return HL_BAD_DECK;
    *game = dealt;
    return HL_OK;
}

int hl_deal_seed(hl_game *game, const hl_rules *rules, const hl_rng *seed) {
    hl_game dealt = {.pub.rules = *rules};
    if (hl_rules_prepare(&dealt.pub.rules) || dealt.pub.rules.gone)
        return HL_BAD_RULES;
    hl_deal_own(&dealt, seed);
    *game = dealt;
    return HL_OK;
}
