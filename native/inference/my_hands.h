/* Sampling of hands that I may hold. Not public. */
#ifndef HANABI_MY_HANDS_H
#define HANABI_MY_HANDS_H

#include "engine/hanabi.h"

/* A hand of the view's seat, uniform over those that clues and sight allow, HL_NONE in empty slots.
 */
void hl_deal_my_hand(const hl_view *view, hl_rng *rng, uint8_t hand[8]);

#endif
