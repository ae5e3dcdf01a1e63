/* Check the rules of one game once, then derive all of the engine's look-up tables. */
#include "engine/hanabi.h"

#include <stddef.h>
#include <string.h>

/* Whether the start in the middle of a game leaves enough cards, tokens and strikes. */
static int can_start(const hl_rules *r) {
    for (int suit = 0; suit < r->suits; suit++)
        if (r->built[suit] > r->ranks)
            return 0;
    for (int id = 0; id < r->suits * r->ranks; id++)
        if (r->lost[id] + (id % r->ranks < r->built[id / r->ranks]) > r->copies[id])
            return 0;
    return r->spent <= r->max_tokens && r->struck < r->max_strikes && r->first < r->players &&
           r->players * r->hand_size + r->gone <= r->deck_size;
}

static void number_gone(hl_rules *r) {
    for (int suit = 0; suit < r->suits; suit++)
        r->gone = (uint8_t)(r->gone + r->built[suit]);
    for (int id = 0; id < r->ids; id++)
        r->gone = (uint8_t)(r->gone + r->lost[id]);
}

static int in_range(const hl_rules *r) {
    if (r->players < 2 || r->players > HL_MAX_PLAYERS || r->suits < 1 || r->suits > HL_MAX_SUITS ||
        r->ranks < 1 || r->ranks > HL_MAX_RANKS || r->hand_size < 1 || r->hand_size > HL_MAX_HAND ||
        r->max_tokens > HL_MAX_TOKENS || r->max_strikes < 1 || r->max_strikes == HL_NONE ||
        r->options > (HL_EMPTY_CLUES | HL_DISCARD_AT_MAX | HL_STOP_WHEN_NOTHING) ||
        r->colour_clues + r->rank_clues > HL_MAX_CLUES)
        return 0;
    int ids = r->suits * r->ranks, cards = 0;
    for (int id = 0; id < ids; id++) {
        if (r->copies[id] < 1)
            return 0;
        cards += r->copies[id];
    }
    for (int clue = 0; clue < r->colour_clues + r->rank_clues; clue++)
        if (r->clue_ids[clue] >> ids)
            return 0;
    return cards <= HL_MAX_DECK && r->players * r->hand_size <= cards;
}

static void number_cards(hl_rules *r) {
    r->ids = (uint8_t)(r->suits * r->ranks);
    for (int id = 0; id < r->ids; id++) {
        int suit = id / r->ranks, rank = id % r->ranks;
        for (int copy = 0; copy < r->copies[id]; copy++) {
            int card = r->deck_size++;
            r->id_of[card] = (uint8_t)id;
            r->suit_of[card] = (uint8_t)suit;
            r->cards_of[id] |= 1ULL << card;
        }
        r->suit_cards[suit] |= r->cards_of[id];
        r->rank_cards[rank] |= r->cards_of[id];
        r->all |= r->cards_of[id];
        if (r->copies[id] == 1)
            r->single |= r->cards_of[id];
        if (rank > 0)
            r->next_cards[id - 1] = r->cards_of[id];
    }
}

static void number_clues(hl_rules *r) {
    for (int clue = 0; clue < r->colour_clues + r->rank_clues; clue++)
        for (int card = 0; card < r->deck_size; card++)
            if (r->clue_ids[clue] >> r->id_of[card] & 1)
                r->clue_cards[clue] |= 1ULL << card;
}

/* The identities that every rank clue touches. */
static uint32_t touched_by_all_ranks(const hl_rules *r) {
    uint32_t all = r->rank_clues > 1 ? UINT32_MAX : 0;
    for (int clue = r->colour_clues; clue < r->colour_clues + r->rank_clues; clue++)
        all &= r->clue_ids[clue];
    return all;
}

/* All identities that have the rank of one of these. */
static uint32_t of_these_ranks(const hl_rules *r, uint32_t ids) {
    uint32_t same = 0, ones = 0;
    for (int suit = 0; suit < r->suits; suit++)
        ones |= 1U << suit * r->ranks;
    for (int rank = 0; rank < r->ranks; rank++)
        same |= ids & ones << rank ? ones << rank : 0;
    return same;
}

