/* The effects of a clue, as its giver sees them. Not public. */
#ifndef HANABI_MWUM_CLUE_H
#define HANABI_MWUM_CLUE_H

#include "strategies/mwum/knower.h"

/* How much a card in another hand is worth a clue. */
enum hl_worth { HL_WASTE = 0, HL_USEFUL, HL_CRITICAL, HL_NEXT, HL_PLAYABLE };

/* The effects of a clue; the code of the action consists of these numbers. */
typedef struct {
    unsigned on_chop, worth; /* of the focus */
    unsigned told;     /* the focus is then known: unplayable 0, maybe playable 1, playable 2 */
    unsigned repeated; /* an earlier clue was about that card */
    unsigned learns;   /* another card becomes certainly playable */
    unsigned waste;    /* useless cards touched for the first time, at most 2 */
    unsigned warns;    /* a just clued card is then known not to be playable */
} hl_clue_effect;

void hl_mwum_clue(const hl_knower *knower, const hl_event *act, hl_clue_effect *effect);
unsigned hl_mwum_worth(const hl_knower *knower, int seat, int slot);

#endif
