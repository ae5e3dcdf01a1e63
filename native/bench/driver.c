/* Random play without Python, to count instructions: driver PLAYERS GAMES prints the moves. */
#include "../play.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static hl_rules standard(int players) {
    static const uint8_t copies[5] = {3, 2, 2, 2, 1}, hands[7] = {0, 0, 5, 5, 4, 4, 3};
    hl_rules rules = {.players = (uint8_t)players,
                      .suits = 5,
                      .ranks = 5,
                      .hand_size = hands[players],
                      .max_tokens = 8,
                      .max_strikes = 3,
                      .colour_clues = 5,
                      .rank_clues = 5};
    for (int id = 0; id < 25; id++)
        rules.copies[id] = copies[id % 5];
    for (int clue = 0; clue < 5; clue++) {
        rules.clue_ids[clue] = 31U << 5 * clue;
        rules.clue_ids[5 + clue] = 0x108421U << clue;
    }
    return rules;
}

int main(int argc, char **argv) {
    int players = argc == 3 ? atoi(argv[1]) : 0;
    if (players < 2 || players > 6) {
        fprintf(stderr, "usage: driver PLAYERS GAMES, with 2 to 6 players\n");
        return 2;
    }
    hl_rules rules = standard(players);
    hl_rng seed;
    hl_tally tally = {0};
    hl_rng_seed(&seed, 1, 2);
    if (hl_play_random(&rules, &seed, 0, strtoull(argv[2], NULL, 10), &tally))
        return 1;
    printf("%" PRIu64 "\n", tally.moves);
    return 0;
}
