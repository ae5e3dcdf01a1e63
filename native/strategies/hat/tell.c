/* The moves that tell: the sum of the answers, put into a clue or into the choice of a card. */
#include "strategies/hat/mind.h"

#include <string.h>

/* The sum of the answers of all hands but mine, modulo the number of codes. */
static int sum_up(const hl_hat_mind *mind, hl_hat_memo *after, int urged, int codes,
                  hl_hat_decision *decision) {
    int sum = 0;
    for (int seat = 0; seat < mind->rules->players; seat++) {
        if (seat == mind->me)
            continue;
        int answer = hl_hat_ask(mind->rules, after, seat, mind->view->hand[seat], seat == urged,
                                codes, 0, &decision->told[seat]);
        decision->answer[seat] = (uint8_t)answer;
        sum += answer;
    }
    decision->clues = (uint8_t)codes;
    decision->code = (uint8_t)(sum % codes);
    return decision->code;
}

/* Copies that a clue rules out by itself, and the code it stands for. */
static int looks(const hl_hat_mind *mind, int target, int clue, const hl_hat_classes *classes,
                 int *code) {
    const uint8_t *hand = mind->view->hand[target];
    uint64_t clued = mind->rules->clue_cards[clue];
    unsigned touched = 0;
    int ruled_out = 0;
    for (int slot = 0; slot < mind->rules->hand_size; slot++) {
        if (hand[slot] == HL_NONE)
            continue;
        unsigned hit = clued >> hand[slot] & 1;
        touched |= hit << slot;
        ruled_out += count(mind->memo->may_be[target][slot] & (hit ? ~clued : clued));
    }
    *code = hl_hat_code(mind->rules, classes, clue, touched);
    return ruled_out;
}

/* The clue that carries a code; of several, the one that by itself rules out most. */
static int clue_for(const hl_hat_mind *mind, const hl_hat_classes classes[6], int code) {
    const hl_rules *rules = mind->rules;
    int best = HL_NONE, most = -1;
    for (int move = 2 * rules->hand_size; move < rules->moves; move++) {
        const hl_event *act = &rules->acts[move];
        int target = (mind->me + act->target) % rules->players, means;
        if (code < classes[target].first || code >= classes[target].first + classes[target].codes ||
            !(mind->view->held[target] & rules->clue_cards[act->clue]))
            continue;
        int ruled_out = looks(mind, target, act->clue, &classes[target], &means);
        if (means == code && ruled_out > most) {
            most = ruled_out;
            best = move;
        }
    }
    return best;
}

int hl_hat_give_clue(const hl_hat_mind *mind, int reason, hl_hat_decision *decision) {
    hl_hat_memo after = *mind->memo;
    hl_hat_classes classes[6];
    int codes = hl_hat_classify(mind->rules, mind->memo, mind->me, classes);
    int urged = hl_hat_urged(mind->rules, mind->memo, mind->me);
    memset(decision, HL_NONE, sizeof *decision);
    if (!mind->memo->tokens || codes < 1)
        return 0;
    decision->move = (uint8_t)clue_for(mind, classes, sum_up(mind, &after, urged, codes, decision));
    decision->reason = (uint8_t)reason;
    return decision->move != HL_NONE;
}

int hl_hat_use_card(const hl_hat_mind *mind, int reason, int slot, int plays,
                    hl_hat_decision *decision) {
    uint8_t slots[8];
    memset(decision, HL_NONE, sizeof *decision);
    if (slot == HL_NONE)
        return 0;
    int codes = hl_hat_alike(mind->rules, mind->memo, mind->me, slot, plays, slots);
    if (codes > 1) {
        hl_hat_memo after = *mind->memo;
        if (!plays)
            hl_hat_silence(mind->rules, &after, mind->me);
        slot = slots[sum_up(mind, &after, HL_NONE, codes, decision)];
    }
    decision->reason = (uint8_t)reason;
    decision->slot = (uint8_t)slot;
    decision->move = (uint8_t)(slot + (plays ? mind->rules->hand_size : 0));
    return 1;
}
