/* Decoding of a move by those who know the strategy. */
#include "strategies/hat/memo.h"

#include <stddef.h>

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

void hl_hat_observe(const hl_rules *rules, hl_hat_memo *memo, const hl_event *event,
                    const uint8_t (*hands)[8], int reader) {
    if (event->kind <= HL_PLAY) {
        hear_use(rules, memo, event, hands, reader);
        hl_hat_use(rules, memo, event);
    } else {
        hear_clue(rules, memo, event, hands, reader);
        hl_hat_clue(rules, memo, event);
    }
    hl_hat_settle(rules, memo);
}
