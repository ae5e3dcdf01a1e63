/* One move of a strategy that sees every hand, by the real rules. */
#include "strategies/perfect/strategies.h"
#include "strategies/perfect/worth.h"

typedef struct {
    hl_worth_rule *worth;
    int oldest;     /* whether ties go to the oldest card, else to the first slot */
    int categories; /* whether passing needs a card of a lower category, not just margin */
    int mark;       /* the kind of clue that a card needs before it may be played */
} hl_plan;

enum { NO_CLUE = 0, ANY_CLUE = 1 }; /* beside HL_COLOUR and HL_RANK */

static const hl_plan PLANS[] = {
    [HL_PRIORITY] = {hl_worth_by_distance, 0, 0, NO_CLUE},
    [HL_OLDEST] = {hl_worth_if_spare, 1, 1, NO_CLUE},
    [HL_CLUE_LIMITED] = {hl_worth_low_first, 0, 0, ANY_CLUE},
    [HL_COLOUR_FIRST] = {hl_worth_if_unclued, 0, 0, HL_COLOUR},
    [HL_NUMBER_FIRST] = {hl_worth_if_unclued, 0, 0, HL_RANK},
    [HL_CLUE_COST] = {hl_worth_if_unclued, 0, 1, NO_CLUE},
};

static int seat_after(const hl_game *game, int offset) {
    return (game->pub.to_move + offset) % game->pub.rules.players;
}

/* The slots that clues of this kind touched since their cards were drawn. */
static unsigned marked(const hl_public *pub, int seat, int kind) {
    unsigned slots = 0;
    if (kind == NO_CLUE)
        return ~0U;
    if (kind == ANY_CLUE)
        return pub->touched[seat];
    for (int turn = 0; turn < pub->turn; turn++) {
        const hl_event *event = &pub->history[turn];
        if (event->kind == kind && event->target == seat)
            slots |= event->touched;
        if (event->kind <= HL_PLAY && event->seat == seat)
            slots &= ~(1U << event->slot);
    }
    return slots;
}

static int first_playable(const hl_game *game, int seat, unsigned slots) {
    for (int slot = 0; slot < game->pub.rules.hand_size; slot++) {
        int card = game->hand[seat][slot];
        if (card != HL_NONE && slots >> slot & 1 && game->pub.playable >> card & 1)
            return slot;
    }
    return HL_NONE;
}

/* The move id of a clue: `value` counts colour clues, then rank clues. */
static int clue(const hl_rules *rules, int offset, int value) {
    int rank = value - rules->colour_clues, before = 2 * rules->hand_size;
    if (rank < 0)
        return before + (offset - 1) * rules->colour_clues + value;
    before += (rules->players - 1) * rules->colour_clues;
    return before + (offset - 1) * rules->rank_clues + rank;
}

/* Any clue, preferably of a kind that marks nothing for this plan; HL_NO_TOKENS if none is legal.
 */
static int pass(const hl_game *game, const hl_plan *plan) {
    return hl_pass(game, plan->mark == HL_COLOUR);
}

/* The clue that touches the most cards, a playable one among them; the next player first. */
static int widest_clue(const hl_game *game) {
    const hl_rules *rules = &game->pub.rules;
    int widest = 0, move = HL_EMPTY_CLUE;
    for (int offset = 1; offset < rules->players; offset++)
        for (int value = 0; value < rules->colour_clues + rules->rank_clues; value++) {
            uint64_t cards = game->held[seat_after(game, offset)] & rules->clue_cards[value];
            int count = __builtin_popcountll(cards);
            if (cards & game->pub.playable && count > widest) {
                widest = count;
                move = clue(rules, offset, value);
            }
        }
    return move;
}

/* The clue of this kind about the first playable card of another hand. */
static int clue_playable(const hl_game *game, int kind) {
    const hl_rules *rules = &game->pub.rules;
    for (int offset = 1; offset < rules->players; offset++) {
        int seat = seat_after(game, offset), slot = first_playable(game, seat, ~0U);
        if (slot == HL_NONE)
            continue;
        int colours = rules->colour_clues, card = game->hand[seat][slot];
        int value = kind == HL_COLOUR ? 0 : colours;
        int end = kind == HL_COLOUR ? colours : colours + rules->rank_clues;
        for (; value < end; value++)
            if (rules->clue_cards[value] >> card & 1)
                return clue(rules, offset, value);
    }
    return HL_EMPTY_CLUE;
}

/* Pass if another seat has something to play, or a cheaper card to discard. */
static int pass_on(const hl_game *game, const hl_plan *plan, int least) {
    for (int offset = 1; offset < game->pub.rules.players; offset++) {
        int seat = seat_after(game, offset), slot;
        int worth = hl_least_worth(game, plan->worth, plan->oldest, seat, &slot);
        int lower = plan->categories ? hl_category(worth) < hl_category(least) : worth < least;
        if (lower || first_playable(game, seat, ~0U) != HL_NONE)
            return pass(game, plan);
    }
    return HL_EMPTY_CLUE;
}

static int completes(const hl_rules *rules, const hl_event *event) {
    return event->success && !rules->next_cards[rules->id_of[event->card]];
}

/* The clue tokens of a virtual account from which every play is paid. A clue given only because the
 * table's tokens are full is free. */
static double purse(const hl_public *pub, double cost) {
    double left = pub->rules.max_tokens;
    int tokens = pub->rules.max_tokens;
    for (int turn = 0; turn < pub->turn; turn++) {
        const hl_event *event = &pub->history[turn];
        if (event->kind >= HL_COLOUR)
            left -= left >= 1 + cost || tokens < pub->rules.max_tokens;
        left -= event->success ? cost : 0;
        left += event->kind == HL_DISCARD || completes(&pub->rules, event);
        left = left < pub->rules.max_tokens ? left : pub->rules.max_tokens;
        tokens += event->token - (event->kind >= HL_COLOUR);
    }
    return left;
}

int hl_perfect_move(const hl_game *game, int strategy, double cost) {
    const hl_public *pub = &game->pub;
    if (strategy < HL_PRIORITY || strategy > HL_FORESIGHT || !(cost >= 0 && cost <= 2))
        return HL_BAD_ARGUMENT;
    if (pub->end)
        return HL_GAME_OVER;
    if (strategy > HL_CLUE_COST)
        return strategy == HL_CAREFUL ? hl_careful_move(game) : hl_foresight_move(game);
    const hl_plan *plan = &PLANS[strategy];
    double price = strategy == HL_CLUE_COST ? cost : 0;
    double tokens = price > 0 ? purse(pub, price) : pub->tokens;
    int play = first_playable(game, pub->to_move, marked(pub, pub->to_move, plan->mark));
    if (play != HL_NONE && tokens >= price)
        return pub->rules.hand_size + play;
    int slot, least = hl_least_worth(game, plan->worth, plan->oldest, pub->to_move, &slot),
              move = HL_NO_TOKENS;
    if (pub->tokens && tokens >= 1 + price) {
        if (plan->mark == NO_CLUE)
            move = pass_on(game, plan, least);
        else
            move = plan->mark == ANY_CLUE ? widest_clue(game) : clue_playable(game, plan->mark);
    }
    if (move < 0 && slot != HL_NONE && hl_legal(game, slot) == HL_OK)
        return slot;
    if (move < 0)
        move = pass(game, plan);
    return move < 0 && slot != HL_NONE ? pub->rules.hand_size + slot : move;
}
