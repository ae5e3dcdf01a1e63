/* What the seat to move knows beyond the memo, and its options. Not public. */
#ifndef HANABI_HAT_CONTEXT_H
#define HANABI_HAT_CONTEXT_H

#include "strategies/hat/memo.h"

typedef struct {
    const hl_view *view;
    const hl_rules *rules;
    const hl_hat_memo *memo;
    int me;
    uint64_t mine[8];   /* by slot: what my card may be, given the other hands */
    uint64_t elsewhere; /* identities in other hands */
} hl_hat_context;

/* Fill the context of the view's seat. */
void hl_hat_look(const hl_view *view, const hl_hat_memo *memo, hl_hat_context *context);

/* These functions return a slot of my hand, or HL_NONE if no card qualifies. */
/* The best of the certainly playable cards. */
int hl_hat_best_play(const hl_hat_context *context);
/* The card most likely to be playable, with at least this percentage; with `harmless`, only a card
 * that is useless if it is not playable. */
int hl_hat_likely_play(const hl_hat_context *context, int percent, int harmless);
/* A useless card, if possible one that everybody knows to be useless. */
int hl_hat_useless(const hl_hat_context *context);
/* A card of which another hand certainly holds a copy. */
int hl_hat_seen(const hl_hat_context *context);
/* The card whose loss costs least. */
int hl_hat_least(const hl_hat_context *context);

/* Choose a move that encodes the sum of the other seats' answers, and write it, for a reason
 * (hl_hat_reason), to `decision`. hl_hat_give_clue chooses a clue; hl_hat_use_card plays, or if
 * `plays` is 0 discards, the card in `slot` or one that is equivalent to it for everybody. They
 * return 0 if there is no such clue, or `slot` is HL_NONE. */
int hl_hat_give_clue(const hl_hat_context *context, int reason, hl_hat_decision *decision);
int hl_hat_use_card(const hl_hat_context *context, int reason, int slot, int plays,
                    hl_hat_decision *decision);

#endif
