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

void hl_hat_look(const hl_view *view, const hl_hat_memo *memo, hl_hat_context *context);

/* These functions return slots of my hand, or HL_NONE. The best of the certainly playable cards. */
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

/* Choose a move that encodes everybody's answer: a clue (0 if there is none), or a play or discard
 * of this card or an equivalent one (0 if slot is HL_NONE). */
int hl_hat_give_clue(const hl_hat_context *context, int reason, hl_hat_decision *decision);
int hl_hat_use_card(const hl_hat_context *context, int reason, int slot, int plays,
                    hl_hat_decision *decision);

#endif
