/* Counting moves and games into results. Not public. */
#ifndef HANABI_TALLY_H
#define HANABI_TALLY_H

#include "play/arena.h"

/* Count a legal move before it is made, with the rule or reason that decided, or HL_NONE. */
static inline void note_move(const hl_view *view, int move, unsigned position,
                             hl_seat_results *seat) {
    if (position == HL_NONE)
        seat->fallbacks++;
    else
        seat->fired[position]++;
    count_move(view, move, &seat->conduct);
}

/* Count a game that is given up; `list` is NULL if no rule list is responsible. As published, an
 * illegal clue counts as chosen before it turns out to be illegal. */
static inline void note_silence(const hl_rulelist *list, int silence, unsigned position,
                                hl_seat_results *seat) {
    seat->given_up[-1 - silence]++;
    if (list && silence == HL_ILLEGAL && list->rules[position].op >= HL_TELL_FINESSE) {
        seat->conduct.offered++;
        seat->conduct.clues++;
    }
}

/* Count a seat's choice, a move or an hl_silence. */
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
