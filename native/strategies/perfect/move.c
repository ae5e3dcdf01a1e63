/* One move of a strategy that sees every hand, by the real rules. */
#include "engine/sets.h"
#include "engine/turn.h"
#include "strategies/perfect/strategies.h"

static int rank_of(const hl_rules *rules, int card) {
    return rules->id_of[card] - rules->suit_of[card] * rules->ranks;
}

typedef int worth_rule(const hl_game *game, int card);

/* The number of ranks between the card and its stack. */
static int distance(const hl_public *pub, int card) {
    return rank_of(&pub->rules, card) - pub->stacks[pub->rules.suit_of[card]];
}

static uint64_t copies_of(const hl_rules *rules, int card) {
    return rules->cards_of[rules->id_of[card]];
}

/* The first of these slots (bit set) of a seat that holds one of these cards, or HL_NONE. */
static int first_of_hand(const hl_game *game, int seat, unsigned slots, uint64_t cards) {
    slots &= hl_slots_of(&game->pub.rules, game->hand[seat], cards);
    return slots ? first_of(slots) : HL_NONE;
}

static int held_twice(const hl_game *game, int card) {
    uint64_t held = 0;
    for (int seat = 0; seat < game->pub.rules.players; seat++)
        held |= game->held[seat];
    uint64_t copies = held & copies_of(&game->pub.rules, card);
    return (copies & (copies - 1)) != 0;
}

static int last_copy(const hl_public *pub, int card) {
    uint64_t left = copies_of(&pub->rules, card) & ~pub->discarded;
    return !(left & (left - 1));
}

/* The value of a seat's least valuable card, where `rule` values a card; writes its slot, HL_NONE
 * if the hand is empty. Ties go to the oldest card if `oldest`, else to the first slot. */
static int least_of(const hl_game *game, worth_rule *rule, int oldest, int seat, int *slot) {
    int least = worth_as(WITHOUT_PRICE, 0), age = HL_NONE;
    *slot = HL_NONE;
    for (int other = 0; other < game->pub.rules.hand_size; other++) {
        int card = game->hand[seat][other];
        if (card == HL_NONE)
            continue;
        int worth = rule(game, card), order = oldest * game->pub.order[seat][other];
        if (worth < least || (worth == least && order < age)) {
            least = worth;
            age = order;
            *slot = other;
        }
    }
    return least;
}

/* The id of the first legal clue or, if `last`, of the last one; HL_NO_TOKENS if no clue is legal.
 */
static int pass(const hl_game *game, int last) {
    const hl_rules *rules = &game->pub.rules;
    int first = 2 * rules->hand_size, count = rules->moves - first;
    for (int i = 0; i < count; i++) {
        int move = last ? rules->moves - 1 - i : first + i;
        if (hl_legal(game, move) == HL_OK)
            return move;
    }
    return HL_NO_TOKENS;
}

/* Rules that value a physical card of a hand, as worth_as. */

/* Useless cards and second copies in hands are discarded first; then the spare card farthest from
 * its stack, since the most cards must come before it; then the highest of the essential ones. */
static int by_distance(const hl_game *game, int card) {
    const hl_public *pub = &game->pub;
    if (pub->useless >> card & 1 || held_twice(game, card))
        return worth_as(USELESS, 0);
    if (pub->critical >> card & 1)
        return worth_as(ESSENTIAL, -rank_of(&pub->rules, card));
    return worth_as(SPARE, -distance(pub, card));
}

/* Only played identities are useless, and playable cards are a category of their own, the lowest
 * first; otherwise as by_distance. */
static int if_unclued(const hl_game *game, int card) {
    const hl_public *pub = &game->pub;
    int rank = rank_of(&pub->rules, card);
    if (distance(pub, card) < 0)
        return worth_as(USELESS, 0);
    if (distance(pub, card) == 0)
        return worth_as(PLAYABLE, rank - pub->rules.ranks);
    if (last_copy(pub, card))
        return worth_as(ESSENTIAL, -rank);
    return worth_as(SPARE, -distance(pub, card));
}

/* if_unclued with the lowest essential card first, as in the seed's program. */
static int low_first(const hl_game *game, int card) {
    int worth = if_unclued(game, card);
    int essential = worth_as(ESSENTIAL, 0);
    return category(worth) == ESSENTIAL ? 2 * essential - worth : worth;
}

