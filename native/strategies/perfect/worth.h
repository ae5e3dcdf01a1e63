/* The values of cards in hands, for the strategies by the real rules. Internal. */
#ifndef HANABI_PERFECT_WORTH_H
#define HANABI_PERFECT_WORTH_H

#include "engine/hanabi.h"

/* Categories: a card of a lower one is discarded first, whatever the margins within them. */
enum { HL_USELESS = 1, HL_SPARE = 2, HL_PLAYABLE = 3, HL_ESSENTIAL = 4, HL_WITHOUT_PRICE = 5 };

static inline int hl_worth(int category, int margin) { return category * 16 + margin; }
static inline int hl_category(int worth) { return (worth + 8) / 16; }

static inline int hl_rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

typedef int hl_worth_rule(const hl_game *game, int card);

/* The value of a seat's least valuable card, where `rule` values a card; writes its slot, HL_NONE
 * if the hand is empty. Ties go to the oldest card if `oldest`, else to the first slot. */
int hl_least_worth(const hl_game *game, hl_worth_rule *rule, int oldest, int seat, int *slot);
/* The id of the first legal clue or, if `last`, of the last one; HL_NO_TOKENS if no clue is legal.
 */
int hl_pass(const hl_game *game, int last);

/* Rules that value a physical card of a hand, as hl_worth. */
/* Useless cards and second copies in hands are discarded first; then the spare card farthest from
 * its stack, since the most cards must come before it; then the highest of the essential ones. */
int hl_worth_by_distance(const hl_game *game, int card);
/* Only played identities are useless, and playable cards are a category of their own, the lowest
 * first; otherwise as hl_worth_by_distance. */
int hl_worth_if_unclued(const hl_game *game, int card);
/* hl_worth_if_unclued with the lowest essential card first, as in the seed's program. */
int hl_worth_low_first(const hl_game *game, int card);
/* The value depends only on whether the card can be spared. */
int hl_worth_if_spare(const hl_game *game, int card);

#endif
