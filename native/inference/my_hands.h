/* Sampling of hands that I may hold. Not public. */
#ifndef HANABI_MY_HANDS_H
#define HANABI_MY_HANDS_H

#include "engine/hanabi.h"

/* Draw a possible hand of the view's seat (physical cards by slot, HL_NONE in empty slots),
 * uniformly among those that agree with the clues and with what the seat sees. */
void hl_deal_my_hand(const hl_view *view, hl_rng *rng, uint8_t hand[8]);

#endif
