/* Depth-first search over all plays, passes and discards, cut where the target is out of reach. */
#include "solver/reduced_games.h"
#include "engine/rng.h"

#include <string.h>

enum { MOST_HINTS = 8, DUMMY = HL_MAX_IDS, NOTHING = HL_NONE };

typedef struct {
    const hl_reduced_game *game;
    const uint8_t *deck;
    int size, target;
    uint64_t budget, *searched; /* positions: the most to be searched, and those searched so far */
} problem;

typedef struct {
    uint8_t hand[HL_MAX_PLAYERS][HL_MAX_HAND];
    uint8_t stacks[HL_MAX_SUITS];
    uint8_t left[HL_MAX_IDS]; /* copies not discarded */
    uint8_t mover, hints, score, next;
    uint8_t passes; /* since a card was used */
    uint8_t turns;  /* HL_TWO_MORE_USES: uses left; else turns left once the deck is empty, NOTHING
                     * before */
} state;

static int search(const problem *goal, const state *now);

static int deviations(const problem *goal, int deviation) {
    return goal->game->deviations & deviation;
}

int hl_reduced_check(const hl_reduced_game *game) {
    int cards = 0;
    for (int rank = 0; rank < game->ranks && rank < HL_MAX_RANKS; rank++) {
        if (!game->copies[rank] || game->copies[rank] > 10)
            return HL_BAD_RULES;
        cards += game->copies[rank] * game->suits;
    }
    int ok = game->players >= 2 && game->players <= HL_MAX_PLAYERS && game->suits >= 1 &&
             game->suits <= HL_MAX_SUITS && game->ranks >= 1 && game->ranks <= HL_MAX_RANKS &&
             game->hand_size >= 1 && game->hand_size <= HL_MAX_HAND &&
             game->hints <= (game->deviations & HL_HINTS_UNCAPPED ? 100 : MOST_HINTS) &&
             game->deviations <= HL_ALL_DEVIATIONS && cards <= HL_MAX_DECK &&
             cards >= game->players * game->hand_size;
    return ok ? HL_OK : HL_BAD_RULES;
}

/* The highest score still possible after the discards so far. */
static int reach(const problem *goal, const state *now) {
    int ranks = goal->game->ranks, total = 0;
    for (int suit = 0; suit < goal->game->suits; suit++) {
        int rank = now->stacks[suit];
        while (rank < ranks && now->left[suit * ranks + rank])
            rank++;
        total += rank;
    }
    return total;
}

/* The number of cards that may still be used. */
static int uses_left(const problem *goal, const state *now) {
    if (deviations(goal, HL_TWO_MORE_USES))
        return now->turns;
    return now->turns != NOTHING ? now->turns : goal->size - now->next + goal->game->players;
}

static int playable(const problem *goal, const state *now, int card) {
    return card < DUMMY && now->stacks[card / goal->game->ranks] == card % goal->game->ranks;
}

/* Use the card in this slot: draw the next one and pass the turn. */
static void use(const problem *goal, state *then, int slot) {
    then->passes = 0;
    then->hand[then->mover][slot] = DUMMY;
    if (then->next < goal->size) {
        then->hand[then->mover][slot] = goal->deck[then->next++];
        if (then->next == goal->size && !deviations(goal, HL_TWO_MORE_USES))
            then->turns = (uint8_t)(goal->game->players + 1);
    } else if (!deviations(goal, HL_TWO_MORE_USES)) {
        then->hand[then->mover][slot] = NOTHING;
    }
    if (deviations(goal, HL_TWO_MORE_USES))
        then->turns--;
}

static int after(const problem *goal, state *then) {
    if (!deviations(goal, HL_TWO_MORE_USES) && then->turns != NOTHING)
        then->turns--;
    then->mover = (uint8_t)((then->mover + 1) % goal->game->players);
    return search(goal, then);
}

static int play(const problem *goal, const state *now, int slot) {
    state then = *now;
    int suit = now->hand[now->mover][slot] / goal->game->ranks;
    then.score++;
    int below_cap = deviations(goal, HL_HINTS_UNCAPPED) || then.hints < MOST_HINTS;
    if (++then.stacks[suit] == goal->game->ranks && !deviations(goal, HL_NO_SUIT_HINT) && below_cap)
        then.hints++;
    use(goal, &then, slot);
    return after(goal, &then);
}

static int discard(const problem *goal, const state *now, int slot) {
    state then = *now;
    int card = now->hand[now->mover][slot];
    if (card < DUMMY) {
        then.left[card]--;
        if (reach(goal, &then) < goal->target)
            return 0;
    }
    then.hints++;
    use(goal, &then, slot);
    return after(goal, &then);
}

