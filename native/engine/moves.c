/* Which moves are legal, and the effect of a move. */
#include "engine/turn.h"

int hl_legal(const hl_game *game, int move) { return hl_check(&game->pub, game->held, move); }

int hl_legal_moves(const hl_game *game, uint8_t moves[76]) {
    int count = 0;
    for (int move = 0; move < game->pub.rules.moves; move++)
        if (hl_legal(game, move) == HL_OK)
            moves[count++] = (uint8_t)move;
    return count;
}

int hl_move(hl_game *game, int move) {
    int refusal = hl_legal(game, move);
    if (refusal)
        return refusal;
    hl_apply(game, move);
    return HL_OK;
}

int hl_terminate(hl_game *game) {
    if (game->pub.end)
        return HL_GAME_OVER;
    game->pub.end = HL_TERMINATED;
    return HL_OK;
}
