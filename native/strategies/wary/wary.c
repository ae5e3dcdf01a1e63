/* The wary agent as a blueprint: trust is updated turn by turn and selects between conventions and
 * fallback. */
#include "play/arena.h"
#include "play/replay.h"
#include "strategies/wary/record.h"

#include <string.h>

_Static_assert(HL_CONV_REASONS + HL_WARY_MAX_FALLBACK <=
                   sizeof((hl_seat_results *)0)->fired / sizeof(uint64_t),
               "every reason is counted");

static int check(const void *config, const hl_rules *rules) {
    const hl_wary_config *wary = config;
    hl_blueprint conv = hl_conv_blueprint(&wary->conv);
    int error = hl_blueprint_check(&conv, rules);
    if (!error && wary->fallback.count > HL_WARY_MAX_FALLBACK)
        error = HL_BAD_ARGUMENT;
    return error ? error : hl_rulelist_check(&wary->fallback);
}

static void start(const void *config, const hl_rules *rules, void *memo) {
    const hl_wary_config *wary = config;
    hl_wary_memo *record = memo;
    hl_blueprint conv = hl_conv_blueprint(&wary->conv);
    memset(record, 0, sizeof *record);
    for (int seat = 0; seat < rules->players; seat++)
        record->trust[seat] = wary->prior[seat];
    record->effort = HL_NONE;
    conv.start(conv.config, rules, &record->conv);
}

static void weigh(const hl_wary_config *config, const hl_event *event, hl_wary_memo *memo) {
    int kind = event->kind < HL_COLOUR ? event->kind : HL_COLOUR;
    int trust = memo->trust[event->seat];
    uint8_t *expected = &memo->expected[event->seat];
    if (memo->effort != HL_NONE) {
        int evidence = config->evidence[kind][memo->effort];
        trust += evidence;
        *expected = evidence <= 0 ? 0 : *expected < UINT8_MAX ? *expected + 1 : *expected;
    }
    if (config->company && *expected >= config->company && trust < 0)
        trust = 0;
    trust = trust > config->most ? config->most : trust;
    memo->trust[event->seat] = (int16_t)(trust < -config->most ? -config->most : trust);
}

static void observe(const void *config, const hl_public *before, const hl_public *after,
                    const uint8_t (*hands)[8], int reader, void *memo) {
    const hl_wary_config *wary = config;
    hl_wary_memo *record = memo;
    hl_blueprint conv = hl_conv_blueprint(&wary->conv);
    const hl_event *event = &after->history[after->turn - 1];
    record->effort = (uint8_t)hl_wary_search(wary, before, after, record);
    weigh(wary, event, record);
    record->past = (record->past + event->move + 1) * 0x9e3779b97f4a7c15ULL;
    conv.observe(conv.config, before, after, hands, reader, &record->conv);
}

/* The cards that an own slot may hold. */
static uint64_t own(const hl_view *view, int slot) {
    return view->pub->know[view->seat][slot] & view->unseen;
}

/* Whether a move discards a card that is known to be the last of its kind. */
static int drops_last(const hl_view *view, int move) {
    const hl_event *act = &view->pub->rules.acts[move];
    return act->kind == HL_DISCARD && !(own(view, act->slot) & ~view->pub->critical);
}

/* Replace a discard of a known last copy by the seat that may play a clued card: by that play if it
 * is certain; by the discard of another card, the oldest first, if conventions alone say so. */
static void spare(const hl_wary_config *config, const hl_view *view, hl_choice *choice) {
    const hl_public *pub = view->pub;
    uint32_t may_be[HL_MAX_HAND], asked;
    int play = HL_NONE, sure = 0, discard = HL_NONE, hand_size = pub->rules.hand_size;
    if (!drops_last(view, choice->move) ||
        hl_conv_expect(&config->conv, view, may_be, &asked) != HL_OK)
        return;
    uint32_t playable = hl_identities(&pub->rules, pub->playable);
    for (int slot = 0; slot < hand_size; slot++) {
        int order = pub->order[view->seat][slot], is_sure = !(own(view, slot) & ~pub->playable);
        if (order == HL_NONE)
            continue;
        if (!drops_last(view, slot) &&
            (discard == HL_NONE || order < pub->order[view->seat][discard]))
            discard = slot;
        if (pub->touched[view->seat] >> slot & 1 &&
            (is_sure || (may_be[slot] && !(may_be[slot] & ~playable))) && is_sure >= sure) {
            play = slot;
            sure = is_sure;
        }
    }
    if (play == HL_NONE)
        return;
    int plays = sure || discard == HL_NONE;
    int slot = plays ? play : discard;
    *choice = (hl_choice){.move = (int16_t)(plays ? hand_size + slot : slot),
                          .reason = HL_NONE,
                          .target = HL_NONE,
                          .slot = (uint8_t)slot,
                          .partner = HL_NONE};
}

static void decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                   hl_choice *choice) {
    const hl_wary_config *wary = config;
    const hl_wary_memo *record = memo;
    int least = wary->most;
    for (int seat = 0; seat < view->pub->rules.players; seat++)
        if (seat != view->seat && record->trust[seat] < least)
            least = record->trust[seat];
    if (least >= 0) {
        hl_blueprint conv = hl_conv_blueprint(&wary->conv);
        conv.decide(conv.config, view, &record->conv, rng, choice);
        return;
    }
    hl_blueprint fallback = hl_rulelist_blueprint(&wary->fallback);
    fallback.decide(fallback.config, view, NULL, rng, choice);
    if (choice->reason != HL_NONE)
        choice->reason = (uint8_t)(choice->reason + HL_CONV_REASONS);
    if (wary->company)
        spare(wary, view, choice);
}

hl_blueprint hl_wary_blueprint(const hl_wary_config *config) {
    return (hl_blueprint){.config = config,
                          .memo_size = sizeof(hl_wary_memo),
                          .check = check,
                          .start = start,
                          .observe = observe,
                          .decide = decide};
}

int hl_wary_follow(const hl_wary_config *config, const hl_public *pub, uint8_t efforts[192],
                   int16_t trust[193][6]) {
    hl_wary_memo memo;
    hl_blueprint wary = hl_wary_blueprint(config);
    int error = hl_blueprint_check(&wary, &pub->rules);
    hl_public before, after;
    if (error)
        return error;
    hl_replay_start(&after, &pub->rules);
    before.rules = after.rules;
    start(config, &after.rules, &memo);
    for (int turn = 0; turn < pub->turn; turn++) {
        if (trust)
            memcpy(trust[turn], memo.trust, sizeof memo.trust);
        hl_remember(&before, &after);
        hl_replay(&after, &pub->history[turn]);
        observe(config, &before, &after, NULL, HL_NONE, &memo);
        if (efforts)
            efforts[turn] = memo.effort;
    }
    if (trust)
        memcpy(trust[pub->turn], memo.trust, sizeof memo.trust);
    return HL_OK;
}
