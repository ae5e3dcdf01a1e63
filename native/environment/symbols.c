/* Writing rows of symbols. */
#include "environment/symbols.h"
#include "engine/turn.h"

#include <string.h>

static uint8_t unknown(const hl_rules *rules) {
    return (uint8_t)(rules->ids + rules->suits + rules->ranks);
}

static uint8_t missing(const hl_rules *rules) { return (uint8_t)(unknown(rules) + 1); }

static uint8_t *put_moves(uint8_t *out, const hl_public *pub, unsigned observer) {
    for (int back = HL_MOVE_SYMBOLS; back; back--) {
        const hl_event *event = back > pub->turn ? NULL : &pub->history[pub->turn - back];
        int to_me = event && event->kind >= HL_COLOUR && event->target == observer;
        *out++ = to_me ? (uint8_t)(pub->rules.ids + event->clue) : unknown(&pub->rules);
    }
    return out;
}

static uint8_t *put_stacks(uint8_t *out, const hl_public *pub) {
    const hl_rules *rules = &pub->rules;
    for (int suit = 0; suit < rules->suits; suit++) {
        int height = pub->stacks[suit];
        *out++ = height < rules->ranks ? (uint8_t)(suit * rules->ranks + height) : missing(rules);
    }
    return out;
}

/* The symbol for the clues that a card received: both values, one, or neither. */
static uint8_t symbol_of(const hl_rules *rules, unsigned clues) {
    unsigned colour = clues & ((1U << rules->suits) - 1), rank = clues >> rules->suits;
    if (colour && rank)
        return (uint8_t)(__builtin_ctz(colour) * rules->ranks + __builtin_ctz(rank));
    return clues ? (uint8_t)(rules->ids + __builtin_ctz(clues)) : unknown(rules);
}

static uint8_t *put_cards(uint8_t *out, const hl_public *pub, const uint8_t (*hands)[8],
                          const hl_ledger *ledger, unsigned observer) {
    const hl_rules *rules = &pub->rules;
    unsigned all = (unsigned)rules->players * rules->hand_size;
    memset(out, missing(rules), (size_t)2 * all);
    for (unsigned after = 0; after < rules->players; after++) {
        unsigned seat = hl_seat_after(rules, observer, after);
        for (unsigned position = 0; position < ledger->count[seat]; position++) {
            unsigned slot = ledger->by_age[seat][position],
                     at = after * rules->hand_size + position;
            out[at] = after ? rules->id_of[hands[seat][slot]] : unknown(rules);
            out[all + at] = symbol_of(rules, ledger->clues[seat][slot]);
        }
    }
    return out + 2 * all;
}

static void put_discards(uint8_t *out, const hl_public *pub) {
    int left = HL_DISCARD_SYMBOLS;
    memset(out, unknown(&pub->rules), HL_DISCARD_SYMBOLS);
    for (int turn = pub->turn - 1; turn >= 0 && left; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->kind <= HL_PLAY && !event->success)
            out[--left] = pub->rules.id_of[event->card];
    }
}

static void put_row(uint8_t *out, const hl_public *pub, const uint8_t (*hands)[8],
                    const hl_ledger *ledger, unsigned observer) {
    out = put_stacks(put_moves(out, pub, observer), pub);
    put_discards(put_cards(out, pub, hands, ledger, observer), pub);
}

unsigned hl_symbol_count(const hl_rules *rules) {
    return HL_MOVE_SYMBOLS + rules->suits + 2U * rules->players * rules->hand_size +
           HL_DISCARD_SYMBOLS;
}

void hl_view_symbols(const hl_view *view, uint8_t *symbols) {
    hl_ledger ledger;
    hl_ledger_read(view->pub, &ledger);
    put_row(symbols, view->pub, view->hand, &ledger, view->seat);
}

void hl_environment_symbols(const hl_lane *lanes, const int64_t *rows, uint32_t count,
                            uint8_t *symbols) {
    unsigned width = hl_symbol_count(&lanes->game.pub.rules);
    for (uint32_t row = 0; row < count; row++) {
        const hl_lane *lane = &lanes[rows[row]];
        put_row(symbols + (size_t)row * width, &lane->game.pub,
                (const uint8_t(*)[8])lane->game.hand, &lane->ledger, lane->game.pub.to_move);
    }
}
