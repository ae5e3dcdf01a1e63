/* Rule lists at one table, game after game. */
#include "play/arena.h"
#include "play/tally.h"

/* A game is given up here. As published, an illegal clue is chosen, and so counts, before it turns
 * out to be illegal. */
static void note_silence(const hl_rulelist *list, const hl_decision *decision,
                         hl_seat_results *seat) {
    seat->given_up[-1 - decision->move]++;
    if (decision->move == HL_ILLEGAL && list->rules[decision->position].op >= HL_TELL_FINESSE) {
        seat->conduct.offered++;
        seat->conduct.clues++;
    }
}

/* Flattened: what it calls is inlined though others call it too. */
__attribute__((flatten)) static void play_out(hl_game *game, const hl_rulelist *const *seating,
                                              const hl_rng *own, hl_seat_results *seats) {
    hl_rng chances[HL_MAX_PLAYERS];
    for (int seat = 0; seat < game->pub.rules.players; seat++)
        hl_rng_derive(&chances[seat], own, HL_SEAT_STREAM + (uint64_t)seat);
    while (!game->pub.end) {
        hl_view view;
        hl_decision decision;
        int seat = game->pub.to_move;
        hl_see(game, seat, &view);
        hl_decide(&view, seating[seat], &chances[seat], &decision);
        if (decision.move < 0) {
            note_silence(seating[seat], &decision, &seats[seat]);
            hl_terminate(game);
        } else {
            note_move(&view, decision.move, decision.position, &seats[seat]);
            hl_apply(game, decision.move);
        }
    }
}

int hl_arena(const hl_rules *rules, const hl_rulelist *const *seating, const hl_rng *seed,
             uint64_t first, uint64_t count, hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_rules_prepare(&game.pub.rules);
    for (int seat = 0; !error && seat < rules->players; seat++)
        error = hl_rulelist_check(seating[seat]);
    for (uint64_t index = first; !error && index - first < count; index++) {
        hl_rng own, deck;
        hl_rng_derive(&own, seed, index);
        hl_rng_derive(&deck, &own, HL_DECK_STREAM);
        hl_shuffle(&game.pub.rules, &deck, game.deck);
        hl_start(&game);
        play_out(&game, seating, &own, results->seats);
        note_game(&game.pub, results);
    }
    return error;
}
