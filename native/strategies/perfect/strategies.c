/* Many games of one strategy, by either reading. */
#include "strategies/perfect/strategies.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "play/tally.h"

static void official_game(hl_game *game, int strategy, double cost, hl_results *results) {
    while (!game->pub.end)
        hl_apply(game, hl_perfect_move(game, strategy, cost));
    note_game(&game->pub, results);
}

/* Two players, the deck of the rule book. */
static int seed_rules(const hl_rules *rules) {
    static const uint8_t copies[5] = {3, 2, 2, 2, 1};
    if (rules->players != 2 || rules->hand_size != 5 || rules->suits != 5 || rules->ranks != 5)
        return 0;
    for (int id = 0; id < rules->ids; id++)
        if (rules->copies[id] != copies[id % 5])
            return 0;
    return rules->max_tokens == 8;
}

int hl_perfect(const hl_rules *rules, int strategy, int reading, double cost, const hl_rng *seed,
               uint64_t first, uint64_t count, hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    /* Plays are paid from a separate account, which the table's full tokens must not block. */
    if (strategy == HL_CLUE_COST)
        game.pub.rules.options |= HL_DISCARD_AT_MAX;
    int error = hl_rules_prepare(&game.pub.rules);
    if (error)
        return error;
    if (strategy < HL_PRIORITY || strategy > HL_FORESIGHT || !(cost >= 0 && cost <= 2) ||
        (reading != HL_OFFICIAL && reading != HL_SEED))
        return HL_BAD_ARGUMENT;
    if (reading == HL_SEED && (strategy > HL_CLUE_COST || !seed_rules(&game.pub.rules)))
        return HL_BAD_RULES;
    for (uint64_t index = first; index - first < count; index++) {
        hl_rng own = hl_child(seed, index);
        hl_deal_own(&game, &own);
        if (reading == HL_SEED)
            hl_perfect_seed_game(&game.pub.rules, game.deck, strategy, cost, results);
        else
            official_game(&game, strategy, cost, results);
    }
    return HL_OK;
}
