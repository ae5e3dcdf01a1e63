/* Keep a ledger turn by turn from the deal on, and write an observation from front to back into
 * zeroed words. */
#include "environment/observation.h"
#include "engine/turn.h"

#include <string.h>

void hl_ledger_start(const hl_rules *rules, hl_ledger *ledger) {
    memset(ledger, 0, sizeof *ledger);
    for (int seat = 0; seat < rules->players; seat++) {
        ledger->count[seat] = rules->hand_size;
        for (int slot = 0; slot < rules->hand_size; slot++) {
            ledger->by_age[seat][slot] = (uint8_t)slot;
            ledger->passes[seat][slot] = (1U << rules->ids) - 1;
        }
    }
}

/* A card left the hand; the card drawn, if any, is now the newest. */
static void enter_card(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    uint8_t *row = ledger->by_age[event->seat], *count = &ledger->count[event->seat];
    int position = 0;
    while (row[position] != event->slot)
        position++;
    for (--*count; position < *count; position++)
        row[position] = row[position + 1];
    if (event->drawn != HL_NONE)
        row[(*count)++] = event->slot;
    ledger->passes[event->seat][event->slot] = event->drawn == HL_NONE ? 0 : (1U << rules->ids) - 1;
    ledger->clues[event->seat][event->slot] = 0;
}

static void enter_clue(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    uint32_t ids = rules->clue_ids[event->clue];
    for (int slot = 0; slot < rules->hand_size; slot++) {
        unsigned touched = event->touched >> slot & 1U;
        ledger->passes[event->target][slot] &= touched ? ids : ~ids;
        ledger->clues[event->target][slot] |= (uint16_t)(touched << event->clue);
    }
}

static void enter(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    (event->kind <= HL_PLAY ? enter_card : enter_clue)(rules, event, ledger);
}

void hl_ledger_enter(const hl_public *pub, hl_ledger *ledger) {
    enter(&pub->rules, &pub->history[pub->turn - 1], ledger);
}

void hl_ledger_read(const hl_public *pub, hl_ledger *ledger) {
    hl_ledger_start(&pub->rules, ledger);
    for (int turn = 0; turn < pub->turn; turn++)
        enter(&pub->rules, &pub->history[turn], ledger);
}

typedef struct {
    uint64_t *words;
    unsigned at; /* bits written */
} writer;

/* Append the lowest `count` bits of `bits`; no higher ones are set. */
static HL_INLINE void put(writer *out, uint64_t bits, unsigned count) {
    unsigned word = out->at >> 6, shift = out->at & 63;
    out->words[word] |= bits << shift;
    if (shift + count > 64)
        out->words[word + 1] |= bits >> (64 - shift);
    out->at += count;
}

/* Append `count` bits with only bit `index` set; none if the index is HL_NONE. */
static HL_INLINE void put_one(writer *out, unsigned index, unsigned count) {
    unsigned at = out->at + index;
    if (index != HL_NONE)
        out->words[at >> 6] |= 1ULL << (at & 63);
    out->at += count;
}

static HL_INLINE uint64_t first_bits(unsigned count) { return (1ULL << count) - 1; }

static void put_hands(writer *out, const hl_rules *rules, const uint8_t (*hands)[8],
                      const hl_ledger *ledger, unsigned observer) {
    unsigned slots = rules->hand_size;
    uint64_t shorter = ledger->count[observer] < slots;
    for (unsigned after = 1; after < rules->players; after++) {
        unsigned seat = hl_seat_after(rules, observer, after), count = ledger->count[seat];
        for (unsigned position = 0; position < count; position++)
            put_one(out, rules->id_of[hands[seat][ledger->by_age[seat][position]]], rules->ids);
        out->at += (slots - count) * rules->ids;
        shorter |= (uint64_t)(count < slots) << after;
    }
    put(out, shorter, rules->players);
}

static void put_board(writer *out, const hl_public *pub) {
    const hl_rules *rules = &pub->rules;
    put(out, first_bits(pub->deck_left),
        (unsigned)(rules->deck_size - rules->players * rules->hand_size));
    for (int suit = 0; suit < rules->suits; suit++)
        put_one(out, pub->stacks[suit] ? pub->stacks[suit] - 1U : HL_NONE, rules->ranks);
    put(out, first_bits(pub->tokens), rules->max_tokens);
    put(out, first_bits((unsigned)(rules->max_strikes - pub->strikes)), rules->max_strikes);
}

/* Copies of an identity are adjacent in both layouts, so only the number of them gone matters. */
static void put_discards(writer *out, const hl_public *pub) {
    const hl_rules *rules = &pub->rules;
    for (int id = 0; id < rules->ids; id++) {
        uint64_t gone = pub->discarded & rules->cards_of[id];
        put(out, first_bits((unsigned)__builtin_popcountll(gone)), rules->copies[id]);
    }
}

/* The positions of the slots that the clue touched; a clue moves no card. */
static uint64_t positions_of(const hl_ledger *ledger, unsigned seat, unsigned slots) {
    uint64_t positions = 0;
    for (unsigned position = 0; position < ledger->count[seat]; position++)
        positions |= (uint64_t)(slots >> ledger->by_age[seat][position] & 1) << position;
    return positions;
}

/* The position of the card that left the hand: the number of older cards that remain. */
static unsigned place_of(const hl_public *pub, const hl_event *event) {
    unsigned older = 0;
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        older += pub->order[event->seat][slot] < event->order;
    return older;
}

