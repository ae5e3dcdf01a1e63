/* What a card is worth keeping, for the strategies by the real rules. Internal. */
#ifndef HANABI_PERFECT_WORTH_H
#define HANABI_PERFECT_WORTH_H

#include "engine/hanabi.h"

/* Categories: a card of a lower one goes first, whatever the margins within them. */
enum { HL_USELESS = 1, HL_SPARE = 2, HL_PLAYABLE = 3, HL_ESSENTIAL = 4, HL_WITHOUT_PRICE = 5 };

static inline int hl_worth(int category, int margin) { return category * 16 + margin; }
static inline int hl_category(int worth) { return (worth + 8) / 16; }

static inline int hl_rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

typedef int hl_worth_rule(const hl_game *game, int card);

/* Cards that can never score and second copies in hands go first; then the spare card farthest from
 * its stack, since the most cards must come before it; then the highest of the essential ones. */
int hl_worth_by_distance(const hl_game *game, int card);
/* Only what was played is useless, and what can be played at once is a category of its own, the
 * lowest first; otherwise as above. */
int hl_worth_if_unclued(const hl_game *game, int card);
/* The same with the lowest essential card first, which is how the seed's program has it. */
int hl_worth_low_first(const hl_game *game, int card);
/* Whether it can be spared, and nothing else. */
int hl_worth_if_spare(const hl_game *game, int card);

#endif
