/* The evidence that the conventions made a move, from random deals that fit the public information.
 */
#include "strategies/wary/record.h"

/* The view of the mover in such a deal. */
static void look(const hl_public *before, int mover, const uint8_t hands[6][8], hl_view *view) {
    const hl_rules *rules = &before->rules;
    view->pub = before;
    view->seat = (uint8_t)mover;
    view->unseen = rules->all & ~before->gone;
    for (int seat = 0; seat < rules->players; seat++) {
        view->held[seat] = 0;
        for (int slot = 0; slot < HL_MAX_HAND; slot++) {
            int card = seat == mover ? HL_NONE : hands[seat][slot];
            view->hand[seat][slot] = (uint8_t)card;
            view->held[seat] |= card == HL_NONE ? 0 : 1ULL << card;
        }
        view->unseen &= ~view->held[seat];
    }
}

/* How often the number of deals doubles until the conventions make the last move on one of them: 0
 * if on the first, 1 on the second, 2 by the fourth ...; HL_WARY_NEVER; HL_NONE if none can be
 * dealt. */
int hl_wary_search(const hl_wary_config *config, const hl_public *before, const hl_public *after,
                   const hl_wary_memo *memo) {
    const hl_event *event = &after->history[after->turn - 1];
    hl_blueprint conv = hl_conv_blueprint(&config->conv);
    uint8_t hands[HL_MAX_PLAYERS][HL_MAX_HAND];
    hl_rng rng;
    hl_rng_seed(&rng, memo->past, (uint64_t)after->turn);
    for (int doubled = 0, deal = 0; doubled < HL_WARY_NEVER; doubled++)
        for (; deal < 1 << doubled; deal++) {
            hl_view view;
            hl_choice choice;
            if (!hl_wary_deal(after, event, &memo->conv, &rng, hands))
                return HL_NONE;
            look(before, event->seat, (const uint8_t(*)[8])hands, &view);
            conv.decide(conv.config, &view, &memo->conv, &rng, &choice);
            if (choice.move == event->move)
                return doubled;
        }
    return HL_WARY_NEVER;
}
