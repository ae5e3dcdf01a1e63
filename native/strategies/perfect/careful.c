/* The careful strategy. Its numbers were found by climbing: 20,000 games a step, 2 to 5 players. */
#include "engine/turn.h"
#include "strategies/perfect/ours.h"
#include "strategies/perfect/worth.h"

/* What a playable card gains by a reason to play it before another. */
enum { NEXT_ELSEWHERE = 30, NEXT_IN_HAND = 12, COPY_ELSEWHERE = -8, LAST_COPY = 20, A_RANK = -4 };

typedef struct {
    const hl_game *game;
    const hl_rules *rules;
    uint64_t mine, others;
} outlook;

static uint64_t cards_at(const hl_game *game, int seat, int slot) {
    int card = game->hand[seat][slot];
    return card == HL_NONE ? 0 : 1ULL << card;
}

static int urgency(const outlook *out, int card) {
    int id = out->rules->id_of[card];
    uint64_t next = out->rules->next_cards[id];
    int points = hl_rank_of(out->rules, card) * A_RANK;
    points += next & out->others ? NEXT_ELSEWHERE : 0;
    points += next & out->mine ? NEXT_IN_HAND : 0;
    points += out->rules->cards_of[id] & out->others ? COPY_ELSEWHERE : 0;
    points += out->game->pub.critical >> card & 1 ? LAST_COPY : 0;
    return points;
}

/* The slot of the playable card that does the most good, HL_NONE without one. */
static int most_urgent(const outlook *out) {
    int best = 0, chosen = HL_NONE, seat = out->game->pub.to_move;
    for (int slot = 0; slot < out->rules->hand_size; slot++) {
        if (!(cards_at(out->game, seat, slot) & out->game->pub.playable))
            continue;
        int points = urgency(out, out->game->hand[seat][slot]);
        if (chosen == HL_NONE || points > best) {
            best = points;
            chosen = slot;
        }
    }
    return chosen;
}

static int first_of(const outlook *out, uint64_t cards) {
    for (int slot = 0; slot < out->rules->hand_size; slot++)
        if (cards_at(out->game, out->game->pub.to_move, slot) & cards)
            return slot;
    return HL_NONE;
}

/* Cards held by somebody of which another copy is held too, and useless ones. */
static uint64_t trash(const outlook *out) {
    uint64_t held = out->mine | out->others, found = held & out->game->pub.useless;
    for (uint64_t left = held & ~found; left;) {
        uint64_t copies = held & out->rules->cards_of[out->rules->id_of[__builtin_ctzll(left)]];
        left &= ~copies;
        found |= copies & (copies - 1) ? copies : 0;
    }
    return found;
}

/* Cards that may leave unplayed without a point lost for want of time; in the last round it means
 * nothing. */
static int pace(const outlook *out) {
    const hl_public *pub = &out->game->pub;
    uint32_t wanted = hl_identities(out->rules, out->rules->all & ~pub->useless);
    return pub->deck_left + out->rules->players - __builtin_popcount(wanted);
}

static int least_worth(const outlook *out, int seat, int *slot) {
    int least = hl_worth(HL_WITHOUT_PRICE, 0);
    *slot = HL_NONE;
    for (int other = 0; other < out->rules->hand_size; other++) {
        if (!cards_at(out->game, seat, other))
            continue;
        int worth = hl_worth_by_distance(out->game, out->game->hand[seat][other]);
        if (worth < least) {
            least = worth;
            *slot = other;
        }
    }
    return least;
}

static int others_hold_less(const outlook *out, int least) {
    for (unsigned offset = 1; offset < out->rules->players; offset++) {
        int slot, seat = (int)hl_seat_after(out->rules, out->game->pub.to_move, offset);
        if (least_worth(out, seat, &slot) < least)
            return 1;
    }
    return 0;
}

/* Any clue, HL_NO_TOKENS if none is legal. */
static int pass(const hl_game *game) {
    for (int move = 2 * game->pub.rules.hand_size; move < game->pub.rules.moves; move++)
        if (hl_check(&game->pub, game->held, move) == HL_OK)
            return move;
    return HL_NO_TOKENS;
}

/* The slot to give up, HL_NONE if it is better to pass. */
static int to_give_up(const outlook *out) {
    uint64_t spare = trash(out);
    int others_play = (out->others & out->game->pub.playable) != 0, slot;
    if (out->mine & spare) {
        if (others_play && pace(out) < out->rules->players)
            return HL_NONE;
        slot = first_of(out, spare & out->game->pub.useless);
        return slot == HL_NONE ? first_of(out, spare) : slot;
    }
    int least = least_worth(out, out->game->pub.to_move, &slot);
    int pass_on = others_play || out->others & spare || others_hold_less(out, least);
    return pass_on ? HL_NONE : slot;
}

int hl_careful_move(const hl_game *game) {
    const hl_public *pub = &game->pub;
    outlook out = {game, &pub->rules, game->held[pub->to_move], 0};
    for (int seat = 0; seat < pub->rules.players; seat++)
        out.others |= seat == pub->to_move ? 0 : game->held[seat];
    int slot = most_urgent(&out);
    if (slot != HL_NONE)
        return pub->rules.hand_size + slot;
    int clue = pub->tokens ? pass(game) : HL_NO_TOKENS;
    int may_discard = pub->rules.open_kinds[pub->tokens] >> HL_DISCARD & 1;
    if (clue >= 0 && (!may_discard || pub->turns_left != HL_NONE))
        return clue;
    if (clue >= 0) {
        slot = to_give_up(&out);
        return slot == HL_NONE ? clue : slot;
    }
    uint64_t spare = out.mine & trash(&out);
    if (spare)
        slot = first_of(&out, spare & pub->useless ? spare & pub->useless : spare);
    else
        least_worth(&out, pub->to_move, &slot);
    return may_discard ? slot : pub->rules.hand_size + slot;
}
