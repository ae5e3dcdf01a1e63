/* What the seat to move knows beyond the memo, and what it would do. Not part of the public face.
 */
#ifndef HANABI_HAT_CONTEXT_H
#define HANABI_HAT_CONTEXT_H

#include "strategies/hat/memo.h"

typedef struct {
    const hl_view *view;
    const hl_rules *rules;
    const hl_hat_memo *memo;
    int me;
    uint64_t mine[8];   /* by slot: what my card can be, seeing the other hands */
    uint64_t elsewhere; /* identities in other hands */
} hl_hat_context;

void hl_hat_look(const hl_view *view, const hl_hat_memo *memo, hl_hat_context *context);

/* Slots of my hand, or HL_NONE. Among the cards that can only be playable, the best to play. */
int hl_hat_best_play(const hl_hat_context *context);
/* The card most likely to be playable, at least by so many percent; with `harmless`, only a card
 * that is useless if it is not playable. */
int hl_hat_likely_play(const hl_hat_context *context, int percent, int harmless);
/* A card that is useless, known to all if there is one. */
int hl_hat_useless(const hl_hat_context *context);
/* A card whose copy is certainly in another hand. */
int hl_hat_seen(const hl_hat_context *context);
/* The card whose loss costs least. */
int hl_hat_least(const hl_hat_context *context);

/* Write a move that tells everybody's answer: a clue (0 if there is none to give), or the use of
 * this card or of one that serves as well (0 if slot is HL_NONE). */
int hl_hat_give_clue(const hl_hat_context *context, int reason, hl_hat_decision *decision);
int hl_hat_use_card(const hl_hat_context *context, int reason, int slot, int plays,
                    hl_hat_decision *decision);

#endif
