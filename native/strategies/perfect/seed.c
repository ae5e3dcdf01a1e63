/* A game as the seed's programs play it. The paper's figures come from these rules, not from those
 * of Hanabi: clue tokens may become negative unnoticed, and three moves follow the last draw. */
#include "strategies/perfect/seed_table.h"
#include "strategies/perfect/strategies.h"

#include <string.h>

#define FULL_TOKENS 8
#define FINAL_MOVES 3 /* the official rules give one to each player */

static void draw(seed_table *table, seed_card *slot) {
    int id = HL_NONE;
    if (table->drawn < table->rules->deck_size)
        id = table->rules->id_of[table->deck[table->drawn++]];
    *slot = (seed_card){(uint8_t)id, 0};
}

static void gain_token(seed_table *table) {
    table->tokens++;
    if (table->tokens > FULL_TOKENS)
        table->tokens = FULL_TOKENS;
}

static void use_card(seed_table *table, seed_move move, double cost) {
    seed_card *hand = table->hand[table->seat];
    int id = hand[move.what].id;
    if (move.kind == PLAY) {
        table->tokens -= cost;
        table->stacks[seed_suit(id)]++;
        table->score++;
        if (seed_rank(id) + 1 == SEED_RANKS)
            gain_token(table);
    } else {
        if (id != HL_NONE)
            table->discards[id]++;
        gain_token(table);
    }
    memmove(hand + 1, hand, (size_t)move.what * sizeof *hand);
    draw(table, hand);
}

static void mark(seed_table *table, int value) {
    seed_card *hand = table->hand[1 - table->seat];
    table->tokens--;
    for (int place = 0; place < SEED_HAND; place++)
        if (seed_touches(value, hand[place].id))
            hand[place].marks |= value < HL_MAX_SUITS ? COLOUR_MARK : NUMBER_MARK;
}

void hl_perfect_seed_game(const hl_rules *rules, const uint8_t deck[64], int strategy, double cost,
                          hl_results *results) {
    seed_table table = {.rules = rules, .deck = deck, .tokens = FULL_TOKENS};
    int moves_left = FINAL_MOVES;
    for (int place = SEED_HAND; place-- > 0;)
        for (int seat = 0; seat < SEED_PLAYERS; seat++)
            draw(&table, &table.hand[seat][place]);
    for (; moves_left && table.score < SEED_RANKS * SEED_RANKS; table.seat = 1 - table.seat) {
        moves_left -= table.drawn == rules->deck_size;
        seed_move move = seed_choose(&table, strategy, cost);
        if (move.kind == CLUE)
            mark(&table, move.what);
        else
            use_card(&table, move, cost);
        results->turns++;
    }
    results->games++;
    results->stacks[table.score]++;
    results->ends[table.score == SEED_RANKS * SEED_RANKS ? HL_PERFECT : HL_OUT_OF_TURNS]++;
}
