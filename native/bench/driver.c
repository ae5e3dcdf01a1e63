/* Games without Python, to count instructions: driver PLAYERS GAMES [RULE...] prints the moves of
 * random play, or of everybody asking these rules. A rule is the numbers of an hl_rule in a word.
 */
#include "play/arena.h"
#include "play/random_play.h"

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

static hl_rule read_rule(char *word) {
    int numbers[8];
    for (int i = 0; i < 8; i++)
        numbers[i] = (int)strtol(word, &word, 10);
    return (hl_rule){.needs = (uint16_t)numbers[0],
                     .op = (uint8_t)numbers[1],
                     .gene = (uint8_t)numbers[2],
                     .reach = (uint8_t)numbers[3],
                     .flags = (uint8_t)numbers[4],
                     .percent = (uint8_t)numbers[5],
                     .a = (int8_t)numbers[6],
                     .b = (int8_t)numbers[7]};
}

static int ask_rules(const hl_rules *rules, const hl_rng *seed, uint64_t games, int count,
                     char **words, uint64_t *moves) {
    hl_rulelist list = {.count = (uint8_t)count, .mode = HL_CLEAN};
    const hl_rulelist *seating[HL_MAX_PLAYERS] = {&list, &list, &list, &list, &list, &list};
    static hl_results results;
    for (int i = 0; i < count; i++)
        list.rules[i] = read_rule(words[i]);
    int error = hl_arena(rules, seating, seed, 0, games, &results);
    *moves = results.turns;
    return error;
}

int main(int argc, char **argv) {
    int players = argc >= 3 ? atoi(argv[1]) : 0, count = argc - 3;
    if (players < 2 || players > 6 || count > HL_MAX_RULES) {
        fprintf(stderr, "usage: driver PLAYERS GAMES [RULE...], with 2 to 6 players\n");
        return 2;
    }
    uint64_t games = strtoull(argv[2], NULL, 10);
    hl_rules rules = standard(players);
    hl_rng seed;
    hl_tally tally = {0};
    hl_rng_seed(&seed, 1, 2);
    if (count ? ask_rules(&rules, &seed, games, count, argv + 3, &tally.moves)
              : hl_play_random(&rules, &seed, 0, games, &tally))
        return 1;
    printf("%" PRIu64 "\n", tally.moves);
    return 0;
}
