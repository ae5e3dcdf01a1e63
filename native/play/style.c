/* The style of each seat in one recorded game, by replaying it. */
#include "play/style.h"
#include "empathy/odds.h"
#include "play/loop.h"
#include "play/tally.h"

#include <string.h>

/* The exact chance over whole deals: the identities that a single card can have are not equally
 * likely. */
static int note_misplay(const hl_view *view, const hl_event *event, hl_style *style) {
    hl_odds odds;
    int error = hl_odds_of_view(view, &odds);
    if (!error && style->strikes < HL_MAX_STRIKES)
        style->risks[style->strikes++] = (double)odds.playable[event->slot] / (double)odds.deals;
    return error;
}

/* Whether a token was not gained because all were available: by a discard, or by the last card of a
 * stack. */
static uint32_t loses_token(const hl_public *before, const hl_event *event) {
    const hl_rules *rules = &before->rules;
    int earned = event->kind == HL_DISCARD || (event->kind == HL_PLAY && event->success &&
                                               !rules->next_cards[rules->id_of[event->card]]);
    return earned && before->tokens == rules->max_tokens;
}

/* Count a clue: the touched cards whose possible identities it narrowed. */
static void note_clue(const hl_public *before, const hl_public *after, const hl_event *event,
                      hl_style *style) {
    unsigned narrowed = 0;
    for (int slot = 0; slot < before->rules.hand_size; slot++)
        if (before->know[event->target][slot] != after->know[event->target][slot])
            narrowed |= 1U << slot;
    int told = count(narrowed & event->touched);
    style->told += (uint32_t)told;
    style->tellings[told]++;
    style->idle_clues += !narrowed;
}

int hl_styles(const hl_game *played, hl_style styles[6]) {
    hl_game game;
    int error = HL_OK;
    start_again(played, &game);
    memset(styles, 0, 6 * sizeof *styles);
    for (int turn = 0; !error && turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_style *style = &styles[event->seat];
        hl_public before = game.pub;
        hl_view view;
        hl_see(&game, event->seat, &view);
        style->turns++;
        count_move(&view, event->move, &style->conduct);
        style->lost_token += loses_token(&before, event);
        if (event->kind == HL_PLAY && !event->success)
            error = note_misplay(&view, event, style);
        hl_apply(&game, event->move);
        if (event->kind >= HL_COLOUR)
            note_clue(&before, &game.pub, event, style);
    }
    return error;
}
