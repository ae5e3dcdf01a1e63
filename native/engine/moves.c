/* Which moves are legal, the effect of a move, and the view of one seat. */
#include "engine/turn.h"

#include <string.h>

int hl_legal(const hl_game *game, int move) { return hl_check(&game->pub, game->held, move); }

static int list_moves(const hl_public *pub, const uint64_t held[6], uint8_t moves[76]) {
    int count = 0;
    for (int move = 0; move < pub->rules.moves; move++)
        if (hl_check(pub, held, move) == HL_OK)
            moves[count++] = (uint8_t)move;
    return count;
}

int hl_legal_moves(const hl_game *game, uint8_t moves[76]) {
    return list_moves(&game->pub, game->held, moves);
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

int hl_see(const hl_game *game, int seat, hl_view *view) {
    int players = game->pub.rules.players;
    if (seat < 0 || seat >= players)
        return HL_BAD_ARGUMENT;
    view->pub = &game->pub;
    view->seat = (uint8_t)seat;
    uint64_t seen = game->pub.gone;
    for (int other = 0; other < players; other++) {
        int own = other == seat;
        seen |= view->held[other] = own ? 0 : game->held[other];
        if (own)
            memset(view->hand[other], HL_NONE, sizeof view->hand[other]);
        else
            memcpy(view->hand[other], game->hand[other], sizeof view->hand[other]);
    }
    view->unseen = game->pub.rules.all & ~seen;
    return HL_OK;
}

int hl_view_legal(const hl_view *view, int move) {
    int error = hl_may_decide(view);
    return error ? error : hl_check(view->pub, view->held, move);
}

int hl_view_legal_moves(const hl_view *view, uint8_t moves[76]) {
    return hl_may_decide(view) ? 0 : list_moves(view->pub, view->held, moves);
}
