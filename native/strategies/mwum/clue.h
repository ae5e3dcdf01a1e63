/* What a clue would do, as its giver sees it. Not part of the public face. */
#ifndef HANABI_MWUM_CLUE_H
#define HANABI_MWUM_CLUE_H

#include "strategies/mwum/knower.h"

/* What a card in another hand is worth being told of. */
enum hl_worth { HL_WASTE = 0, HL_USEFUL, HL_CRITICAL, HL_NEXT, HL_PLAYABLE };

/* What a clue would do; the code of the action has these numbers in it. */
typedef struct {
    unsigned on_chop, worth; /* of the card that it is about */
    unsigned told;           /* afterwards that is playable: never 0, maybe 1, certainly 2 */
    unsigned repeated;       /* a clue was about that card before */
    unsigned learns;         /* another card becomes certainly playable */
    unsigned waste;          /* useless cards touched for the first time, at most 2 */
    unsigned warns;          /* a card that was not to be played is known to be none */
} hl_clue_effect;

void hl_mwum_clue(const hl_knower *knower, const hl_event *act, hl_clue_effect *effect);
unsigned hl_mwum_worth(const hl_knower *knower, int seat, int slot);

#endif
