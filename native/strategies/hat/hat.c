/* The information strategy as a blueprint: which rules it supports, and its memo, updated by the
 * facts of every move (cards drawn and used, identities ruled out by clues) and by decoding it. */
#include "strategies/hat/memo.h"

#include <stddef.h>
#include <string.h>

/* There must be clue tokens, and each card be touched by exactly one colour clue and one rank clue.
 */
static int check(const void *config, const hl_rules *rules) {
    (void)config;
    for (int id = 0; id < rules->ids; id++)
        for (int kind = 0; kind < 2; kind++) {
            int first = kind ? rules->colour_clues : 0, touching = 0;
            int end = first + (kind ? rules->rank_clues : rules->colour_clues);
            for (int clue = first; clue < end; clue++)
                touching += rules->clue_ids[clue] >> id & 1;
            if (touching != 1)
                return HL_BAD_RULES;
        }
    return rules->max_tokens > 0 ? HL_OK : HL_BAD_RULES;
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

/* Rule out identities of which all copies are accounted for, until nothing changes. */
static void settle(const hl_rules *rules, hl_hat_memo *memo) {
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

static void start(const void *config, const hl_rules *rules, void *record) {
    hl_hat_memo *memo = record;
    (void)config;
    memset(memo, 0, sizeof *memo);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            memo->may_be[seat][slot] = memo->by_clues[seat][slot] = rules->all;
    memo->playable = rules->rank_cards[0];
    memo->critical = rules->single;
    memo->hidden = rules->all;
    memo->tokens = rules->max_tokens;
    settle(rules, memo);
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

/* The facts of a play or discard: a card is gone, another drawn. */
static void enter_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event) {
    uint64_t copies = rules->cards_of[rules->id_of[event->card]];
    memo->gone |= 1ULL << event->card;
    if (!(copies & ~memo->gone))
        memo->spent |= copies;
    if (event->success)
        score(rules, memo, event->card);
    else
        lose(rules, memo, event->card);
    memo->tokens = (uint8_t)(memo->tokens + event->token);
    memo->may_be[event->seat][event->slot] = memo->by_clues[event->seat][event->slot] =
        event->drawn == HL_NONE ? 0 : rules->all;
}

/* The facts of a clue: the cards that it touches and does not touch. */
static void enter_clue(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event) {
    uint64_t clued = rules->clue_cards[event->clue];
    memo->tokens--;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint64_t rest = event->touched >> slot & 1 ? clued : ~clued;
        memo->may_be[event->target][slot] &= rest;
        memo->by_clues[event->target][slot] &= rest;
    }
}

/* Decode a clue: the answers of all hands but the giver's add up to the code, so a reader, who does
 * not see its own hand, gets its own answer as the difference. */
static void hear_code(const hl_rules *rules, hl_hat_memo *memo, int giver, int urged, int codes,
                      int code, const uint8_t (*hands)[8], int reader) {
    uint8_t told;
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != giver && seat != reader)
            code +=
                codes - hl_hat_ask(rules, memo, seat, hands[seat], seat == urged, codes, 0, &told);
    if (reader != HL_NONE && reader != giver)
        hl_hat_ask(rules, memo, reader, NULL, reader == urged, codes, code % codes, &told);
}

static void hear_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                     const uint8_t (*hands)[8], int reader) {
    uint8_t slots[8];
    int plays = event->kind == HL_PLAY, code = 0;
    int codes = hl_hat_alike(rules, memo, event->seat, event->slot, plays, slots);
    while (slots[code] != event->slot)
        code++;
    if (!plays)
        hl_hat_silence(rules, memo, event->seat);
    if (codes > 1)
        hear_code(rules, memo, event->seat, HL_NONE, codes, code, hands, reader);
}

static void hear_clue(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                      const uint8_t (*hands)[8], int reader) {
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(rules, memo, event->seat, classes);
    int code = hl_hat_code(rules, &classes[event->target], event->clue, event->touched);
    int urged = hl_hat_urged(rules, memo, event->seat);
    if (codes > 1)
        hear_code(rules, memo, event->seat, urged, codes, code % codes, hands, reader);
}

/* Every reader gets the same memo, as long as all seats play the strategy. */
static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    const hl_rules *rules = &after->rules;
    const hl_event *event = &after->history[after->turn - 1];
    (void)config;
    (void)before;
    if (event->kind <= HL_PLAY) {
        hear_use(rules, memo, event, hands, reader);
        enter_use(rules, memo, event);
    } else {
        hear_clue(rules, memo, event, hands, reader);
        enter_clue(rules, memo, event);
    }
    settle(rules, memo);
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    hl_hat_decision decision;
    (void)config;
    (void)rng;
    hl_hat_choose(view, memo, &decision);
    *choice = hl_choice_of(view, decision.move, decision.reason);
    choice->slot = decision.slot;
}

hl_blueprint hl_hat_blueprint(void) {
    return (hl_blueprint){.memo_size = sizeof(hl_hat_memo),
                          .by_sight = HL_BY_SIGHT,
                          .check = check,
                          .start = start,
                          .observe = observe,
                          .decide = decide};
}

int hl_hat_decide(const hl_view *view, hl_hat_decision *decision) {
    hl_blueprint blueprint = hl_hat_blueprint();
    hl_hat_memo memo;
    int error = hl_blueprint_may_decide(&blueprint, view);
    if (error)
        return error;
    hl_recall(&blueprint, view, &memo);
    return hl_hat_choose(view, &memo, decision);
}
