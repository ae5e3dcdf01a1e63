/* Encoding: the sum of the answers as a clue, or as the choice of a card. */
#include "strategies/hat/context.h"

#include <string.h>

/* The sum of the answers of all hands but mine, modulo the number of codes. */
static int sum_up(const hl_hat_context *context, hl_hat_memo *after, int urged, int codes,
                  hl_hat_decision *decision) {
    int sum = 0;
    for (int seat = 0; seat < context->rules->players; seat++) {
        if (seat == context->me)
            continue;
        int answer = hl_hat_ask(context->rules, after, seat, context->view->hand[seat],
                                seat == urged, codes, 0, &decision->told[seat]);
        decision->answer[seat] = (uint8_t)answer;
        sum += answer;
    }
    decision->clues = (uint8_t)codes;
    decision->code = (uint8_t)(sum % codes);
    return decision->code;
}

/* The number of copies that a clue rules out by itself, and its code. */
static int looks(const hl_hat_context *context, int target, int clue, const hl_hat_classes *classes,
                 int *code) {
    const uint8_t *hand = context->view->hand[target];
    uint64_t clued = context->rules->clue_cards[clue];
    unsigned touched = 0;
    int ruled_out = 0;
    for (int slot = 0; slot < context->rules->hand_size; slot++) {
        if (hand[slot] == HL_NONE)
            continue;
        unsigned hit = clued >> hand[slot] & 1;
        touched |= hit << slot;
        ruled_out += count(context->memo->may_be[target][slot] & (hit ? ~clued : clued));
    }
    *code = hl_hat_code(context->rules, classes, clue, touched);
    return ruled_out;
}

/* The clue with this code; if there are several, the one that rules out most by itself. */
static int clue_for(const hl_hat_context *context, const hl_hat_classes classes[6], int code) {
    const hl_rules *rules = context->rules;
    int best = HL_NONE, most = -1;
    for (int move = 2 * rules->hand_size; move < rules->moves; move++) {
        const hl_event *act = &rules->acts[move];
        int target = (context->me + act->target) % rules->players, means;
        if (code < classes[target].first || code >= classes[target].first + classes[target].codes ||
            !(context->view->held[target] & rules->clue_cards[act->clue]))
            continue;
        int ruled_out = looks(context, target, act->clue, &classes[target], &means);
        if (means == code && ruled_out > most) {
            most = ruled_out;
            best = move;
        }
    }
    return best;
}

int hl_hat_give_clue(const hl_hat_context *context, int reason, hl_hat_decision *decision) {
    hl_hat_memo after = *context->memo;
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(context->rules, context->memo, context->me, classes);
    int urged = hl_hat_urged(context->rules, context->memo, context->me);
    memset(decision, HL_NONE, sizeof *decision);
    if (!context->memo->tokens || codes < 1)
        return 0;
    decision->move =
        (uint8_t)clue_for(context, classes, sum_up(context, &after, urged, codes, decision));
    decision->reason = (uint8_t)reason;
    return decision->move != HL_NONE;
}

int hl_hat_use_card(const hl_hat_context *context, int reason, int slot, int plays,
                    hl_hat_decision *decision) {
    uint8_t slots[8];
    memset(decision, HL_NONE, sizeof *decision);
    if (slot == HL_NONE)
        return 0;
    int codes = hl_hat_alike(context->rules, context->memo, context->me, slot, plays, slots);
    if (codes > 1) {
        hl_hat_memo after = *context->memo;
        if (!plays)
            hl_hat_silence(context->rules, &after, context->me);
        slot = slots[sum_up(context, &after, HL_NONE, codes, decision)];
    }
    decision->reason = (uint8_t)reason;
    decision->slot = (uint8_t)slot;
    decision->move = (uint8_t)(slot + (plays ? context->rules->hand_size : 0));
    return 1;
}