/* The value depends only on whether the card can be spared. */
static int if_spare(const hl_game *game, int card) {
    int essential = distance(&game->pub, card) >= 0 && last_copy(&game->pub, card);
    return worth_as(essential ? ESSENTIAL : SPARE, 0);
}

/* The careful strategy. Its constants were found by hill climbing: 20,000 games per step, 2 to 5
 * players.
 *
 * Priorities for playing one playable card before another. */
enum { NEXT_ELSEWHERE = 30, NEXT_IN_HAND = 12, COPY_ELSEWHERE = -8, LAST_COPY = 20, A_RANK = -4 };

typedef struct {
    const hl_game *game;
    const hl_rules *rules;
    uint64_t mine, others;
} situation;

static int urgency(const situation *now, int card) {
    int id = now->rules->id_of[card];
    uint64_t next = now->rules->next_cards[id];
    int points = rank_of(now->rules, card) * A_RANK;
    points += next & now->others ? NEXT_ELSEWHERE : 0;
    points += next & now->mine ? NEXT_IN_HAND : 0;
    points += now->rules->cards_of[id] & now->others ? COPY_ELSEWHERE : 0;
    points += now->game->pub.critical >> card & 1 ? LAST_COPY : 0;
    return points;
}

/* The slot of the most urgent playable card, HL_NONE without one. */
static int most_urgent(const situation *now) {
    const uint8_t *hand = now->game->hand[now->game->pub.to_move];
    int best = 0, chosen = HL_NONE;
    foreach (slot, hl_slots_of(now->rules, hand, now->game->pub.playable)) {
        int points = urgency(now, hand[slot]);
        if (chosen == HL_NONE || points > best) {
            best = points;
            chosen = slot;
        }
    }
    return chosen;
}

static int first_slot(const situation *now, uint64_t cards) {
    return first_of_hand(now->game, now->game->pub.to_move, ~0U, cards);
}

/* Cards in hands that are useless or of which another copy is held. */
static uint64_t trash(const situation *now) {
    uint64_t held = now->mine | now->others, spare = held & now->game->pub.useless;
    for (uint64_t left = held & ~spare; left;) {
        uint64_t copies = held & now->rules->cards_of[now->rules->id_of[__builtin_ctzll(left)]];
        left &= ~copies;
        spare |= copies & (copies - 1) ? copies : 0;
    }
    return spare;
}

static int least_worth(const situation *now, int seat, int *slot) {
    return least_of(now->game, by_distance, 0, seat, slot);
}

static int others_hold_less(const situation *now, int least) {
    for (unsigned offset = 1; offset < now->rules->players; offset++) {
        int slot, seat = (int)hl_seat_after(now->rules, now->game->pub.to_move, offset);
        if (least_worth(now, seat, &slot) < least)
            return 1;
    }
    return 0;
}

/* The slot to discard, or HL_NONE if a clue (a pass) is better. */
static int to_give_up(const situation *now) {
    uint64_t spare = trash(now);
    int others_play = (now->others & now->game->pub.playable) != 0, slot;
    if (now->mine & spare) {
        if (others_play && hl_pace(&now->game->pub) < now->rules->players)
            return HL_NONE;
        slot = first_slot(now, spare & now->game->pub.useless);
        return slot == HL_NONE ? first_slot(now, spare) : slot;
    }
    int least = least_worth(now, now->game->pub.to_move, &slot);
    int pass_on = others_play || now->others & spare || others_hold_less(now, least);
    return pass_on ? HL_NONE : slot;
}

int hl_careful_move(const hl_game *game) {
    const hl_public *pub = &game->pub;
    situation now = {game, &pub->rules, game->held[pub->to_move], 0};
    for (int seat = 0; seat < pub->rules.players; seat++)
        now.others |= seat == pub->to_move ? 0 : game->held[seat];
    int slot = most_urgent(&now);
    if (slot != HL_NONE)
        return pub->rules.hand_size + slot;
    int clue = pub->tokens ? pass(game, 0) : HL_NO_TOKENS;
    int may_discard = pub->rules.open_kinds[pub->tokens] >> HL_DISCARD & 1;
    if (clue >= 0 && (!may_discard || pub->turns_left != HL_NONE))
        return clue;
    if (clue >= 0) {
        slot = to_give_up(&now);
        return slot == HL_NONE ? clue : slot;
    }
    uint64_t spare = now.mine & trash(&now);
    if (spare)
        slot = first_slot(&now, spare & pub->useless ? spare & pub->useless : spare);
    else
        least_worth(&now, pub->to_move, &slot);
    return may_discard ? slot : pub->rules.hand_size + slot;
}

