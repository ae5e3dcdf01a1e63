/* Games without Python, to count instructions and measure time: `driver PLAYERS GAMES ROLLOUTS
 * [RULE...]` prints the number of moves. Without rules the moves are random; otherwise every seat
 * plays the rule list, and with ROLLOUTS > 0 the first seat searches over it. A rule is the numbers
 * of an hl_rule in one argument. Instead of rules, one argument may be a level of the convention
 * agent to search over: `conv` with its finesses and weights. */
#include "engine/rng.h"
#include "engine/turn.h"
#include "play/table.h"
#include "search/search.h"
#include "strategies/conv/conv.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static hl_conv_config read_level(char *word, int players) {
    hl_conv_config level = {.ideas = (uint32_t)strtol(word, &word, 10)};
    for (int i = 0; i < HL_CONV_WEIGHTS; i++)
        level.weights[players - 2][i] = (int16_t)strtol(word, &word, 10);
    return level;
}

enum { BATCH = 8 }; /* numbers below HL_MAX_MOVES from one random word */

/* Uniform move ids, several from one word: Brackett-Rozinsky and Lemire, “Batched ranged random
 * integer generation” (2024). */
typedef struct {
    hl_rng rng;
    uint64_t surplus;
    unsigned left;
    uint8_t ids[BATCH];
} id_stream;

static inline unsigned next_id(id_stream *stream, unsigned bound) {
    if (!stream->left) {
        uint64_t low;
        do {
            low = hl_next(&stream->rng);
            for (int i = 0; i < BATCH; i++) {
                hl_wide wide = (hl_wide)low * bound;
                stream->ids[i] = (uint8_t)(wide >> 64);
                low = (uint64_t)wide;
            }
        } while (low < stream->surplus);
        stream->left = BATCH;
    }
    return stream->ids[--stream->left];
}

/* Play a game out. Cards are shuffled only when needed, into the same deck as hl_shuffle. */
static void play_out(hl_game *game, hl_rng deck, id_stream *ids) {
    const hl_public *pub = &game->pub;
    unsigned size = pub->rules.deck_size, done = 0;
    for (int i = 0; i < 64; i++)
        game->deck[i] = (uint8_t)i;
    while (done < (unsigned)pub->rules.players * pub->rules.hand_size)
        done = hl_shuffle_on(&deck, game->deck, done, size);
    hl_start(game);
    while (!pub->end) {
        unsigned move = next_id(ids, pub->rules.moves);
        /* Rejecting illegal ids leaves every legal move equally likely. */
        if (!hl_may(pub, game->held, &pub->rules.acts[move]))
            continue;
        if (pub->deck_left == size - done && pub->deck_left)
            done = hl_shuffle_on(&deck, game->deck, done, size);
        hl_apply(game, (int)move);
    }
}

static int play_randomly(const hl_rules *rules, const hl_rng *seed, uint64_t games,
                         uint64_t *moves) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_rules_prepare(&game.pub.rules);
    if (error)
        return error;
    uint64_t product = 1;
    for (int i = 0; i < BATCH; i++)
        product *= game.pub.rules.moves;
    id_stream ids = {.surplus = -product % product}; /* low words to reject, to be unbiased */
    for (uint64_t index = 0; index < games; index++) {
        hl_rng own = hl_child(seed, index), deck = hl_child(&own, HL_DECK_STREAM);
        ids.rng = hl_child(&own, HL_SEAT_STREAM);
        ids.left = 0;
        play_out(&game, deck, &ids);
        *moves += game.pub.turn;
    }
    return HL_OK;
}

static int ask_rules(const hl_rules *rules, const hl_rng *seed, uint64_t games,
                     const hl_blueprint *list, uint64_t *moves) {
    const hl_blueprint *seating[HL_MAX_PLAYERS] = {list, list, list, list, list, list};
    static hl_results results;
    int error = hl_table_games(rules, seating, seed, 0, games, NULL, &results);
    *moves = results.turns;
    return error;
}

static int look_ahead(const hl_rules *rules, const hl_rng *seed, uint64_t games,
                      const hl_blueprint *base, uint32_t rollouts, uint64_t *moves) {
    const hl_blueprint *minds[1] = {base};
    const hl_search_config config = {.minds = minds,
                                     .count = 1,
                                     .policies = 1,
                                     .rollouts = rollouts,
                                     .particles = rollouts < 250 ? 100 : rollouts * 2 / 5,
                                     .steps = 3,
                                     .scoring = HL_HALF,
                                     .slip = 0.05,
                                     .sure = 3,
                                     .least = 0.1,
                                     .explained = 0.5};
    static hl_results results;
    int error = hl_search_check(&config);
    if (error)
        return error;
    const hl_blueprint search = hl_search_blueprint(&config);
    const hl_blueprint *seating[HL_MAX_PLAYERS] = {&search, base, base, base, base, base};
    void *room = calloc(HL_MAX_PLAYERS, (search.memo_size / 64 + 1) * 64);
    error = room ? hl_table_games(rules, seating, seed, 0, games, room, &results) : 1;
    free(room);
    *moves = results.turns;
    return error;
}

int main(int argc, char **argv) {
    int players = argc >= 4 ? atoi(argv[1]) : 0, count = argc - 4;
    if (players < 2 || players > 6 || count > HL_MAX_RULES) {
        fprintf(stderr, "usage: driver PLAYERS GAMES ROLLOUTS [RULE...], with 2 to 6 players\n");
        return 2;
    }
    uint64_t games = strtoull(argv[2], NULL, 10);
    hl_rules rules = standard(players);
    hl_rng seed;
    uint64_t moves = 0;
    hl_rng_seed(&seed, 1, 2);
    hl_rulelist list = {.count = (uint8_t)count, .mode = HL_CLEAN};
    hl_conv_config level;
    hl_blueprint base = hl_rulelist_blueprint(&list);
    if (count && !strncmp(argv[4], "conv ", 5)) {
        level = read_level(argv[4] + 5, players);
        base = hl_conv_blueprint(&level);
    } else
        for (int i = 0; i < count; i++)
            list.rules[i] = read_rule(argv[4 + i]);
    uint32_t rollouts = (uint32_t)strtoul(argv[3], NULL, 10);
    if (!count     ? play_randomly(&rules, &seed, games, &moves)
        : rollouts ? look_ahead(&rules, &seed, games, &base, rollouts, &moves)
                   : ask_rules(&rules, &seed, games, &base, &moves))
        return 1;
    printf("%" PRIu64 "\n", moves);
    return 0;
}
