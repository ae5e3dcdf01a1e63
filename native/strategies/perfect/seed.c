/* A game as the seed's programs play it. The paper's figures come from these rules, not from those
 * of Hanabi: clue tokens may become negative unnoticed, and three moves follow the last draw. The
 * strategies are those of its own programs, errors included: comments say where a program differs
 * from the paper. There are two players, five suits, and clue tokens that may be fractional or
 * negative. */
#include "strategies/perfect/strategies.h"

#include <string.h>

enum { SEED_PLAYERS = 2, SEED_HAND = 5, SEED_RANKS = 5, SEED_SUITS = 5 };
enum { COLOUR_MARK = 1, NUMBER_MARK = 2 };

typedef struct {
    uint8_t id, marks; /* id is HL_NONE if the deck was empty */
} seed_card;

typedef struct {
    const hl_rules *rules;
    const uint8_t *deck;
    int drawn, score, seat;
    double tokens;
    seed_card hand[SEED_PLAYERS][SEED_HAND];
    uint8_t stacks[SEED_SUITS], discards[SEED_SUITS * SEED_RANKS];
} seed_table;

typedef struct {
    enum { PLAY, DISCARD, CLUE } kind;
    int what; /* position in the hand, or for a clue: colour, or HL_MAX_SUITS + number */
} seed_move;

static int seed_suit(int id) { return id / SEED_RANKS; }
static int seed_rank(int id) { return id % SEED_RANKS; } /* from 0 */

/* Whether a clue, as in seed_move, touches the card. */
static int seed_touches(int clue, int id) {
    if (id == HL_NONE)
        return 0;
    return clue < HL_MAX_SUITS ? seed_suit(id) == clue : seed_rank(id) == clue - HL_MAX_SUITS;
}

#define LAST (SEED_HAND - 1) /* the oldest card's place; a new card is put at place 0 */

static int playable(const seed_table *table, int id) {
    return id != HL_NONE && table->stacks[seed_suit(id)] == seed_rank(id);
}

static int played(const seed_table *table, int id) {
    return seed_rank(id) < table->stacks[seed_suit(id)];
}

/* The priority strategy: the highest essential card and the farthest spare one are discarded first.
 * A 1 counts as essential when one of its three copies is gone, and as neither when two are. */
static int keep_farthest(const seed_table *table, int id) {
    if (id == HL_NONE)
        return worth_as(ESSENTIAL, 0);
    if (played(table, id))
        return worth_as(USELESS, 0);
    int number = seed_rank(id) + 1;
    if (number == SEED_RANKS || table->discards[id] == 1)
        return worth_as(ESSENTIAL, -number);
    return worth_as(SPARE, table->stacks[seed_suit(id)] - number);
}

/* Colour-first and number-first: the comparison is reversed, so the nearest spare card and, of
 * essential ones, the 5 are discarded first. */
static int keep_nearest(const seed_table *table, int id) {
    if (id == HL_NONE)
        return worth_as(ESSENTIAL, SEED_RANKS);
    if (played(table, id))
        return worth_as(USELESS, 0);
    int number = seed_rank(id) + 1;
    if (number == SEED_RANKS || table->discards[id] == 1)
        return worth_as(ESSENTIAL, SEED_RANKS - number);
    return worth_as(SPARE, number - table->stacks[seed_suit(id)]);
}

/* Clue-limited and clue-cost: playable cards are a category of their own; the lowest of them, and
 * of the essential ones, are discarded first. */
static int keep_playable(const seed_table *table, int id) {
    if (id == HL_NONE)
        return worth_as(ESSENTIAL, 0);
    int number = seed_rank(id) + 1;
    if (playable(table, id))
        return worth_as(PLAYABLE, number - SEED_RANKS);
    if (played(table, id))
        return worth_as(USELESS, 0);
    if (number == SEED_RANKS || table->discards[id] == (number == 1 ? 2 : 1))
        return worth_as(ESSENTIAL, number - SEED_RANKS);
    return worth_as(SPARE, table->stacks[seed_suit(id)] - number);
}

/* The oldest-discard variant only asks whether a card is essential. */
static int keep_essential(const seed_table *table, int id) {
    if (id == HL_NONE)
        return worth_as(ESSENTIAL, 0);
    if (seed_rank(id) + 1 < SEED_RANKS && (played(table, id) || !table->discards[id]))
        return worth_as(SPARE, 0);
    return worth_as(ESSENTIAL, 0);
}

typedef int keep_rule(const seed_table *table, int id);

/* The position of the card to discard: the first of the least valuable, `otherwise` if none is less
 * valuable than a card that is essential whatever its rank. */
static int least_kept(const seed_table *table, keep_rule *rule, int limit, int otherwise) {
    for (int place = 0; place < SEED_HAND; place++) {
        int worth = rule(table, table->hand[table->seat][place].id);
        if (worth < limit) {
            limit = worth;
            otherwise = place;
        }
    }
    return otherwise;
}

/* The first playable card of a seat that bears one of the marks (any card if `marks` is 0). */
static int first_playable(const seed_table *table, int seat, int marks) {
    for (int place = 0; place < SEED_HAND; place++) {
        seed_card card = table->hand[seat][place];
        if (playable(table, card.id) && (!marks || card.marks & marks))
            return place;
    }
    return HL_NONE;
}

