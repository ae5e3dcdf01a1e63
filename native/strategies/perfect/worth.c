/* The values of cards in hands. */
#include "strategies/perfect/worth.h"

/* The number of ranks between the card and its stack. */
static int distance(const hl_public *pub, int card) {
    return hl_rank_of(&pub->rules, card) - pub->stacks[pub->rules.suit_of[card]];
}

static uint64_t copies_of(const hl_rules *rules, int card) {
    return rules->cards_of[rules->id_of[card]];
}

static int held_twice(const hl_game *game, int card) {
    uint64_t held = 0;
    for (int seat = 0; seat < game->pub.rules.players; seat++)
        held |= game->held[seat];
    uint64_t copies = held & copies_of(&game->pub.rules, card);
    return (copies & (copies - 1)) != 0;
}

static int last_copy(const hl_public *pub, int card) {
    uint64_t left = copies_of(&pub->rules, card) & ~pub->discarded;
    return !(left & (left - 1));
}

int hl_least_worth(const hl_game *game, hl_worth_rule *rule, int oldest, int seat, int *slot) {
    int least = hl_worth(HL_WITHOUT_PRICE, 0), age = HL_NONE;
    *slot = HL_NONE;
    for (int other = 0; other < game->pub.rules.hand_size; other++) {
        int card = game->hand[seat][other];
        if (card == HL_NONE)
            continue;
        int worth = rule(game, card), order = oldest * game->pub.order[seat][other];
        if (worth < least || (worth == least && order < age)) {
            least = worth;
            age = order;
            *slot = other;
        }
    }
    return least;
}

int hl_pass(const hl_game *game, int last) {
    const hl_rules *rules = &game->pub.rules;
    int first = 2 * rules->hand_size, count = rules->moves - first;
    for (int i = 0; i < count; i++) {
        int move = last ? rules->moves - 1 - i : first + i;
        if (hl_legal(game, move) == HL_OK)
            return move;
    }
    return HL_NO_TOKENS;
}

int hl_worth_by_distance(const hl_game *game, int card) {
    const hl_public *pub = &game->pub;
    if (pub->useless >> card & 1 || held_twice(game, card))
        return hl_worth(HL_USELESS, 0);
    if (pub->critical >> card & 1)
        return hl_worth(HL_ESSENTIAL, -hl_rank_of(&pub->rules, card));
    return hl_worth(HL_SPARE, -distance(pub, card));
}

int hl_worth_if_unclued(const hl_game *game, int card) {
    const hl_public *pub = &game->pub;
    int rank = hl_rank_of(&pub->rules, card);
    if (distance(pub, card) < 0)
        return hl_worth(HL_USELESS, 0);
    if (distance(pub, card) == 0)
        return hl_worth(HL_PLAYABLE, rank - pub->rules.ranks);
    if (last_copy(pub, card))
        return hl_worth(HL_ESSENTIAL, -rank);
    return hl_worth(HL_SPARE, -distance(pub, card));
}

int hl_worth_low_first(const hl_game *game, int card) {
    int worth = hl_worth_if_unclued(game, card);
    int essential = hl_worth(HL_ESSENTIAL, 0);
    return hl_category(worth) == HL_ESSENTIAL ? 2 * essential - worth : worth;
}

int hl_worth_if_spare(const hl_game *game, int card) {
    int essential = distance(&game->pub, card) >= 0 && last_copy(&game->pub, card);
    return hl_worth(essential ? HL_ESSENTIAL : HL_SPARE, 0);
}
