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

/* A game is given up here; `list` is NULL if it is no rule list's doing. As published, an illegal
 * clue is chosen, and so counts, before it turns out to be illegal. */
static inline void note_silence(const hl_rulelist *list, int silence, unsigned position,
                                hl_seat_results *seat) {
    seat->given_up[-1 - silence]++;
    if (list && silence == HL_ILLEGAL && list->rules[position].op >= HL_TELL_FINESSE) {
        seat->conduct.offered++;
        seat->conduct.clues++;
    }
}

/* What a seat chose, a move or silence. */
static inline void note_choice(const hl_view *view, const hl_rulelist *list, int move,
                               unsigned position, hl_seat_results *seat) {
    if (move < 0)
        note_silence(list, move, position, seat);
    else
        note_move(view, move, position, seat);
}

static inline void note_game(const hl_public *pub, hl_results *results) {
    results->games++;
    results->turns += pub->turn;
    results->stacks[pub->score]++;
    results->struck[pub->score] += pub->end == HL_STRIKEOUT;
    results->ends[pub->end]++;
}

#endif
