/* Updates of the memo: cards drawn and used, identities ruled out by clues. */
#include "strategies/hat/memo.h"

#include <string.h>

void hl_hat_start(const hl_rules *rules, hl_hat_memo *memo) {
    memset(memo, 0, sizeof *memo);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            memo->may_be[seat][slot] = memo->by_clues[seat][slot] = rules->all;
    memo->playable = rules->rank_cards[0];
    memo->critical = rules->single;
    memo->hidden = rules->all;
    memo->tokens = rules->max_tokens;
    memo->deck_left = (uint8_t)(rules->deck_size - rules->players * rules->hand_size);
    hl_hat_settle(rules, memo);
}

static void score(const hl_rules *rules, hl_hat_memo *memo, unsigned card) {
    unsigned id = rules->id_of[card];
    memo->playable ^= rules->cards_of[id] | (rules->next_cards[id] & ~memo->useless);
    memo->useless |= rules->cards_of[id];
    memo->critical &= ~rules->cards_of[id];
}

/* A copy on the stack counts as left, so a played rank caps nothing. */
static void lose(const hl_rules *rules, hl_hat_memo *memo, unsigned card) {
    uint64_t copies = rules->cards_of[rules->id_of[card]];
    memo->discarded |= 1ULL << card;
    uint64_t left = copies & ~memo->discarded;
    if (!left)
        memo->useless |= rules->suit_cards[rules->suit_of[card]] & -(copies & -copies);
    else if (!(left & (left - 1)))
        memo->critical |= copies;
    memo->critical &= ~memo->useless;
    memo->playable &= ~memo->useless;
}

void hl_hat_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event) {
    uint64_t copies = rules->cards_of[rules->id_of[event->card]];
    memo->gone |= 1ULL << event->card;
    if (!(copies & ~memo->gone))
        memo->spent |= copies;
    if (event->success)
        score(rules, memo, event->card);
    else
        lose(rules, memo, event->card);
    memo->tokens = (uint8_t)(memo->tokens + event->token);
    memo->deck_left = (uint8_t)(memo->deck_left - (event->drawn != HL_NONE));
    memo->may_be[event->seat][event->slot] = memo->by_clues[event->seat][event->slot] =
        event->drawn == HL_NONE ? 0 : rules->all;
}

void hl_hat_clue(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event) {
    uint64_t clued = rules->clue_cards[event->clue];
    memo->tokens--;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint64_t rest = event->touched >> slot & 1 ? clued : ~clued;
        memo->may_be[event->target][slot] &= rest;
        memo->by_clues[event->target][slot] &= rest;
    }
}

/* The identities, or those by the clues alone if they contradict these: a seat that does not play
 * the strategy makes it deduce falsehoods. */
static uint64_t credible(const hl_rules *rules, const hl_hat_memo *memo, uint64_t may_be,
                         uint64_t by_clues, uint64_t shut) {
    if (may_be & ~shut)
        return may_be & ~shut;
    uint64_t left = 0;
    for (int id = 0; id < rules->ids; id++)
        if (rules->cards_of[id] & ~memo->gone)
            left |= rules->cards_of[id];
    return by_clues & left ? by_clues & left : by_clues;
}

/* Remove from `hidden` one copy for each known card; returns the identities with no copy left. */
static uint64_t count_known(const hl_rules *rules, hl_hat_memo *memo) {
    uint64_t shut = memo->spent;
    memo->hidden = rules->all & ~memo->gone;
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++) {
            uint64_t cards = memo->may_be[seat][slot];
            if (!one_kind(rules, cards))
                continue;
            uint64_t open = memo->hidden & cards;
            memo->hidden ^= open & -open;
            if (!(open & (open - 1)))
                shut |= cards;
        }
    return shut;
}

void hl_hat_settle(const hl_rules *rules, hl_hat_memo *memo) {
    for (int changed = 1, rounds = 0; changed && rounds < HL_MAX_DECK; rounds++) {
        changed = 0;
        uint64_t shut = count_known(rules, memo);
        for (int seat = 0; seat < rules->players; seat++)
            for (int slot = 0; slot < rules->hand_size; slot++) {
                uint64_t *may_be = &memo->may_be[seat][slot];
                if (!(*may_be & shut) && *may_be)
                    continue;
                if (!memo->by_clues[seat][slot] || one_kind(rules, *may_be))
                    continue;
                uint64_t rest = credible(rules, memo, *may_be, memo->by_clues[seat][slot], shut);
                changed |= rest != *may_be;
                *may_be = rest;
            }
    }
}