/* The clue that touches the most cards, a playable one among them; of equal ones the first found in
 * hand order, colours before numbers. */
static int widest_clue(const seed_table *table, int seat) {
    const seed_card *hand = table->hand[seat];
    int widest = 0, chosen = HL_NONE;
    for (int place = 0; place < SEED_HAND; place++) {
        if (hand[place].id == HL_NONE)
            continue;
        int clues[2] = {seed_suit(hand[place].id), HL_MAX_SUITS + seed_rank(hand[place].id)};
        for (int kind = 0; kind < 2; kind++) {
            int touched = 0, useful = 0;
            for (int other = 0; other <= place; other++)
                if (seed_touches(clues[kind], hand[other].id)) {
                    touched++;
                    useful |= playable(table, hand[other].id);
                }
            if (useful && touched > widest) {
                widest = touched;
                chosen = clues[kind];
            }
        }
    }
    return chosen;
}

static seed_move play(int place) { return (seed_move){PLAY, place}; }
static seed_move discard(int place) { return (seed_move){DISCARD, place}; }
static seed_move clue(int value) { return (seed_move){CLUE, value}; }
static seed_move pass(void) { return (seed_move){CLUE, HL_NONE}; }

/* Clues are free. The partner's cards are rated as if they were the mover's own, so the turn is
 * never passed for a better discard. */
static seed_move priority(const seed_table *table) {
    int place = first_playable(table, table->seat, 0);
    if (place != HL_NONE)
        return play(place);
    if (first_playable(table, 1 - table->seat, 0) != HL_NONE)
        return pass();
    return discard(least_kept(table, keep_farthest, worth_as(ESSENTIAL, 0), 0));
}

/* The oldest-discard variant: what the program calls the oldest card is in fact the newest. */
static seed_move oldest(const seed_table *table) {
    int place = first_playable(table, table->seat, 0), partner = 1 - table->seat;
    if (place != HL_NONE)
        return play(place);
    if (first_playable(table, partner, 0) != HL_NONE)
        return pass();
    place = least_kept(table, keep_essential, worth_as(ESSENTIAL, 0), HL_NONE);
    if (place != HL_NONE)
        return discard(place);
    seed_table other = *table;
    other.seat = partner;
    if (least_kept(&other, keep_essential, worth_as(ESSENTIAL, 0), HL_NONE) != HL_NONE)
        return pass();
    return discard(LAST);
}

static seed_move clue_limited(const seed_table *table) {
    int place = first_playable(table, table->seat, COLOUR_MARK | NUMBER_MARK);
    if (place != HL_NONE)
        return play(place);
    int given_up = least_kept(table, keep_playable, worth_as(ESSENTIAL, 0), 1);
    int value = table->tokens > 0 ? widest_clue(table, 1 - table->seat) : HL_NONE;
    return value == HL_NONE ? discard(given_up) : clue(value);
}

/* Colour-first and number-first: without a token the oldest card is discarded, whatever it is; an
 * already clued card is clued again. */
static seed_move one_attribute(const seed_table *table, int mark) {
    int place = first_playable(table, table->seat, mark);
    if (place != HL_NONE)
        return play(place);
    if (table->tokens <= 0)
        return discard(LAST);
    place = first_playable(table, 1 - table->seat, 0);
    if (place == HL_NONE)
        return discard(least_kept(table, keep_nearest, worth_as(ESSENTIAL, SEED_RANKS), 0));
    int id = table->hand[1 - table->seat][place].id;
    return clue(mark == COLOUR_MARK ? seed_suit(id) : HL_MAX_SUITS + seed_rank(id));
}

static seed_move clue_cost(const seed_table *table, double cost) {
    int place = first_playable(table, table->seat, 0);
    if (place != HL_NONE && table->tokens - cost >= 0)
        return play(place);
    if (table->tokens < 1 + cost)
        return discard(LAST);
    int given_up = least_kept(table, keep_playable, worth_as(ESSENTIAL, 0), 0);
    int mine = category(keep_playable(table, table->hand[table->seat][given_up].id));
    for (int other = 0; other < SEED_HAND; other++) {
        int id = table->hand[1 - table->seat][other].id;
        if (playable(table, id) || category(keep_playable(table, id)) < mine)
            return pass();
    }
    return discard(given_up);
}

/* The move that a strategy (hl_strategy) of the paper's programs makes for the seat to move; `cost`
 * is for HL_CLUE_COST alone. */
static seed_move choose(const seed_table *table, int strategy, double cost) {
    switch (strategy) {
    case HL_PRIORITY:
        return priority(table);
    case HL_OLDEST:
        return oldest(table);
    case HL_CLUE_LIMITED:
        return clue_limited(table);
    case HL_COLOUR_FIRST:
        return one_attribute(table, COLOUR_MARK);
    case HL_NUMBER_FIRST:
        return one_attribute(table, NUMBER_MARK);
    default:
        return clue_cost(table, cost);
    }
}

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
        seed_move move = choose(&table, strategy, cost);
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