static uint32_t of_these_suits(const hl_rules *r, uint32_t ids) {
    uint32_t same = 0, suit = (1U << r->ranks) - 1;
    for (int first = 0; first < r->ids; first += r->ranks)
        same |= ids & suit << first ? suit << first : 0;
    return same;
}

static int is_vague(const hl_rules *r, int clue) {
    uint32_t ids = r->clue_ids[clue], first = ids & -ids;
    return (ids &
            ~(clue < r->colour_clues ? of_these_suits(r, first) : of_these_ranks(r, first))) != 0;
}

static void name_ids(hl_rules *r) {
    uint32_t vague = touched_by_all_ranks(r), named = 0;
    int clues = r->colour_clues + r->rank_clues;
    for (int clue = r->colour_clues; clue < clues; clue++) {
        r->by_rank |= r->clue_ids[clue];
        named |= of_these_ranks(r, r->clue_ids[clue] & ~vague);
    }
    r->silent = (uint32_t)((1ULL << r->ids) - 1);
    for (int clue = 0; clue < clues; clue++) {
        r->silent &= ~r->clue_ids[clue];
        r->vague |= (uint16_t)(is_vague(r, clue) << clue);
        uint32_t own = of_these_ranks(r, r->clue_ids[clue] & ~vague);
        r->named_ids[clue] = r->clue_ids[clue];
        if (clue >= r->colour_clues)
            r->named_ids[clue] &= ~vague | ~named | own;
    }
}

static void number_move(hl_rules *r, uint8_t kind, int slot, int offset, int clue) {
    r->acts[r->moves] = (hl_event){.kind = kind,
                                   .slot = (uint8_t)slot,
                                   .target = (uint8_t)offset,
                                   .clue = (uint8_t)clue,
                                   .move = r->moves,
                                   .card = HL_NONE,
                                   .order = HL_NONE,
                                   .drawn = HL_NONE};
    r->moves++;
}

/* The Hanabi Learning Environment's order: discards, plays, colour clues, rank clues. */
static void number_moves(hl_rules *r) {
    for (int slot = 0; slot < r->hand_size; slot++)
        number_move(r, HL_DISCARD, slot, HL_NONE, HL_NONE);
    for (int slot = 0; slot < r->hand_size; slot++)
        number_move(r, HL_PLAY, slot, HL_NONE, HL_NONE);
    for (int offset = 1; offset < r->players; offset++)
        for (int clue = 0; clue < r->colour_clues; clue++)
            number_move(r, HL_COLOUR, HL_NONE, offset, clue);
    for (int offset = 1; offset < r->players; offset++)
        for (int clue = 0; clue < r->rank_clues; clue++)
            number_move(r, HL_RANK, HL_NONE, offset, r->colour_clues + clue);
}

static void open_kinds(hl_rules *r) {
    for (int tokens = 0; tokens <= r->max_tokens; tokens++) {
        int discard = tokens < r->max_tokens || r->options & HL_DISCARD_AT_MAX, clue = tokens > 0;
        r->open_kinds[tokens] =
            (uint8_t)(discard << HL_DISCARD | 1 << HL_PLAY | clue << HL_COLOUR | clue << HL_RANK);
    }
}

int hl_rules_prepare(hl_rules *rules) {
    if (!in_range(rules))
        return HL_BAD_RULES;
    size_t given = offsetof(hl_rules, gone);
    memset((char *)rules + given, 0, sizeof *rules - given);
    number_cards(rules);
    number_clues(rules);
    name_ids(rules);
    number_moves(rules);
    open_kinds(rules);
    number_gone(rules);
    return can_start(rules) ? HL_OK : HL_BAD_RULES;
}

uint32_t hl_identities(const hl_rules *rules, uint64_t cards) {
    uint32_t ids = 0;
    for (int id = 0; id < rules->ids; id++)
        if (cards & rules->cards_of[id])
            ids |= 1U << id;
    return ids;
}
