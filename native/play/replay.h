/* The public side of a game, turn by turn from its history, without hands or deck. */
#ifndef HANABI_REPLAY_H
#define HANABI_REPLAY_H

#include "engine/hanabi.h"

#include <stddef.h>
#include <string.h>

/* --- cdef begin --- */

/* Set `pub` to the public side of a game by these prepared rules before its first turn. */
void hl_replay_start(hl_public *pub, const hl_rules *rules);
/* Replay one turn: change `pub`, the position in which the event happened, to the position after
 * it, and append the event to its history. The game is assumed to continue (`end` is not set). */
void hl_replay(hl_public *pub, const hl_event *event);
/* Write to `then` the view that the seat of the view `now` had when `turn` moves had been made;
 * `pub` becomes the public side of that position, to which `then` points. HL_OK, or HL_BAD_ARGUMENT
 * if the game has not reached that turn. */
int hl_replay_view(const hl_view *now, int turn, hl_public *pub, hl_view *then);

/* --- cdef end --- */

/* Copy to `before` all of `now` but the rules and the history, which is what a turn changes;
 * `before` must have the same rules. */
static inline void hl_remember(hl_public *before, const hl_public *now) {
    const size_t from = offsetof(hl_public, stacks), to = offsetof(hl_public, history);
    memcpy((char *)before + from, (const char *)now + from, to - from);
}

/* Write the hands in a position, given the physical card of each draw number. The hand of the seat
 * `own` (HL_NONE: of no seat) is left out. */
static inline void hl_hands_of(const hl_public *pub, const uint8_t card[64], unsigned own,
                               uint8_t hand[HL_MAX_PLAYERS][HL_MAX_HAND]) {
    for (unsigned seat = 0; seat < pub->rules.players; seat++)
        for (int slot = 0; slot < HL_MAX_HAND; slot++) {
            unsigned order = slot < pub->rules.hand_size ? pub->order[seat][slot] : HL_NONE;
            hand[seat][slot] = order == HL_NONE || seat == own ? HL_NONE : card[order];
        }
}

/* Complete the view of a seat in a position: view->hand, with HL_NONE for the own cards, is given.
 */
static inline void hl_see_hands(const hl_public *pub, unsigned seat, hl_view *view) {
    uint64_t seen = pub->gone;
    view->pub = pub;
    view->seat = (uint8_t)seat;
    for (unsigned other = 0; other < pub->rules.players; other++) {
        uint64_t held = 0;
        for (int slot = 0; slot < pub->rules.hand_size; slot++)
            if (view->hand[other][slot] != HL_NONE)
                held |= 1ULL << view->hand[other][slot];
        seen |= view->held[other] = held;
    }
    view->unseen = pub->rules.all & ~seen;
}

/* Write the view of a seat in a position, given the physical card of each draw number. */
static inline void hl_look(const hl_public *pub, const uint8_t card[64], unsigned seat,
                           hl_view *view) {
    hl_hands_of(pub, card, seat, view->hand);
    hl_see_hands(pub, seat, view);
}

#endif
