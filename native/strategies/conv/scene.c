/* Try a move: the position after it, as far as the seat to move can know. */
#include "strategies/conv/scene.h"
#include "strategies/conv/lanes.h"

#include <stddef.h>

/* The bytes of a record before its promises, without the hands. */
enum { HL_CONV_TABLE = offsetof(hl_conv_memo, promises) - offsetof(hl_conv_memo, playable) };

static void look(hl_conv_scene *scene, int seat) {
    hl_conv_sight *seen = &scene->seen[seat];
    lanes held = each(0), marked = each(0);
    for (int slot = 0; slot < HL_MAX_HAND; slot += LANES) {
        lanes card = load(seen->card + slot);
        held |= card;
        marked |= card & are_on(scene->memo.hands[seat].touched, slot);
    }
    seen->held = union_of(held);
    seen->marked = union_of(marked);
}

/* The identities that finesses and prompts asked for in vain, for those promises whose focus I see.
 */
static ids refused(const hl_conv_scene *scene) {
    ids cards = 0;
    foreach (number, scene->memo.missed) {
        const hl_conv_promise *promise = &scene->memo.promises[number];
        ids focus = scene->seen[promise->target].card[promise->slot];
        if (is_held(&scene->memo, promise) && focus & promise->later)
            cards |= hl_conv_before(&scene->memo, first_of(focus));
    }
    return cards;
}

void hl_conv_set_scene(hl_conv_scene *scene, const hl_conv_config *config, const hl_view *view,
                       const hl_conv_memo *memo) {
    const hl_rules *rules = &view->pub->rules;
    scene->config = config;
    scene->weights = config->weights[rules->players - 2];
    scene->view = view;
    scene->rules = rules;
    scene->me = view->seat;
    scene->danger = 0;
    scene->read = 0;
    scene->unseen = hl_identities(rules, view->unseen);
    scene->memo = *memo;
    memset(scene->seen, 0, sizeof scene->seen);
    for (int seat = 0; seat < rules->players; seat++) {
        hl_conv_sight *seen = &scene->seen[seat];
        for (int slot = 0; slot < HL_MAX_HAND; slot++) {
            int card = view->hand[seat][slot];
            seen->card[slot] = card == HL_NONE ? 0 : 1U << rules->id_of[card];
        }
        look(scene, seat);
    }
    scene->refused = refused(scene);
}

/* Copy a scene with the same rules. Minds are recomputed. Unused seats and promises are not copied,
 * since a trial is short. */
void hl_conv_copy_scene(hl_conv_scene *to, const hl_conv_scene *from) {
    size_t players = from->rules->players;
    memcpy(to, from, offsetof(hl_conv_scene, seen));
    memcpy(to->seen, from->seen, players * sizeof to->seen[0]);
    memcpy(to->memo.hands, from->memo.hands, players * sizeof to->memo.hands[0]);
    memcpy(&to->memo.playable, &from->memo.playable, HL_CONV_TABLE);
    if (from->memo.open | from->memo.missed)
        memcpy(to->memo.promises, from->memo.promises, sizeof to->memo.promises);
    to->read = 0;
}

/* The event of a clue of mine; `clue` is one of the rules' acts. */
hl_event hl_conv_clue_event(const hl_conv_scene *scene, const hl_event *clue) {
    hl_event event = *clue;
    event.seat = (uint8_t)scene->me;
    event.target = (uint8_t)hl_seat_after(scene->rules, event.seat, clue->target);
    event.touched = 0;
    ids named = scene->rules->clue_ids[clue->clue];
    for (int slot = 0; slot < scene->rules->hand_size; slot += LANES) {
        lanes touched = load(scene->seen[event.target].card + slot) & each(named);
        event.touched |= (uint8_t)slots_on(~are_empty(touched), slot);
    }
    return event;
}

void hl_conv_make_clue(hl_conv_scene *scene, const hl_event *clue) {
    hl_event event = hl_conv_clue_event(scene, clue);
    hl_conv_observe(scene->config, scene->rules, &event, &scene->memo);
    scene->read = 0;
    look(scene, event.target);
}

/* The seat to move plays or discards a slot that holds this card. */
void hl_conv_make_use(hl_conv_scene *scene, int kind, int slot, int id) {
    int seat = scene->memo.to_move;
    hl_event event = {.kind = (uint8_t)kind,
                      .slot = (uint8_t)slot,
                      .seat = (uint8_t)seat,
                      .card = (uint8_t)__builtin_ctzll(scene->rules->cards_of[id])};
    hl_conv_observe(scene->config, scene->rules, &event, &scene->memo);
    scene->seen[seat].card[slot] = 0;
    scene->read = 0;
    look(scene, seat);
}
