/* Functions of all blueprints, and rule lists as blueprints. */
#include "play/blueprint.h"
#include "engine/turn.h"
#include "play/replay.h"

int hl_can_be_simulated(const hl_blueprint *blueprint) {
    return blueprint->memo_size <= HL_MAX_MEMO && blueprint->by_sight != HL_ALONE;
}

int hl_blueprint_check(const hl_blueprint *blueprint, const hl_rules *rules) {
    if (!blueprint->check || !blueprint->decide)
        return HL_BAD_ARGUMENT;
    if (blueprint->memo_size && (!blueprint->start || !blueprint->observe))
        return HL_BAD_ARGUMENT;
    return blueprint->check(blueprint->config, rules);
}

void hl_name_cards(const hl_view *view, uint8_t card[64]) {
    const hl_public *pub = view->pub;
    memset(card, HL_NONE, 64);
    for (int seat = 0; seat < pub->rules.players; seat++)
        for (int slot = 0; slot < pub->rules.hand_size; slot++)
            if (pub->order[seat][slot] != HL_NONE)
                card[pub->order[seat][slot]] = view->hand[seat][slot];
    for (int turn = 0; turn < pub->turn; turn++)
        if (pub->history[turn].kind <= HL_PLAY)
            card[pub->history[turn].order] = pub->history[turn].card;
}

void hl_recall(const hl_blueprint *blueprint, const hl_view *view, void *memo) {
    hl_recall_on(blueprint, view, 0, memo);
}

void hl_recall_on(const hl_blueprint *blueprint, const hl_view *view, int known, void *memo) {
    const hl_public *pub = view->pub;
    uint8_t card[64], hands[HL_MAX_PLAYERS][HL_MAX_HAND];
    if (!blueprint->memo_size)
        return;
    hl_name_cards(view, card);
    memset(hands, HL_NONE, sizeof hands);
    for (int seat = 0; seat < pub->rules.players; seat++)
        memcpy(hands[seat], card + seat * pub->rules.hand_size, pub->rules.hand_size);
    hl_public before, after;
    hl_replay_start(&after, &pub->rules);
    before.rules = after.rules;
    if (!known)
        blueprint->start(blueprint->config, &after.rules, memo);
    for (int turn = 0; turn < pub->turn; turn++) {
        const hl_event *event = &pub->history[turn];
        hl_remember(&before, &after);
        hl_replay(&after, event);
        if (event->kind <= HL_PLAY)
            hands[event->seat][event->slot] =
                event->drawn == HL_NONE ? HL_NONE : card[event->drawn];
        if (turn >= known)
            blueprint->observe(blueprint->config, &before, &after, (const uint8_t(*)[8])hands,
                               view->seat, memo);
    }
}

int hl_blueprint_may_decide(const hl_blueprint *blueprint, const hl_view *view) {
    int error = hl_blueprint_check(blueprint, &view->pub->rules);
    return error ? error : hl_may_decide(view);
}

int hl_blueprint_decide(const hl_blueprint *blueprint, const hl_view *view, hl_rng *rng, void *memo,
                        hl_choice *choice) {
    int error = hl_blueprint_may_decide(blueprint, view);
    if (error)
        return error;
    hl_recall(blueprint, view, memo);
    blueprint->decide(blueprint->config, view, memo, rng, choice);
    return HL_OK;
}

static int check_list(const void *list, const hl_rules *rules) {
    (void)rules;
    return hl_rulelist_check(list);
}

static void ask_list(const void *list, const hl_view *view, const void *memo, hl_rng *rng,
                     hl_choice *choice) {
    (void)memo;
    hl_decide(view, list, rng, choice);
}

hl_choice hl_choice_of(const hl_view *view, int move, int reason) {
    const hl_event *act = &view->pub->rules.acts[move];
    int clues = act->kind >= HL_COLOUR;
    unsigned target = clues ? hl_seat_after(&view->pub->rules, view->seat, act->target) : HL_NONE;
    return (hl_choice){(int16_t)move, (uint8_t)reason, (uint8_t)target, act->slot};
}

hl_blueprint hl_rulelist_blueprint(const hl_rulelist *list) {
    return (hl_blueprint){.config = list, .list = list, .check = check_list, .decide = ask_list};
}
