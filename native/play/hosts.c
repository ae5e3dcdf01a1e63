/* The host's turns, one after another. */
#include "play/hosts.h"
#include "engine/turn.h"

void hl_host_chances(const hl_rng *game, hl_rng chances[6]) {
    for (uint64_t seat = 0; seat < HL_MAX_PLAYERS; seat++)
        hl_rng_derive(&chances[seat], game, HL_SEAT_STREAM + seat);
}

int hl_host(hl_game *game, const hl_blueprint *host, unsigned guests, hl_rng chances[6],
            void *memo) {
    int error = HL_OK;
    while (!error && !game->pub.end && !(guests >> game->pub.to_move & 1)) {
        hl_view view;
        hl_choice choice;
        hl_see(game, game->pub.to_move, &view);
        error = hl_blueprint_decide(host, &view, &chances[view.seat], memo, &choice);
        if (!error && choice.move < 0)
            hl_terminate(game);
        else if (!error)
            hl_apply(game, choice.move);
    }
    return error;
}
