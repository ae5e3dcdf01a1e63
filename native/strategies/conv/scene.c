/* Trying a move: the table after it, as far as who is to move can know. */
#include "strategies/conv/scene.h"

static void look(hl_conv_scene *scene, int seat) {
    const hl_rules *rules = &scene->pub.rules;
    cards held = 0, marked = 0;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        int card = scene->hand[seat][slot];
        if (card == HL_NONE)
            continue;
        held |= 1ULL << card;
        if (scene->pub.touched[seat] >> slot & 1)
            marked |= copies_of(rules, card);
    }
    scene->held[seat] = held;
    scene->marked[seat] = marked;
}

void hl_conv_set_scene(hl_conv_scene *scene, const hl_conv_config *config, const hl_view *view,
                       const hl_conv_memo *memo) {
    const hl_rules *rules = &view->pub->rules;
    scene->config = config;
    scene->weights = config->weights[rules->players - 2];
    scene->me = view->seat;
    scene->danger = 0;
    scene->memo = *memo;
    scene->pub.rules = scene->before.rules = *rules;
    hl_remember(&scene->pub, view->pub);
    memcpy(scene->hand, view->hand, sizeof scene->hand);
    for (int seat = 0; seat < rules->players; seat++)
        look(scene, seat);
}

/* Both have the same rules. */
void hl_conv_copy_scene(hl_conv_scene *to, const hl_conv_scene *from) {
    memcpy(to, from, offsetof(hl_conv_scene, pub));
    hl_remember(&to->pub, &from->pub);
}

/* The cards that a seat sees nowhere. It also sees my hand, which I don't. */
cards hl_conv_unseen(const hl_conv_scene *scene, int seat) {
    cards unseen = scene->pub.rules.all & ~scene->pub.gone;
    for (int other = 0; other < scene->pub.rules.players; other++)
        if (other != seat)
            unseen &= ~scene->held[other];
    return unseen;
}

static void make(hl_conv_scene *scene, const hl_event *event) {
    hl_remember(&scene->before, &scene->pub);
    hl_replay(&scene->pub, event);
    hl_conv_observe(scene->config, &scene->before, &scene->pub, &scene->memo);
}

/* A clue of mine as everybody will see it; `clue` is one of the rules' acts. */
hl_event hl_conv_clue_event(const hl_conv_scene *scene, const hl_event *clue) {
    const hl_rules *rules = &scene->pub.rules;
    hl_event event = *clue;
    event.seat = scene->pub.to_move;
    event.target = (uint8_t)hl_seat_after(rules, event.seat, clue->target);
    event.touched = 0;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        int card = scene->hand[event.target][slot];
        if (card != HL_NONE && rules->clue_cards[clue->clue] >> card & 1)
            event.touched |= (uint8_t)(1U << slot);
    }
    return event;
}

void hl_conv_make_clue(hl_conv_scene *scene, const hl_event *clue) {
    hl_event event = hl_conv_clue_event(scene, clue);
    make(scene, &event);
    look(scene, event.target);
}

/* Who is to move plays or discards a slot, and it is this card. */
void hl_conv_make_use(hl_conv_scene *scene, int kind, int slot, int card) {
    hl_public *pub = &scene->pub;
    int seat = pub->to_move;
    hl_event event = {.kind = (uint8_t)kind,
                      .slot = (uint8_t)slot,
                      .target = HL_NONE,
                      .clue = HL_NONE,
                      .seat = (uint8_t)seat,
                      .card = (uint8_t)card,
                      .order = pub->order[seat][slot]};
    event.success = kind == HL_PLAY && pub->playable >> card & 1;
    event.drawn = pub->deck_left ? (uint8_t)(pub->rules.deck_size - pub->deck_left) : HL_NONE;
    make(scene, &event);
    scene->hand[seat][slot] = HL_NONE;
    look(scene, seat);
}

int hl_conv_over(const hl_public *pub) {
    return pub->strikes == pub->rules.max_strikes || pub->score == pub->rules.ids ||
           !pub->turns_left;
}
