/* Foresight, a strategy that sees all hands: it simulates the rest of the game on shuffled decks
 * after each of its moves, and compares the mean scores. */
#include "engine/rng.h"
#include "engine/turn.h"
#include "play/replay.h"
#include "strategies/perfect/strategies.h"

enum {
    NEAR_END = 16, /* largest deck tried; 40 takes 18 times as long and wins 0.1 % more games */
    FIRST = 32,    /* number of decks after which the careful move is made if it loses on none */
    MOST = 512
};

typedef struct {
    const hl_game *game;
    hl_game world;
    hl_rng decks;
    int reach;                      /* the best score that the discards leave */
    int count, moves[HL_MAX_MOVES]; /* the careful one first */
    int gain[HL_MAX_MOVES],
        square[HL_MAX_MOVES]; /* gain over the careful move, summed over decks */
} trial;

/* The equivalence class of a move: clues, useless discards and equal cards are interchangeable. */
static uint32_t sort_of(const hl_game *game, int move) {
    const hl_public *pub = &game->pub;
    const hl_event *act = &pub->rules.acts[move];
    if (act->kind >= HL_COLOUR)
        return 0;
    int card = game->hand[pub->to_move][act->slot];
    if (act->kind == HL_DISCARD && pub->useless >> card & 1)
        return 1;
    return 2U + 2U * pub->rules.id_of[card] + act->kind;
}

/* List the careful move first, then one move of each other class, without plays that would fail. */
static void list_moves(trial *all, int careful) {
    const hl_game *game = all->game;
    uint64_t listed = 1ULL << sort_of(game, careful);
    all->moves[all->count++] = careful;
    for (int move = 0; move < game->pub.rules.moves; move++) {
        const hl_event *act = &game->pub.rules.acts[move];
        if (hl_check(&game->pub, game->held, move) != HL_OK)
            continue;
        int fails = act->kind == HL_PLAY &&
                    !(game->pub.playable >> game->hand[game->pub.to_move][act->slot] & 1);
        uint64_t bit = 1ULL << sort_of(game, move);
        if (!fails && !(listed & bit))
            all->moves[all->count++] = move;
        listed |= fails ? 0 : bit;
    }
}

/* The random stream of a position, derived from its history, so that equal positions are judged
 * alike. */
static hl_rng stream_of(const hl_public *pub) {
    uint64_t key = 0;
    for (int turn = 0; turn < pub->turn; turn++)
        key = hl_mix(key + pub->history[turn].move + 1);
    return (hl_rng){key, pub->turn, 0};
}

/* Reset the deck to sorted order for the next shuffles. */
static void sort_deck(trial *all) {
    const hl_public *pub = &all->game->pub;
    uint64_t unseen = pub->rules.all & ~pub->gone;
    for (int seat = 0; seat < pub->rules.players; seat++)
        unseen &= ~all->game->held[seat];
    for (int i = pub->rules.deck_size - pub->deck_left; unseen; unseen &= unseen - 1)
        all->world.deck[i++] = (uint8_t)__builtin_ctzll(unseen);
    all->decks = stream_of(pub);
}

static void shuffle_deck(trial *all) {
    const hl_public *pub = &all->game->pub;
    hl_permute(&all->decks, all->world.deck + pub->rules.deck_size - pub->deck_left,
               pub->deck_left);
}

/* Restore everything that moves change, except the deck and the history. */
static void go_back(trial *all) {
    hl_remember(&all->world.pub, &all->game->pub);
    memcpy(all->world.hand, all->game->hand, sizeof all->world.hand);
    memcpy(all->world.held, all->game->held, sizeof all->world.held);
}

/* The score if this move is made and every seat is careful afterwards; a perfect score counts one
 * more. */
static int outcome(trial *all, int move) {
    hl_game *world = &all->world;
    go_back(all);
    hl_apply(world, move);
    while (!world->pub.end)
        hl_apply(world, hl_careful_move(world));
    return world->pub.score + (world->pub.score == all->reach);
}

/* Play the game out once after each move, on a newly shuffled deck, and add up the gains over the
 * careful move. Returns the careful move's score; `known` is that score, or -1 to compute it. */
static int try_deck(trial *all, int known) {
    shuffle_deck(all);
    int careful = known < 0 ? outcome(all, all->moves[0]) : known;
    for (int i = 1; i < all->count; i++) {
        int gain = outcome(all, all->moves[i]) - careful;
        all->gain[i] += gain;
        all->square[i] += gain * gain;
    }
    return careful;
}

/* Whether the mean gain is at least `errors` standard errors away from 0. */
static int beyond(const trial *all, int i, int decks, int errors) {
    double mean = (double)all->gain[i] / decks;
    double variance = (double)all->square[i] / decks - mean * mean;
    return mean * mean * decks > errors * errors * variance;
}

/* Drop the moves that are almost certainly no better. */
static void thin_out(trial *all, int decks) {
    int kept = 1;
    for (int i = 1; i < all->count; i++) {
        if (!all->square[i] || (all->gain[i] <= 0 && beyond(all, i, decks, 1)))
            continue;
        all->moves[kept] = all->moves[i];
        all->gain[kept] = all->gain[i];
        all->square[kept++] = all->square[i];
    }
    all->count = kept;
}

static int best(const trial *all, int decks) {
    int chosen = 0;
    for (int i = 1; i < all->count; i++)
        if (all->gain[i] > all->gain[chosen] && beyond(all, i, decks, 2))
            chosen = i;
    return all->moves[chosen];
}

int hl_foresight_move(const hl_game *game) {
    const hl_public *pub = &game->pub;
    int careful = hl_careful_move(game);
    if (pub->deck_left > NEAR_END)
        return careful;
    trial all = {.game = game, .world = *game};
    all.reach = pub->score + __builtin_popcount(hl_wanted(pub));
    all.world.pub.turn = 0;
    list_moves(&all, careful);
    if (all.count == 1)
        return careful;
    sort_deck(&all);
    const int others = all.count;
    int known[FIRST], lost = 0;
    all.count = 1;
    for (int i = 0; i < FIRST; i++) {
        known[i] = try_deck(&all, -1);
        lost += known[i] <= all.reach;
    }
    if (!lost)
        return careful;
    all.count = others;
    sort_deck(&all);
    for (int i = 0, until = FIRST; all.count > 1;) {
        for (; i < until; i++)
            try_deck(&all, i < FIRST ? known[i] : -1);
        if (until == MOST)
            return best(&all, MOST);
        thin_out(&all, until);
        until *= 2;
    }
    return careful;
}
