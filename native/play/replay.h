/* The public side of a game, turn by turn from its history: no hand and no deck is needed. */
#ifndef HANABI_REPLAY_H
#define HANABI_REPLAY_H

#include "engine/hanabi.h"

#include <stddef.h>
#include <string.h>

/* --- cdef begin --- */

/* A table of prepared rules before its first turn. */
void hl_replay_start(hl_public *pub, const hl_rules *rules);
/* Make the turn of an event that happened in this position. The game is taken to go on after it,
 * and the history's last event becomes this one. */
void hl_replay(hl_public *pub, const hl_event *event);

/* --- cdef end --- */

/* Copy all but rules and history, which is what a turn changes: `before` has the same rules. */
static inline void hl_remember(hl_public *before, const hl_public *now) {
    const size_t from = offsetof(hl_public, stacks), to = offsetof(hl_public, history);
    memcpy((char *)before + from, (const char *)now + from, to - from);
}

#endif