typedef struct {
    worth_rule *worth;
    int oldest;     /* whether ties go to the oldest card, else to the first slot */
    int categories; /* whether passing needs a card of a lower category, not just margin */
    int mark;       /* the kind of clue that a card needs before it may be played */
} plan;

enum { NO_CLUE = 0, ANY_CLUE = 1 }; /* beside HL_COLOUR and HL_RANK */

static const plan PLANS[] = {
    [HL_PRIORITY] = {by_distance, 0, 0, NO_CLUE},
    [HL_OLDEST] = {if_spare, 1, 1, NO_CLUE},
    [HL_CLUE_LIMITED] = {low_first, 0, 0, ANY_CLUE},
    [HL_COLOUR_FIRST] = {if_unclued, 0, 0, HL_COLOUR},
    [HL_NUMBER_FIRST] = {if_unclued, 0, 0, HL_RANK},
    [HL_CLUE_COST] = {if_unclued, 0, 1, NO_CLUE},
};

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
    return first_of_hand(game, seat, slots, game->pub.playable);
}

/* The clue that touches the most cards, a playable one among them; the next player first. */
static int widest_clue(const hl_game *game) {
    const hl_rules *rules = &game->pub.rules;
    int widest = 0, move = HL_EMPTY_CLUE;
    for (int offset = 1; offset < rules->players; offset++)
        for (int value = 0; value < rules->colour_clues + rules->rank_clues; value++) {
            uint64_t cards = game->held[(int)hl_seat_after(&game->pub.rules, game->pub.to_move,
                                                           (unsigned)offset)] &
                             rules->clue_cards[value];
            int count = __builtin_popcountll(cards);
            if (cards & game->pub.playable && count > widest) {
                widest = count;
                move = hl_clue_move(rules, offset, value);
            }
        }
    return move;
}

/* The clue, of this kind (colour or rank), that touches the first playable card of another hand. */
static int clue_playable(const hl_game *game, int kind) {
    const hl_rules *rules = &game->pub.rules;
    for (int offset = 1; offset < rules->players; offset++) {
        int seat = (int)hl_seat_after(&game->pub.rules, game->pub.to_move, (unsigned)offset),
            slot = first_playable(game, seat, ~0U);
        if (slot == HL_NONE)
            continue;
        int colours = rules->colour_clues, card = game->hand[seat][slot];
        int value = kind == HL_COLOUR ? 0 : colours;
        int end = kind == HL_COLOUR ? colours : colours + rules->rank_clues;
        for (; value < end; value++)
            if (rules->clue_cards[value] >> card & 1)
                return hl_clue_move(rules, offset, value);
    }
    return HL_EMPTY_CLUE;
}

/* Pass, preferably by a clue that marks nothing for this plan, if another seat has something to
 * play, or a cheaper card to discard. */
static int pass_on(const hl_game *game, const plan *plan, int least) {
    for (int offset = 1; offset < game->pub.rules.players; offset++) {
        int seat = (int)hl_seat_after(&game->pub.rules, game->pub.to_move, (unsigned)offset), slot;
        int worth = least_of(game, plan->worth, plan->oldest, seat, &slot);
        int lower = plan->categories ? category(worth) < category(least) : worth < least;
        if (lower || first_playable(game, seat, ~0U) != HL_NONE)
            return pass(game, plan->mark == HL_COLOUR);
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
    const plan *plan = &PLANS[strategy];
    double price = strategy == HL_CLUE_COST ? cost : 0;
    double tokens = price > 0 ? purse(pub, price) : pub->tokens;
    int play = first_playable(game, pub->to_move, marked(pub, pub->to_move, plan->mark));
    if (play != HL_NONE && tokens >= price)
        return pub->rules.hand_size + play;
    int slot, least = least_of(game, plan->worth, plan->oldest, pub->to_move, &slot),
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
        move = pass(game, plan->mark == HL_COLOUR);
    return move < 0 && slot != HL_NONE ? pub->rules.hand_size + slot : move;
}
