/* Add one turn to the public record: what happened, what it revealed, what it communicated, and
 * what follows for the rest. Only the event is needed, so imagined turns are added in the same way.
 */
#include "strategies/conv/record.h"

#include <string.h>

static void score(const hl_rules *rules, int id, hl_conv_memo *memo) {
    ids next = next_of(1U << id);
    memo->score++;
    memo->playable ^= 1U << id | next;
    memo->useless |= 1U << id;
    memo->gone |= 1U << id;
    memo->critical &= ~(1U << id);
    memo->tokens = (uint8_t)(memo->tokens + (!next && memo->tokens < rules->max_tokens));
}

static void lose(int id, hl_conv_memo *memo) {
    int left = --memo->left[id];
    if (!left) {
        memo->useless |= from_here_up(id);
        memo->gone |= 1U << id;
    }
    if (left == 1)
        memo->critical |= 1U << id;
    memo->critical &= ~memo->useless;
}

/* The table at the first turn; it may be in the middle of a game. */
static void begin_table(const hl_rules *rules, int dealt, hl_conv_memo *memo) {
    for (int id = 0; id < rules->ids; id++) {
        memo->left[id] = rules->copies[id];
        memo->critical |= (ids)(rules->copies[id] == 1) << id;
    }
    memo->playable = HL_CONV_ONES & ((1U << rules->ids) - 1);
    memo->tokens = rules->max_tokens;
    for (int id = 0; id < rules->ids; id++)
        if (rank_of(id) < rules->built[id / HL_MAX_RANKS])
            score(rules, id, memo);
    for (int id = 0; id < rules->ids; id++)
        for (int copy = 0; copy < rules->lost[id]; copy++) {
            lose(id, memo);
            memo->started = 1;
        }
    memo->tokens = (uint8_t)(rules->max_tokens - rules->spent);
    memo->strikes = rules->struck;
    memo->to_move = rules->first;
    memo->deck_left = (uint8_t)(rules->deck_size - dealt - rules->gone);
    memo->turns_left = memo->deck_left ? HL_NONE : rules->players;
}

void hl_conv_begin(const void *config, const hl_rules *rules, void *record) {
    const hl_conv_config *conv = config;
    hl_conv_memo *memo = record;
    memset(memo, 0, sizeof *memo);
    int order = 0;
    for (int seat = 0; seat < HL_MAX_PLAYERS; seat++) {
        hl_conv_hand *hand = &memo->hands[seat];
        memset(hand->order, HL_NONE, sizeof hand->order);
        memset(hand->since, HL_NONE, sizeof hand->since);
        memset(hand->by, HL_NONE, sizeof hand->by);
        hand->newest_first = (conv->ideas & HL_CONV_SIEVE) != 0;
        for (int slot = 0; seat < rules->players && slot < rules->hand_size; slot++) {
            hand->know[slot] = hand->said[slot] = (1U << rules->ids) - 1;
            hand->order[slot] = (uint8_t)order++;
            hand->filled |= (uint8_t)(1U << slot);
        }
    }
    begin_table(rules, order, memo);
    memo->focus = memo->given = memo->lost = HL_NONE;
}

static void use_card(const hl_rules *rules, const hl_event *event, hl_conv_memo *memo) {
    hl_conv_hand *hand = &memo->hands[event->seat];
    int slot = event->slot, id = rules->id_of[event->card];
    if (event->kind == HL_PLAY && memo->playable >> id & 1)
        score(rules, id, memo);
    else {
        lose(id, memo);
        memo->lost = memo->critical >> id & 1 ? (uint8_t)id : HL_NONE;
        if (event->kind == HL_PLAY)
            memo->strikes++;
        else if (memo->tokens < rules->max_tokens)
            memo->tokens++;
    }
    int drawn = memo->deck_left > 0;
    hand->order[slot] = drawn ? (uint8_t)(rules->deck_size - memo->deck_left) : HL_NONE;
    hand->know[slot] = hand->said[slot] = drawn ? (1U << rules->ids) - 1 : 0;
    hand->since[slot] = HL_NONE;
    hand->touched &= (uint8_t) ~(1U << slot);
    hand->moved &= (uint8_t) ~(1U << slot);
    hand->saved &= (uint8_t) ~(1U << slot);
    hand->filled &= (uint8_t) ~((unsigned)!drawn << slot);
    if (drawn && !--memo->deck_left)
        memo->turns_left = (uint8_t)(rules->players + 1);
}

static void observe_use(const hl_conv_config *config, const hl_rules *rules, const hl_event *event,
                        hl_conv_memo *memo) {
    memo->screamed = 0;
    memo->lost = HL_NONE;
    if (config->ideas & HL_CONV_GROUP) {
        hl_conv_step step = hl_conv_before_use(config, rules, event, memo);
        use_card(rules, event, memo);
        hl_conv_after_move(config, rules, &step, memo);
    } else {
        int seat = memo->to_move, id = rules->id_of[event->card];
        ids next = event->kind == HL_PLAY ? hl_conv_shown(memo, seat, event->slot, id) : 0;
        use_card(rules, event, memo);
        hl_conv_moved(memo, seat, next);
    }
}

static void observe_clue(const hl_conv_config *config, const hl_rules *rules, const hl_event *event,
                         hl_conv_memo *memo) {
    if (config->ideas & HL_CONV_GROUP) {
        const hl_conv_memo was = *memo;
        hl_conv_step step = {.seat = memo->to_move};
        hl_conv_after_move(config, rules, &step, memo);
        hl_conv_read(config, rules, event, memo);
        hl_conv_defer(event, &was, memo);
    } else {
        hl_conv_moved(memo, memo->to_move, 0);
        if (config->ideas & HL_CONV_SIEVE)
            hl_conv_sieve_read(rules, event, memo);
        else
            hl_conv_read(config, rules, event, memo);
    }
    memo->screamed = 0;
    memo->lost = HL_NONE;
}

void hl_conv_observe(const hl_conv_config *config, const hl_rules *rules, const hl_event *event,
                     hl_conv_memo *memo) {
    memo->turn++;
    memo->focus = HL_NONE;
    memo->vague = 0;
    if (event->kind <= HL_PLAY)
        observe_use(config, rules, event, memo);
    else
        observe_clue(config, rules, event, memo);
    if (memo->turns_left != HL_NONE)
        memo->turns_left--;
    memo->to_move = (uint8_t)hl_seat_after(rules, memo->to_move, 1);
    if (config->ideas & HL_CONV_SIEVE)
        hl_conv_sieve_keep_up(rules, memo);
    ids gone = config->ideas & HL_CONV_GROUP ? memo->gone : memo->useless;
    hl_conv_keep_up(rules, memo, gone, event->kind > HL_PLAY);
    if (memo->missed)
        hl_conv_reopen(rules, memo);
}

int hl_conv_over(const hl_rules *rules, const hl_conv_memo *memo) {
    return memo->strikes == rules->max_strikes || memo->score == rules->ids || !memo->turns_left;
}
