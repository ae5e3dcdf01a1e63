/* A game's public side, replayed. */
#include "play/replay.h"
#include "engine/turn.h"
#include "play/blueprint.h"

void hl_replay_start(hl_public *pub, const hl_rules *rules) {
    pub->rules = *rules;
    hl_open(pub);
}

static void draw(hl_public *pub, const hl_event *event) {
    int drawn = event->drawn != HL_NONE;
    pub->order[event->seat][event->slot] = event->drawn;
    pub->know[event->seat][event->slot] = drawn ? pub->rules.all : 0;
    pub->touched[event->seat] &= (uint8_t) ~(1U << event->slot);
    if (drawn && !--pub->deck_left)
        pub->turns_left = (uint8_t)(pub->rules.players + 1);
}

static void use_card(hl_public *pub, hl_event *event) {
    pub->gone |= 1ULL << event->card;
    if (event->success) {
        hl_score(pub, event->card);
        hl_gain_token(pub, event, !pub->rules.next_cards[pub->rules.id_of[event->card]]);
    } else {
        hl_lose(pub, event->card);
        hl_gain_token(pub, event, event->kind == HL_DISCARD);
        pub->strikes = (uint8_t)(pub->strikes + (event->kind == HL_PLAY));
    }
    draw(pub, event);
}

static void clue(hl_public *pub, const hl_event *event) {
    uint64_t cards = pub->rules.clue_cards[event->clue], *know = pub->know[event->target];
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        know[slot] &= event->touched >> slot & 1 ? cards : ~cards;
    pub->tokens--;
    pub->touched[event->target] |= event->touched;
}

void hl_replay(hl_public *pub, const hl_event *event) {
    hl_event *own = &pub->history[pub->turn++];
    *own = *event;
    if (event->kind <= HL_PLAY)
        use_card(pub, own);
    else
        clue(pub, own);
    if (pub->turns_left != HL_NONE)
        pub->turns_left--;
    pub->to_move = (uint8_t)hl_seat_after(&pub->rules, pub->to_move, 1);
}

int hl_replay_view(const hl_view *now, int turn, hl_public *pub, hl_view *then) {
    if (turn < 0 || turn > now->pub->turn)
        return HL_BAD_ARGUMENT;
    hl_replay_start(pub, &now->pub->rules);
    for (int made = 0; made < turn; made++)
        hl_replay(pub, &now->pub->history[made]);
    uint8_t card[64];
    hl_name_cards(now, card);
    *then = (hl_view){0};
    memset(then->hand, HL_NONE, sizeof then->hand);
    hl_look(pub, card, now->seat, then);
    return HL_OK;
}