/* Whether one more pass may help: a round of passes only costs hints, unless full hints forbid
 * discarding. */
static int may_pass(const problem *goal, const state *now) {
    int before = now->hints + now->passes; /* when the last card was used */
    int kept = !deviations(goal, HL_HINTS_UNCAPPED) && before >= MOST_HINTS;
    return now->hints && now->passes < goal->game->players - !kept;
}

static int pass(const problem *goal, const state *now) {
    state then = *now;
    then.hints--;
    then.passes++;
    return after(goal, &then);
}

/* Whether an earlier slot has the same card, so that it was already tried. */
static int repeated(const state *now, int slot) {
    return memchr(now->hand[now->mover], now->hand[now->mover][slot], (size_t)slot) != NULL;
}

static int wanted(const problem *goal, const state *now, int card) {
    return card < DUMMY && card % goal->game->ranks >= now->stacks[card / goal->game->ranks];
}

static int search(const problem *goal, const state *now) {
    const hl_reduced_game *game = goal->game;
    const uint8_t *hand = now->hand[now->mover];
    if (now->score >= goal->target)
        return 1;
    if ((*goal->searched)++ >= goal->budget)
        return 0;
    if (!now->turns || goal->target - now->score > uses_left(goal, now))
        return 0;
    int played = 0;
    for (int slot = 0; slot < game->hand_size; slot++)
        if (playable(goal, now, hand[slot]) && !repeated(now, slot)) {
            played = 1;
            if (play(goal, now, slot))
                return 1;
        }
    if (played && deviations(goal, HL_MUST_PLAY))
        return 0;
    int may_discard = deviations(goal, HL_HINTS_UNCAPPED) || now->hints < MOST_HINTS;
    /* Try unwanted cards first: one of them is usually the answer. */
    for (int useful = 0; useful < 2; useful++) {
        for (int slot = 0; may_discard && slot < game->hand_size; slot++)
            if (hand[slot] != NOTHING && wanted(goal, now, hand[slot]) == useful &&
                !repeated(now, slot) && discard(goal, now, slot))
                return 1;
        if (!useful && may_pass(goal, now) && pass(goal, now))
            return 1;
    }
    return 0;
}

static void begin(const problem *goal, state *start) {
    const hl_reduced_game *game = goal->game;
    memset(start, 0, sizeof *start);
    for (int seat = 0; seat < game->players; seat++)
        for (int slot = 0; slot < game->hand_size; slot++)
            start->hand[seat][slot] = goal->deck[start->next++];
    for (int id = 0; id < game->suits * game->ranks; id++)
        start->left[id] = game->copies[id % game->ranks];
    start->hints = game->hints;
    start->turns = NOTHING;
    if (deviations(goal, HL_TWO_MORE_USES))
        start->turns = (uint8_t)(goal->size - start->next + 2);
    else if (start->next == goal->size)
        start->turns = game->players;
}

static int attainable(problem *goal, int target) {
    state start;
    goal->target = target;
    begin(goal, &start);
    return search(goal, &start);
}

static int best_score(problem *goal, int score) {
    while (score && !attainable(goal, score))
        score--;
    return score;
}

static int fresh_deck(const hl_reduced_game *game, uint8_t deck[64]) {
    int size = 0;
    for (int id = 0; id < game->suits * game->ranks; id++)
        for (int copy = 0; copy < game->copies[id % game->ranks]; copy++)
            deck[size++] = (uint8_t)id;
    return size;
}

int hl_missed_points(const hl_reduced_game *game, const hl_rng *seed, uint64_t first,
                     uint64_t count, int perfect_only, uint64_t budget, uint64_t missed[31]) {
    uint8_t sorted[64], deck[64];
    int error = hl_reduced_check(game);
    if (error)
        return error;
    int size = fresh_deck(game, sorted), most = game->suits * game->ranks;
    for (uint64_t index = first; index - first < count; index++) {
        hl_rng stream = hl_child(seed, index);
        memcpy(deck, sorted, (size_t)size);
        hl_permute(&stream, deck, size);
        uint64_t searched = 0;
        problem goal = {game, deck, size, most, budget, &searched};
        int score = perfect_only ? most - !attainable(&goal, most) : best_score(&goal, most);
        if (searched > budget)
            return HL_OUT_OF_BUDGET;
        missed[most - score]++;
    }
    return HL_OK;
}
