/* A recorded game from its start. Not part of the public face. */
#ifndef HANABI_AGAIN_H
#define HANABI_AGAIN_H

#include "engine/turn.h"

#include <string.h>

/* The deal of a game that was played, before its first move. */
static inline void start_again(const hl_game *played, hl_game *game) {
    memset(game, 0, sizeof *game);
    game->pub.rules = played->pub.rules;
    memcpy(game->deck, played->deck, sizeof game->deck);
    hl_start(game);
}

#endif
