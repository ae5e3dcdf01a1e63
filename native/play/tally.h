/* Counting a move and a game into the results of many. Not part of the public face. */
#ifndef HANABI_TALLY_H
#define HANABI_TALLY_H

#include "play/arena.h"

/* A legal move before it is made, and the rule or reason that decided, or HL_NONE. */
static inline void note_move(const hl_view *view, int move, unsigned position,
                             hl_seat_results *seat) {
    if (position == HL_NONE)
        seat->fallbacks++;
    else
        seat->fired[position]++;
    count_move(view, move, &seat->conduct);
}

static inline void note_game(const hl_public *pub, hl_results *results) {
    results->games++;
    results->turns += pub->turn;
    results->stacks[pub->score]++;
    results->struck[pub->score] += pub->end == HL_STRIKEOUT;
    results->ends[pub->end]++;
}

#endif
