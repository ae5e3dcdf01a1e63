/* The agreed questions: which card can be played, then what the others are. */
#include "strategies/hat/table.h"

enum { MOST_ASKED = HL_MAX_HAND };

typedef struct {
    hl_table *table;
    int seat;
    int left;   /* answers that the rest of the clue can still tell apart */
    int radix;  /* what one step of the next answer counts */
    int answer; /* the one to be read, or negative: the hand is seen */
    int sum;
} dialogue;

static int holds(const dialogue *talk, int slot, ids set) {
    int id = talk->table->identity[talk->table->order[talk->seat][slot]];
    return id != HL_NONE && set >> id & 1;
}

/* One question with `options` answers, of which `seen` is the real hand's. */
static int hear(dialogue *talk, int options, int seen) {
    int said = talk->answer < 0 ? seen : talk->answer / talk->radix % options;
    talk->sum += said * talk->radix;
    talk->radix *= options;
    talk->left /= options;
    return said;
}

static void learn(dialogue *talk, int slot, ids set) {
    ids *may_be = &talk->table->may_be[talk->seat][slot];
    if (*may_be & set)
        *may_be &= set;
}

/* Slots whose card is not known, nor known to be of no use, most promising first. */
static int by_promise(const dialogue *talk, ids promise, uint8_t slots[MOST_ASKED]) {
    const hl_table *table = talk->table;
    int count = 0, hits[MOST_ASKED], of[MOST_ASKED];
    for (int slot = 0; slot < table->rules->hand_size; slot++) {
        ids cards = table->may_be[talk->seat][slot];
        if (members(cards) < 2 || !(cards & promise) || !(cards & ~table->useless))
            continue;
        int hit = hl_table_weight(table, talk->seat, slot, promise);
        int total = hl_table_weight(table, talk->seat, slot, cards), place = count++;
        for (; place && hit * of[place - 1] > hits[place - 1] * total; place--) {
            slots[place] = slots[place - 1];
            hits[place] = hits[place - 1];
            of[place] = of[place - 1];
        }
        slots[place] = (uint8_t)slot;
        hits[place] = hit;
        of[place] = total;
    }
    return count;
}

/* Whether the hand has a card known to be playable already. */
static int can_play(const dialogue *talk) {
    for (int slot = 0; slot < talk->table->rules->hand_size; slot++) {
        ids cards = talk->table->may_be[talk->seat][slot];
        if (cards && !(cards & ~talk->table->playable))
            return 1;
    }
    return 0;
}

/* «Which is the first of these cards that can be played, if any?» */
static int ask_what_to_play(dialogue *talk) {
    ids playable = talk->table->playable;
    uint8_t slots[MOST_ASKED];
    int asked = 0, count = by_promise(talk, playable, slots);
    while (asked < count && asked < talk->left - 1)
        if (!(talk->table->may_be[talk->seat][slots[asked]] & ~playable))
            slots[asked] = slots[--count];
        else
            asked++;
    if (!asked)
        return HL_NONE;
    int seen = 0;
    while (seen < asked && !holds(talk, slots[seen], playable))
        seen++;
    int said = hear(talk, asked + 1, seen);
    for (int i = 0; i < said; i++)
        learn(talk, slots[i], ~playable);
    if (said == asked)
        return HL_NONE;
    learn(talk, slots[said], playable);
    return slots[said];
}

/* «What is this card?», its possible identities dealt into groups, the useless ones into one. */
static void ask_what_it_is(dialogue *talk, int slot) {
    const hl_table *table = talk->table;
    ids cards = table->may_be[talk->seat][slot], group[HL_MAX_IDS + 1];
    int kinds = members(cards & ~table->useless) + ((cards & table->useless) != 0);
    int options = kinds < talk->left ? kinds : talk->left, used = 0;
    if (options < 2)
        return;
    for (int i = 0; i < options; i++)
        group[i] = 0;
    if (cards & table->useless)
        group[used++] = cards & table->useless;
    int first = used;
    for (ids rest = cards & ~table->useless; rest; rest &= rest - 1) {
        group[used] |= rest & -rest;
        if (++used == options)
            used = first < options - 1 || kinds <= options ? first : 0;
    }
    int seen = 0;
    while (seen < options - 1 && !holds(talk, slot, group[seen]))
        seen++;
    learn(talk, slot, group[hear(talk, options, seen)]);
}

int hl_table_ask(hl_table *table, int seat, int clues, int answer, uint8_t *told) {
    dialogue talk = {table, seat, clues, 1, answer, 0};
    *told = HL_NONE;
    if (!can_play(&talk))
        *told = (uint8_t)ask_what_to_play(&talk);
    uint8_t slots[MOST_ASKED];
    int count = by_promise(&talk, ~table->useless, slots);
    for (int i = 0; i < count && talk.left > 1; i++)
        ask_what_it_is(&talk, slots[i]);
    return talk.sum;
}
