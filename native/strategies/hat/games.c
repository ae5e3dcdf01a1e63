/* Many games of the strategy with itself: one memo a game, that all seats share. */
#include "engine/turn.h"
#include "strategies/hat/hat.h"

static void play_out(hl_game *game) {
    const hl_rules *rules = &game->pub.rules;
    hl_hat_memo memo;
    hl_hat_start(rules, &memo);
    while (!game->pub.end) {
        hl_view view;
        hl_hat_decision decision;
        hl_see(game, game->pub.to_move, &view);
        hl_hat_choose(&view, &memo, &decision);
        hl_apply(game, decision.move);
        hl_hat_observe(rules, &memo, &game->pub.history[game->pub.turn - 1],
                       (const uint8_t(*)[8])game->hand, HL_NONE);
    }
}

static void count_game(const hl_public *pub, hl_results *results) {
    results->games++;
    results->turns += pub->turn;
    results->stacks[pub->score]++;
    results->struck[pub->score] += pub->end == HL_STRIKEOUT;
    results->ends[pub->end]++;
}

int hl_hat_games(const hl_rules *rules, const hl_rng *seed, uint64_t first, uint64_t games,
                 hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_rules_prepare(&game.pub.rules);
    if (!error && !hl_hat_knows(&game.pub.rules))
        error = HL_BAD_RULES;
    for (uint64_t index = first; !error && index - first < games; index++) {
        hl_rng own, deck;
        hl_rng_derive(&own, seed, index);
        hl_rng_derive(&deck, &own, HL_DECK_STREAM);
        hl_shuffle(&game.pub.rules, &deck, game.deck);
        hl_start(&game);
        play_out(&game);
        count_game(&game.pub, results);
    }
    return error;
}
