/* The core without Python, for the sanitizers and the leak check: alone SEED ROUNDS.
 *
 * Every round draws rules, sane or not, deals, plays moves, sane or not, and looks at the table
 * from every seat. It prints how many games came to an end. */
#include "engine/turn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void draw_bytes(hl_rng *rng, void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)hl_rng_below(rng, 256);
}

static uint8_t between(hl_rng *rng, uint32_t low, uint32_t high) {
    return (uint8_t)(low + hl_rng_below(rng, high - low + 1));
}

static void clear_start(hl_rules *rules) {
    memset(rules->built, 0, sizeof rules->built);
    memset(rules->lost, 0, sizeof rules->lost);
    rules->spent = rules->struck = rules->first = 0;
}

static hl_rules draw_rules(hl_rng *rng) {
    hl_rules rules;
    draw_bytes(rng, &rules, sizeof rules);
    if (!hl_rng_below(rng, 20))
        return rules;
    rules.players = between(rng, 2, 6);
    rules.suits = between(rng, 1, 6);
    rules.ranks = between(rng, 1, 5);
    rules.hand_size = between(rng, 1, 8);
    rules.max_tokens = between(rng, 0, 16);
    rules.max_strikes = between(rng, 1, 9);
    rules.options = between(rng, 0, 7);
    rules.colour_clues = between(rng, 0, 6);
    rules.rank_clues = between(rng, 0, 6);
    for (int id = 0; id < 30; id++)
        rules.copies[id] = between(rng, 1, 3);
    for (int clue = 0; clue < 12; clue++)
        rules.clue_ids[clue] &= (1U << rules.suits * rules.ranks) - 1;
    clear_start(&rules);
    if (hl_rng_below(rng, 3))
        return rules;
    for (int suit = 0; suit < rules.suits; suit++)
        rules.built[suit] = between(rng, 0, rules.ranks);
    rules.lost[hl_rng_below(rng, 30)] = between(rng, 0, 2);
    rules.spent = between(rng, 0, rules.max_tokens);
    rules.struck = between(rng, 0, rules.max_strikes);
    rules.first = between(rng, 0, rules.players);
    return rules;
}

/* Deal a start in the middle of a game: what is gone lies behind the hands. */
static int deal_start(hl_game *game, const hl_rules *given, hl_rng *rng) {
    hl_rules rules = *given;
    uint8_t shuffled[64], deck[64];
    if (hl_rules_prepare(&rules) != HL_OK)
        return HL_BAD_RULES;
    game->pub.rules = rules;
    hl_open(&game->pub);
    hl_shuffle(&rules, rng, shuffled);
    int others = 0, hands = rules.players * rules.hand_size, gone = hands;
    for (int i = 0; i < rules.deck_size; i++)
        if (game->pub.gone >> shuffled[i] & 1)
            deck[gone++] = shuffled[i];
        else
            deck[others < hands ? others++ : rules.gone + others++] = shuffled[i];
    return hl_deal(game, &rules, deck, 0);
}

static void look(const hl_game *game) {
    for (int seat = -1; seat <= game->pub.rules.players; seat++) {
        hl_view view;
        uint8_t moves[HL_MAX_MOVES];
        if (hl_see(game, seat, &view) != HL_OK)
            continue;
        hl_view_legal_moves(&view, moves);
        hl_identities(&game->pub.rules, view.unseen);
    }
}

/* Whether the game came to an end; a move that is refused must change nothing. */
static int play(hl_game *game, hl_rng *rng) {
    uint8_t moves[HL_MAX_MOVES];
    while (!game->pub.end) {
        look(game);
        hl_game before = *game;
        int any = (int)hl_rng_below(rng, 300) - 20;
        if (hl_move(game, any) != HL_OK && memcmp(&before, game, sizeof before))
            abort();
        int count = hl_legal_moves(game, moves);
        if (count)
            hl_move(game, moves[hl_rng_below(rng, (uint32_t)count)]);
        else if (!game->pub.end)
            abort();
    }
    return hl_terminate(game) == HL_GAME_OVER;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: alone SEED ROUNDS\n");
        return 2;
    }
    hl_rng rng;
    hl_rng_seed(&rng, strtoull(argv[1], NULL, 10), 0);
    int rounds = atoi(argv[2]), ended = 0;
    for (int round = 0; round < rounds; round++) {
        hl_rules rules = draw_rules(&rng);
        hl_game *game = calloc(1, sizeof *game);
        uint8_t deck[64];
        draw_bytes(&rng, deck, sizeof deck);
        hl_deal(game, &rules, deck, round & 1);
        if (deal_start(game, &rules, &rng) == HL_OK)
            ended += play(game, &rng);
        if (hl_deal_seed(game, &rules, &rng) == HL_OK)
            ended += play(game, &rng);
        free(game);
    }
    printf("%d\n", ended);
    return 0;
}