static void put_last_turn(writer *out, const hl_public *pub, const hl_ledger *ledger,
                          unsigned observer) {
    static const uint8_t kinds[] = {
        [HL_PLAY] = 0, [HL_DISCARD] = 1, [HL_COLOUR] = 2, [HL_RANK] = 3};
    const hl_rules *rules = &pub->rules;
    unsigned players = rules->players, hand = rules->hand_size;
    if (!pub->turn) {
        out->at += 2 * players + 4 + rules->suits + rules->ranks + 2 * hand + rules->ids + 2U;
        return;
    }
    const hl_event *event = &pub->history[pub->turn - 1];
    int clue = event->kind >= HL_COLOUR, rank = event->kind == HL_RANK,
        play = event->kind == HL_PLAY;
    put_one(out, hl_seats_on(rules, observer, event->seat), players);
    put_one(out, kinds[event->kind], 4);
    put_one(out, clue ? hl_seats_on(rules, observer, event->target) : HL_NONE, players);
    put_one(out, clue && !rank ? event->clue : HL_NONE, rules->suits);
    put_one(out, rank ? event->clue - rules->colour_clues : HL_NONE, rules->ranks);
    put(out, clue ? positions_of(ledger, event->target, event->touched) : 0, hand);
    put_one(out, clue ? HL_NONE : place_of(pub, event), hand);
    put_one(out, clue ? HL_NONE : rules->id_of[event->card], rules->ids);
    put(out, play ? event->success | (uint64_t)event->token << 1 : 0, 2);
}

static void put_knowledge(writer *out, const hl_rules *rules, const hl_ledger *ledger,
                          unsigned observer) {
    unsigned told = rules->suits + rules->ranks, width = rules->ids + told;
    for (unsigned after = 0; after < rules->players; after++) {
        unsigned seat = hl_seat_after(rules, observer, after), count = ledger->count[seat];
        for (unsigned position = 0; position < count; position++) {
            unsigned slot = ledger->by_age[seat][position];
            put(out, ledger->passes[seat][slot] | (uint64_t)ledger->clues[seat][slot] << rules->ids,
                width);
        }
        out->at += (rules->hand_size - count) * width;
    }
}

int hl_observation_check(const hl_rules *rules) {
    if (rules->colour_clues != rules->suits || rules->rank_clues != rules->ranks ||
        rules->moves > 64 || rules->max_strikes > 63)
        return HL_BAD_RULES;
    for (int suit = 0; suit < rules->suits; suit++)
        if (rules->clue_cards[suit] != rules->suit_cards[suit])
            return HL_BAD_RULES;
    for (int rank = 0; rank < rules->ranks; rank++)
        if (rules->clue_cards[rules->suits + rank] != rules->rank_cards[rank])
            return HL_BAD_RULES;
    return HL_OK;
}

unsigned hl_observation_bits(const hl_rules *rules) {
    unsigned players = rules->players, hand = rules->hand_size, ids = rules->ids;
    unsigned values = rules->suits + rules->ranks, deck = rules->deck_size;
    unsigned hands = (players - 1) * hand * ids + players;
    unsigned board = deck - players * hand + ids + rules->max_tokens + rules->max_strikes;
    unsigned last = 2 * players + 4 + values + 2 * hand + ids + 2;
    return hands + board + deck + last + players * hand * (ids + values);
}

void hl_observe_into(const hl_public *pub, const uint8_t (*hands)[8], const hl_ledger *ledger,
                     unsigned seat, uint64_t *words) {
    memset(words, 0, (hl_observation_bits(&pub->rules) + 63) / 64 * sizeof *words);
    writer out = {words, 0};
    put_hands(&out, &pub->rules, hands, ledger, seat);
    put_board(&out, pub);
    put_discards(&out, pub);
    put_last_turn(&out, pub, ledger, seat);
    put_knowledge(&out, &pub->rules, ledger, seat);
}

uint64_t hl_legal_actions(const hl_public *pub, const uint64_t held[6], const hl_ledger *ledger) {
    const hl_rules *rules = &pub->rules;
    unsigned open = rules->open_kinds[pub->tokens], count = ledger->count[pub->to_move];
    uint64_t legal = (open & 1U << HL_DISCARD ? first_bits(count) : 0) | first_bits(count)
                                                                             << rules->hand_size;
    for (int action = 2 * rules->hand_size; action < rules->moves; action++)
        legal |= (uint64_t)hl_may(pub, held, &rules->acts[action]) << action;
    return pub->end ? 0 : legal;
}

int hl_move_of_action(const hl_public *pub, const hl_ledger *ledger, unsigned action) {
    unsigned hand = pub->rules.hand_size;
    if (action >= 2 * hand)
        return action < pub->rules.moves ? (int)action : -1;
    unsigned position = action < hand ? action : action - hand;
    if (position >= ledger->count[pub->to_move])
        return -1;
    return (int)(action - position + ledger->by_age[pub->to_move][position]);
}

int hl_view_observation(const hl_view *view, uint64_t *words, uint64_t *legal) {
    const hl_public *pub = view->pub;
    if (hl_observation_check(&pub->rules))
        return HL_BAD_RULES;
    int error = hl_may_decide(view);
    if (error)
        return error;
    hl_ledger ledger;
    hl_ledger_read(pub, &ledger);
    hl_observe_into(pub, view->hand, &ledger, view->seat, words);
    *legal = hl_legal_actions(pub, view->held, &ledger);
    return HL_OK;
}
