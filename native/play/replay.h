/* The public side of a game, turn by turn from its history, without hands or deck. */
#ifndef HANABI_REPLAY_H
#define HANABI_REPLAY_H

#include "engine/hanabi.h"

#include <stddef.h>
#include <string.h>

/* --- cdef begin --- */

/* A table of prepared rules before its first turn. */
void hl_replay_start(hl_public *pub, const hl_rules *rules);
/* Make the turn of an event that happened in this position. The game is assumed to continue after
 * it, and this event becomes the last of the history. */
void hl_replay(hl_public *pub, const hl_event *event);
/* The view that a view's seat had when `turn` moves had been made: `pub` becomes that position, and
 * `then` points to it. HL_BAD_ARGUMENT if the game has not reached that turn. */
int hl_replay_view(const hl_view *now, int turn, hl_public *pub, hl_view *then);

/* --- cdef end --- */

/* Copy all but rules and history, which is what a turn changes; `before` must have the same rules.
 */
static inline void hl_remember(hl_public *before, const hl_public *now) {
    const size_t from = offsetof(hl_public, stacks), to = offsetof(hl_public, history);
    memcpy((char *)before + from, (const char *)now + from, to - from);
}

#endif
