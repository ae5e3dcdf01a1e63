/* The careful strategy. Its constants were found by hill climbing: 20,000 games per step, 2 to 5
 * players. */
#include "engine/turn.h"
#include "strategies/perfect/strategies.h"
#include "strategies/perfect/worth.h"

/* Priorities for playing one playable card before another. */
enum { NEXT_ELSEWHERE = 30, NEXT_IN_HAND = 12, COPY_ELSEWHERE = -8, LAST_COPY = 20, A_RANK = -4 };

typedef struct {
    const hl_game *game;
    const hl_rules *rules;
    uint64_t mine, others;
} situation;

static uint64_t cards_at(const hl_game *game, int seat, int slot) {
    int card = game->hand[seat][slot];
    return card == HL_NONE ? 0 : 1ULL << card;
}

static int urgency(const situation *now, int card) {
    int id = now->rules->id_of[card];
    uint64_t next = now->rules->next_cards[id];
    int points = hl_rank_of(now->rules, card) * A_RANK;
    points += next & now->others ? NEXT_ELSEWHERE : 0;
    points += next & now->mine ? NEXT_IN_HAND : 0;
    points += now->rules->cards_of[id] & now->others ? COPY_ELSEWHERE : 0;
    points += now->game->pub.critical >> card & 1 ? LAST_COPY : 0;
    return points;
}

/* The slot of the most urgent playable card, HL_NONE without one. */
static int most_urgent(const situation *now) {
    int best = 0, chosen = HL_NONE, seat = now->game->pub.to_move;
    for (int slot = 0; slot < now->rules->hand_size; slot++) {
        if (!(cards_at(now->game, seat, slot) & now->game->pub.playable))
            continue;
        int points = urgency(now, now->game->hand[seat][slot]);
        if (chosen == HL_NONE || points > best) {
            best = points;
            chosen = slot;
        }
    }
    return chosen;
}

static int first_of(const situation *now, uint64_t cards) {
    for (int slot = 0; slot < now->rules->hand_size; slot++)
        if (cards_at(now->game, now->game->pub.to_move, slot) & cards)
            return slot;
    return HL_NONE;
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
    return hl_least_worth(now->game, hl_worth_by_distance, 0, seat, slot);
}

static int others_hold_less(const situation *now, int least) {
    for (unsigned offset = 1; offset < now->rules->players; offset++) {
        int slot, seat = (int)hl_seat_after(now->rules, now->game->pub.to_move, offset);
        if (least_worth(now, seat, &slot) < least)
            return 1;
    }
    return 0;
}

/* The slot to give up, HL_NONE if it is better to pass. */
static int to_give_up(const situation *now) {
    uint64_t spare = trash(now);
    int others_play = (now->others & now->game->pub.playable) != 0, slot;
    if (now->mine & spare) {
        if (others_play && hl_pace(&now->game->pub) < now->rules->players)
            return HL_NONE;
        slot = first_of(now, spare & now->game->pub.useless);
        return slot == HL_NONE ? first_of(now, spare) : slot;
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
    int clue = pub->tokens ? hl_pass(game, 0) : HL_NO_TOKENS;
    int may_discard = pub->rules.open_kinds[pub->tokens] >> HL_DISCARD & 1;
    if (clue >= 0 && (!may_discard || pub->turns_left != HL_NONE))
        return clue;
    if (clue >= 0) {
        slot = to_give_up(&now);
        return slot == HL_NONE ? clue : slot;
    }
    uint64_t spare = now.mine & trash(&now);
    if (spare)
        slot = first_of(&now, spare & pub->useless ? spare & pub->useless : spare);
    else
        least_worth(&now, pub->to_move, &slot);
    return may_discard ? slot : pub->rules.hand_size + slot;
}
