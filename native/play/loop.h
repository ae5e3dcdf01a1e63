/* The loop of one game, from its deal to its end. Not public. */
#ifndef HANABI_LOOP_H
#define HANABI_LOOP_H

#include "engine/rng.h"
#include "engine/turn.h"

/* A function that returns the move id of the view's seat, or an hl_silence, which gives the game
 * up.
 */
typedef int turn_of(void *table, const hl_view *view, hl_rng *chances);

/* Deal a game, whose rules are prepared, from its own random stream, and play it to the end; `turn`
 * gets `table` and chooses each move. Inlined, together with the turn. */
static HL_INLINE void play_game(hl_game *game, const hl_rng *own, turn_of *turn, void *table) {
    hl_rng chances[HL_MAX_PLAYERS];
    for (int seat = 0; seat < game->pub.rules.players; seat++)
        chances[seat] = hl_child(own, HL_SEAT_STREAM + (uint64_t)seat);
    hl_deal_own(game, own);
    while (!game->pub.end) {
        hl_view view;
        hl_see(game, game->pub.to_move, &view);
        int move = turn(table, &view, &chances[view.seat]);
        if (move < 0)
            hl_terminate(game);
        else
            hl_apply(game, move);
    }
}

#endif
