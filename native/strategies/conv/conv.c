/* The convention agent as a blueprint: its memo is the public record, updated turn by turn. And
 * what a move communicates, what the record says, and what a seat takes its cards for. */
#include "strategies/conv/scene.h"

#include <string.h>

static int check(const void *config, const hl_rules *rules) {
    (void)config;
    if (rules->options & HL_EMPTY_CLUES || rules->ranks != HL_MAX_RANKS)
        return HL_BAD_RULES;
    return HL_OK;
}

static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    (void)before, (void)hands, (void)reader;
    hl_conv_observe(config, &after->rules, &after->history[after->turn - 1], memo);
}

hl_blueprint hl_conv_blueprint(const hl_conv_config *config) {
    return (hl_blueprint){.config = config,
                          .memo_size = sizeof(hl_conv_memo),
                          .check = check,
                          .start = hl_conv_begin,
                          .observe = observe,
                          .decide = hl_conv_decide};
}

/* Write the public record after all turns of a history. HL_OK, or HL_BAD_RULES if the agent cannot
 * play by these rules. */
static int recall(const hl_conv_config *config, const hl_public *pub, hl_conv_memo *memo) {
    int error = check(config, &pub->rules);
    if (error)
        return error;
    hl_conv_begin(config, &pub->rules, memo);
    for (int turn = 0; turn < pub->turn; turn++)
        hl_conv_observe(config, &pub->rules, &pub->history[turn], memo);
    return HL_OK;
}

static void copy_said(const hl_conv_memo *memo, int players, uint32_t said[6][8]) {
    for (int seat = 0; seat < players; seat++)
        memcpy(said[seat], memo->hands[seat].said, sizeof said[seat]);
}

/* The promise made by the clue of the last turn, or NULL. */
static const hl_conv_promise *promised(const hl_conv_memo *memo) {
    foreach (number, memo->open)
        if (memo->promises[number].turn + 1 == memo->turn)
            return &memo->promises[number];
    return NULL;
}

int hl_conv_explain(const hl_conv_config *config, const hl_view *view, int move,
                    hl_conv_meaning *meaning) {
    const hl_rules *rules = &view->pub->rules;
    hl_conv_scene scene;
    hl_conv_memo memo;
    int error = hl_view_legal(view, move);
    error = error ? error : recall(config, view->pub, &memo);
    if (error)
        return error;
    const hl_event *act = &rules->acts[move];
    *meaning = (hl_conv_meaning){.target = HL_NONE, .focus = HL_NONE};
    memset(meaning->plays, HL_NONE, sizeof meaning->plays);
    if (act->kind <= HL_PLAY)
        return HL_OK;
    hl_conv_set_scene(&scene, config, view, &memo);
    hl_event event = hl_conv_clue_event(&scene, act);
    meaning->target = event.target;
    meaning->touched = event.touched;
    meaning->focus = (uint8_t)hl_conv_focus_of(config, rules, &memo.hands[event.target], &event);
    copy_said(&memo, rules->players, meaning->before);
    hl_conv_make_clue(&scene, act);
    copy_said(&scene.memo, rules->players, meaning->after);
    meaning->reach = hl_conv_within_reach(&scene.memo);
    const hl_conv_promise *promise = promised(&scene.memo);
    if (promise)
        meaning->focus = promise->slot;
    meaning->said = meaning->after[meaning->target][meaning->focus];
    meaning->chop = meaning->focus == hl_conv_chop(&memo.hands[event.target]);
    meaning->later = promise ? meaning->said & promise->later : 0;
    meaning->waiting = promise ? promise->waiting : 0;
    for (int between = 0; scene.memo.to_move != view->seat; between++) {
        int seat = scene.memo.to_move;
        if (hl_conv_over(rules, &scene.memo))
            break;
        meaning->plays[seat] =
            (uint8_t)hl_conv_foresee_move(&scene, between, &meaning->plays_as[seat]);
    }
    return HL_OK;
}

/* Record, for the report on a clue, the slot from which a seat would play a card that the promise
 * needs first. */
static void ask(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat,
                hl_conv_asked asked[8]) {
    ids said = memo->hands[promise->target].said[promise->slot];
    ids missing = before_of(said & promise->later) & memo->playable;
    foreach (id, promise->drawn ? said & promise->later : 0)
        missing |= hl_conv_before(memo, id) & memo->playable;
    foreach (id, missing) {
        int slot = hl_conv_connector(memo, promise, seat, 1U << id);
        if (slot == HL_NONE || (asked[slot].missing && asked[slot].turn != promise->turn))
            continue;
        asked[slot] = (hl_conv_asked){.target = promise->target,
                                      .focus = promise->slot,
                                      .turn = promise->turn,
                                      .missing = asked[slot].missing | (1U << id)};
    }
}

int hl_conv_read_table(const hl_conv_config *config, const hl_public *pub,
                       hl_conv_reading *reading) {
    hl_conv_memo memo;
    int error = recall(config, pub, &memo), players = pub->rules.players;
    if (error)
        return error;
    memset(reading, 0, sizeof *reading);
    copy_said(&memo, players, reading->said);
    for (int seat = 0; seat < players; seat++)
        foreach (slot, memo.hands[seat].moved)
            reading->said[seat][slot] &= ~memo.useless;
    reading->focus = memo.focus;
    for (int seat = 0; seat < players; seat++) {
        reading->chop[seat] = (uint8_t)hl_conv_chop(&memo.hands[seat]);
        reading->gift[seat] = (uint8_t)hl_conv_gift(&memo, seat);
    }
    reading->given = memo.given;
    foreach (number, memo.open) {
        const hl_conv_promise *promise = &memo.promises[number];
        unsigned seats = is_held(&memo, promise) ? promise->waiting : 0;
        reading->waiting[promise->target][promise->slot] |= (uint8_t)seats;
        foreach (seat, seats)
            ask(&memo, promise, seat, reading->asked[seat]);
    }
    return HL_OK;
}

int hl_conv_expect(const hl_conv_config *config, const hl_view *view, uint32_t may_be[8],
                   uint32_t *asked) {
    hl_conv_scene scene;
    hl_conv_memo memo;
    int error = recall(config, view->pub, &memo);
    if (error)
        return error;
    hl_conv_set_scene(&scene, config, view, &memo);
    const hl_conv_mind *mind = hl_conv_mind_of(&scene, view->seat);
    memcpy(may_be, mind->may_be, 8 * sizeof *may_be);
    *asked = mind->asked;
    return HL_OK;
}
