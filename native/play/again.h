/* Restart of a recorded game. Not public. */
#ifndef HANABI_AGAIN_H
#define HANABI_AGAIN_H

#include "engine/turn.h"

#include <string.h>

/* Set `game` to the deal of a played game, before its first move. */
static inline void start_again(const hl_game *played, hl_game *game) {
    memset(game, 0, sizeof *game);
    game->pub.rules = played->pub.rules;
    memcpy(game->deck, played->deck, sizeof game->deck);
    hl_start(game);
}

#endif
