/* A recorded game is played again, and every rule list answers each of its turns. */
#include "play/recorded_agreement.h"
#include "play/again.h"

int hl_recorded_agreement(const hl_game *played, const hl_rulelist *const *lists, uint32_t listed,
                          const hl_rng *seed, uint32_t *same) {
    hl_game game;
    int players = played->pub.rules.players;
    for (uint32_t list = 0; list < listed; list++)
        if (hl_rulelist_check(lists[list]))
            return HL_BAD_ARGUMENT;
    start_again(played, &game);
    for (int turn = 0; turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_view view;
        hl_see(&game, event->seat, &view);
        for (uint32_t list = 0; list < listed; list++) {
            hl_rng chances;
            hl_decision decision;
            hl_rng_derive(&chances, seed, (uint64_t)turn);
            hl_decide(&view, lists[list], &chances, &decision);
            same[list * (size_t)players + event->seat] += decision.move == event->move;
        }
        hl_apply(&game, event->move);
    }
    return HL_OK;
}
