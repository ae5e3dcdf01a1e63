/* How each seat played in one recorded game: the game is played again and every move looked at. */
#include "play/style.h"
#include "empathy/odds.h"
#include "rulebase/context.h"

#include <string.h>

static hl_game from_the_start(const hl_game *played) {
    hl_game game = {.pub.rules = played->pub.rules};
    memcpy(game.deck, played->deck, sizeof game.deck);
    hl_start(&game);
    return game;
}

/* Exact, over whole deals: of each card alone, the cards that it can be are not equally likely. */
static int note_misplay(const hl_view *view, const hl_event *event, hl_style *style) {
    hl_odds odds;
    int error = hl_odds_of_view(view, &odds);
    if (!error && style->strikes < HL_MAX_STRIKES)
        style->risks[style->strikes++] = (double)odds.playable[event->slot] / (double)odds.deals;
    return error;
}

static int note_play(const hl_view *view, const hl_event *event, hl_style *style) {
    const hl_rules *rules = &view->pub->rules;
    uint64_t know = view->pub->know[view->seat][event->slot], may_be = know & view->unseen;
    int card = lowest(know);
    uint64_t hits = (uint64_t)count(may_be & view->pub->playable);
    style->plays++;
    style->certainty += (hits << 32) / (uint64_t)count(may_be);
    style->known += subset(know, rules->suit_cards[rules->suit_of[card]]) +
                    subset(know, rules->rank_cards[rank_of(rules, card)]);
    int full = view->pub->tokens == rules->max_tokens;
    style->lost_token +=
        (uint32_t)(full & event->success & !rules->next_cards[rules->id_of[event->card]]);
    return event->success ? HL_OK : note_misplay(view, event, style);
}

/* Of the cards whose possibilities a clue narrowed, those that it touched count as told. */
static void note_clue(const hl_public *before, const hl_public *after, const hl_event *event,
                      hl_style *style) {
    unsigned narrowed = 0;
    for (int slot = 0; slot < before->rules.hand_size; slot++)
        if (before->know[event->target][slot] != after->know[event->target][slot])
            narrowed |= 1U << slot;
    style->clues++;
    int told = count(narrowed & event->touched);
    style->told += (uint32_t)told;
    style->tellings[told]++;
    style->idle_clues += !narrowed;
}

int hl_styles(const hl_game *played, hl_style styles[6]) {
    hl_game game = from_the_start(played);
    int error = HL_OK;
    memset(styles, 0, 6 * sizeof *styles);
    for (int turn = 0; !error && turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_style *style = &styles[event->seat];
        hl_public before = game.pub;
        style->turns++;
        style->offered += before.tokens > 0;
        if (event->kind == HL_PLAY) {
            hl_view view;
            hl_see(&game, event->seat, &view);
            error = note_play(&view, event, style);
        } else if (event->kind == HL_DISCARD) {
            style->lost_token += before.tokens == before.rules.max_tokens;
        }
        hl_apply(&game, event->move);
        if (event->kind >= HL_COLOUR)
            note_clue(&before, &game.pub, event, style);
    }
    return error;
}

int hl_agreements(const hl_game *played, const hl_rulelist *const *lists, uint32_t listed,
                  const hl_rng *seed, uint32_t *same) {
    hl_game game = from_the_start(played);
    int players = game.pub.rules.players;
    memset(same, 0, listed * (size_t)players * sizeof *same);
    for (uint32_t list = 0; list < listed; list++)
        if (hl_rulelist_check(lists[list]))
            return HL_BAD_ARGUMENT;
    for (int turn = 0; turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_view view;
        hl_see(&game, event->seat, &view);
        for (uint32_t list = 0; list < listed; list++) {
            hl_rng chances;
            hl_decision decision;
            hl_rng_derive(&chances, seed, (uint64_t)turn);
            hl_decide(&view, lists[list], &chances, &decision);
            same[list * (size_t)players + event->seat] += decision.move == event->move;
        }
        hl_apply(&game, event->move);
    }
    return HL_OK;
}
