/* The wary agent as a blueprint: trust is updated turn by turn and selects between conventions and
 * fallback. */
#include "strategies/wary/wary.h"
#include "engine/rng.h"
#include "engine/sets.h"
#include "engine/turn.h"
#include "play/conduct.h"
#include "play/replay.h"

#include <string.h>

typedef struct {
    int16_t trust[HL_MAX_PLAYERS];
    uint8_t expected[HL_MAX_PLAYERS]; /* expected moves of a seat since the last other one */
    uint8_t effort;                   /* of the last turn: see effort_of */
    uint64_t past;                    /* hash of all moves so far, the seed of the deals */
    hl_conv_memo conv;
} hl_wary_memo;

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

enum { TRIES = 8 };

static uint64_t cards_of(const hl_rules *rules, uint32_t ids) {
    uint64_t cards = 0;
    foreach (id, ids)
        cards |= rules->cards_of[id];
    return cards;
}

/* Deal the touched cards, or the others. Returns whether there were cards for all. */
static int fill(const hl_public *after, const hl_event *event, const hl_conv_memo *conv,
                int touched, hl_rng *rng, uint64_t *taken, uint8_t hands[6][8]) {
    for (int seat = 0; seat < after->rules.players; seat++)
        for (int slot = 0; slot < after->rules.hand_size; slot++) {
            if (after->order[seat][slot] == HL_NONE || hands[seat][slot] != HL_NONE ||
                (after->touched[seat] >> slot & 1) != touched)
                continue;
            if (seat == event->seat && slot == event->slot)
                continue; /* drawn after the move */
            uint64_t may_be = after->know[seat][slot] & ~*taken;
            uint64_t said = may_be;
            if (touched)
                said &= cards_of(&after->rules, conv->hands[seat].said[slot]);
            if (!may_be)
                return 0;
            int card = hl_any_of(rng, said ? said : may_be);
            hands[seat][slot] = (uint8_t)card;
            *taken |= 1ULL << card;
        }
    return 1;
}

/* Deal the hands before the last turn, given its `event`, at random as a spectator might imagine
 * them: each card fits its clues, touched cards are what the table takes them for, the card used is
 * known to everybody, and no card is in two places. Returns whether a deal was found. */
static int deal(const hl_public *after, const hl_event *event, const hl_conv_memo *conv,
                hl_rng *rng, uint8_t hands[6][8]) {
    for (int attempt = 0; attempt < TRIES; attempt++) {
        uint64_t taken = after->gone;
        memset(hands, HL_NONE, HL_MAX_PLAYERS * sizeof *hands);
        if (event->kind <= HL_PLAY)
            hands[event->seat][event->slot] = event->card;
        if (fill(after, event, conv, 1, rng, &taken, hands) &&
            fill(after, event, conv, 0, rng, &taken, hands))
            return 1;
    }
    return 0;
}

/* How often the number of deals doubles until the conventions make the last move on one of them: 0
 * if on the first, 1 on the second, 2 by the fourth ...; HL_WARY_NEVER; HL_NONE if none can be
 * dealt. */
static int effort_of(const hl_wary_config *config, const hl_public *before, const hl_public *after,
                     const hl_wary_memo *memo) {
    const hl_event *event = &after->history[after->turn - 1];
    hl_blueprint conv = hl_conv_blueprint(&config->conv);
    hl_rng rng;
    hl_rng_seed(&rng, memo->past, (uint64_t)after->turn);
    for (int doubled = 0, deals = 0; doubled < HL_WARY_NEVER; doubled++)
        for (; deals < 1 << doubled; deals++) {
            hl_view view;
            hl_choice choice;
            if (!deal(after, event, &memo->conv, &rng, view.hand))
                return HL_NONE;
            memset(view.hand[event->seat], HL_NONE, sizeof view.hand[event->seat]);
            hl_see_hands(before, event->seat, &view);
            conv.decide(conv.config, &view, &memo->conv, &rng, &choice);
            if (choice.move == event->move)
                return doubled;
        }
    return HL_WARY_NEVER;
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
    record->effort = (uint8_t)effort_of(wary, before, after, record);
    weigh(wary, event, record);
    record->past = (record->past + event->move + 1) * 0x9e3779b97f4a7c15ULL;
    conv.observe(conv.config, before, after, hands, reader, &record->conv);
}

/* Whether a move discards a card that is known to be the last of its kind. */
static int drops_last(const hl_view *view, int move) {
    const hl_event *act = &view->pub->rules.acts[move];
    return act->kind == HL_DISCARD &&
           !(hl_may_be(view, view->seat, act->slot) & ~view->pub->critical);
}

/* If the choice discards a known last copy while the seat may play a clued card, replace it: by
 * that play if it is certain, or, if only conventions call it playable, by the discard of the
 * oldest card that is not a last copy. */
static void spare(const hl_wary_config *config, const hl_view *view, hl_choice *choice) {
    const hl_public *pub = view->pub;
    uint32_t may_be[HL_MAX_HAND], asked;
    int play = HL_NONE, sure = 0, discard = HL_NONE, hand_size = pub->rules.hand_size;
    if (!drops_last(view, choice->move) ||
        hl_conv_expect(&config->conv, view, may_be, &asked) != HL_OK)
        return;
    uint32_t playable = hl_identities(&pub->rules, pub->playable);
    for (int slot = 0; slot < hand_size; slot++) {
        int order = pub->order[view->seat][slot],
            is_sure = !(hl_may_be(view, view->seat, slot) & ~pub->playable);
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
    *choice = hl_choice_of(view, plays ? hand_size + slot : slot, HL_NONE);
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
        memcpy(trust[turn], memo.trust, sizeof memo.trust);
        hl_remember(&before, &after);
        hl_replay(&after, &pub->history[turn]);
        observe(config, &before, &after, NULL, HL_NONE, &memo);
        efforts[turn] = memo.effort;
    }
    memcpy(trust[pub->turn], memo.trust, sizeof memo.trust);
    return HL_OK;
}
