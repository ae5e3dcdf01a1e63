/* What the others' moves tell, and the memo of a game so far. */
#include "strategies/hat/memo.h"

#include <string.h>

/* The answers of all hands but the giver's add up to the code: the reader, who does not see the own
 * hand, learns what the others leave over. */
static void hear_code(const hl_rules *rules, hl_hat_memo *memo, int giver, int urged, int codes,
                      int code, const uint8_t hands[6][8], int reader) {
    uint8_t told;
    for (int seat = 0; seat < rules->players; seat++)
        if (seat != giver && seat != reader)
            code +=
                codes - hl_hat_ask(rules, memo, seat, hands[seat], seat == urged, codes, 0, &told);
    if (reader != HL_NONE && reader != giver)
        hl_hat_ask(rules, memo, reader, NULL, reader == urged, codes, code % codes, &told);
}

static void hear_use(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                     const uint8_t hands[6][8], int reader) {
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
                      const uint8_t hands[6][8], int reader) {
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(rules, memo, event->seat, classes);
    int code = hl_hat_code(rules, &classes[event->target], event->clue, event->touched);
    int urged = hl_hat_urged(rules, memo, event->seat);
    if (codes > 1)
        hear_code(rules, memo, event->seat, urged, codes, code % codes, hands, reader);
}

void hl_hat_observe(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                    const uint8_t hands[6][8], int reader) {
    if (event->kind <= HL_PLAY) {
        hear_use(rules, memo, event, hands, reader);
        hl_hat_use(rules, memo, event);
    } else {
        hear_clue(rules, memo, event, hands, reader);
        hl_hat_clue(rules, memo, event);
    }
    hl_hat_settle(rules, memo);
}

/* Cards by draw number, as far as the view's seat knows them. */
static void name_cards(const hl_view *view, uint8_t card[64]) {
    const hl_public *pub = view->pub;
    memset(card, HL_NONE, 64);
    for (int seat = 0; seat < pub->rules.players; seat++)
        for (int slot = 0; slot < pub->rules.hand_size; slot++)
            if (pub->order[seat][slot] != HL_NONE)
                card[pub->order[seat][slot]] = view->hand[seat][slot];
    for (int turn = 0; turn < pub->turn; turn++)
        if (pub->history[turn].kind <= HL_PLAY)
            card[pub->history[turn].order] = pub->history[turn].card;
}

void hl_hat_recall(const hl_view *view, hl_hat_memo *memo) {
    const hl_rules *rules = &view->pub->rules;
    uint8_t card[64], hands[6][8];
    name_cards(view, card);
    memset(hands, HL_NONE, sizeof hands);
    for (int seat = 0; seat < rules->players; seat++)
        memcpy(hands[seat], card + seat * rules->hand_size, rules->hand_size);
    hl_hat_start(rules, memo);
    for (int turn = 0; turn < view->pub->turn; turn++) {
        const hl_event *event = &view->pub->history[turn];
        if (event->kind <= HL_PLAY)
            hands[event->seat][event->slot] =
                event->drawn == HL_NONE ? HL_NONE : card[event->drawn];
        hl_hat_observe(rules, memo, event, (const uint8_t(*)[8])hands, view->seat);
    }
}
