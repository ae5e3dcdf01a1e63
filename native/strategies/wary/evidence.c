/* The evidence that the conventions made a move, from random deals that fit the public information.
 */
#include "play/replay.h"
#include "strategies/wary/record.h"

/* How often the number of deals doubles until the conventions make the last move on one of them: 0
 * if on the first, 1 on the second, 2 by the fourth ...; HL_WARY_NEVER; HL_NONE if none can be
 * dealt. */
int hl_wary_search(const hl_wary_config *config, const hl_public *before, const hl_public *after,
                   const hl_wary_memo *memo) {
    const hl_event *event = &after->history[after->turn - 1];
    hl_blueprint conv = hl_conv_blueprint(&config->conv);
    hl_rng rng;
    hl_rng_seed(&rng, memo->past, (uint64_t)after->turn);
    for (int doubled = 0, deal = 0; doubled < HL_WARY_NEVER; doubled++)
        for (; deal < 1 << doubled; deal++) {
            hl_view view;
            hl_choice choice;
            if (!hl_wary_deal(after, event, &memo->conv, &rng, view.hand))
                return HL_NONE;
            memset(view.hand[event->seat], HL_NONE, sizeof view.hand[event->seat]);
            hl_see_hands(before, event->seat, &view);
            conv.decide(conv.config, &view, &memo->conv, &rng, &choice);
            if (choice.move == event->move)
                return doubled;
        }
    return HL_WARY_NEVER;
}
