/* The choice of a move: play what is safe, clue what is new, discard what is useless, else the
 * cheapest. */
#include "engine/turn.h"
#include "strategies/hat/context.h"

#include <string.h>

enum { DISCARD, PLAY };

/* Whether some seat has a playable card and knows of none. */
static int is_news(const hl_hat_context *context) {
    for (int seat = 0; seat < context->rules->players; seat++)
        if (context->view->held[seat] & context->memo->playable &&
            !hl_hat_can_play(context->rules, context->memo, seat))
            return 1;
    return 0;
}

static int another_can_play(const hl_hat_context *context) {
    for (int seat = 0; seat < context->rules->players; seat++)
        if (seat != context->me && hl_hat_can_play(context->rules, context->memo, seat))
            return 1;
    return 0;
}

/* Each threshold was compared on the same deals. The order of clue and discard is part of the
 * agreement: custom.c says what follows from it. */
static int decide(const hl_hat_context *context, hl_hat_decision *decision) {
    const hl_public *pub = context->view->pub;
    const hl_rules *rules = context->rules;
    int room = pub->tokens < rules->max_tokens;
    int spare_strikes = rules->max_strikes - pub->strikes > 1;
    int useless = hl_hat_useless(context);
    if (hl_hat_use_card(context, HL_HAT_PLAY, hl_hat_best_play(context), PLAY, decision))
        return 1;
    if (spare_strikes &&
        hl_hat_use_card(context, HL_HAT_RISK, hl_hat_likely_play(context, 75, 1), PLAY, decision))
        return 1;
    if (spare_strikes && !pub->deck_left && !pub->tokens &&
        hl_hat_use_card(context, HL_HAT_LAST_CHANCE, hl_hat_likely_play(context, 1, 0), PLAY,
                        decision))
        return 1;
    if ((!room || is_news(context)) && hl_hat_give_clue(context, HL_HAT_CLUE, decision))
        return 1;
    if (room && hl_hat_can_spare(rules, context->memo) &&
        hl_hat_use_card(context, HL_HAT_WASTE, useless, DISCARD, decision))
        return 1;
    if ((pub->tokens > rules->players || another_can_play(context)) &&
        hl_hat_give_clue(context, HL_HAT_STALL, decision))
        return 1;
    return (room &&
            (hl_hat_use_card(context, HL_HAT_WASTE, useless, DISCARD, decision) ||
             hl_hat_use_card(context, HL_HAT_SEEN, hl_hat_seen(context), DISCARD, decision) ||
             hl_hat_use_card(context, HL_HAT_LEAST, hl_hat_least(context), DISCARD, decision))) ||
           hl_hat_give_clue(context, HL_HAT_STALL, decision);
}

int hl_hat_choose(const hl_view *view, const hl_hat_memo *memo, hl_hat_decision *decision) {
    int error = hl_may_decide(view);
    if (error)
        return error;
    hl_hat_context context;
    hl_hat_look(view, memo, &context);
    if (!decide(&context, decision)) { /* no clue has the code: make any legal move */
        uint8_t moves[HL_MAX_MOVES];
        if (!hl_view_legal_moves(view, moves))
            return HL_GAME_OVER;
        memset(decision, HL_NONE, sizeof *decision);
        decision->move = moves[0];
        decision->reason = HL_HAT_STALL;
    }
    return HL_OK;
}
