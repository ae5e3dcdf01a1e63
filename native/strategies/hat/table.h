/* What everybody knows under the information strategy. Not part of the public face. */
#ifndef HANABI_HAT_TABLE_H
#define HANABI_HAT_TABLE_H

#include "strategies/hat/hat.h"

typedef uint32_t ids; /* a set of identities, bit = suit * ranks + rank */

typedef struct {
    const hl_view *view;
    const hl_rules *rules;
    uint8_t identity[64]; /* by draw number, as far as the view's seat knows it; else HL_NONE */
    uint8_t order[6][8];  /* draw numbers by seat and slot, HL_NONE when empty */
    ids may_be[6][8];     /* what everybody knows a card to be; 0 when empty */
    ids by_clues[6][8];   /* what its clues alone allow */
    uint8_t gone[30];     /* copies played or discarded */
    uint8_t known[30];    /* copies in hands that everybody knows */
    uint8_t stacks[6], drawn;
    ids playable, useless, critical;
} hl_table;

void hl_table_open(hl_table *table, const hl_view *view);
void hl_table_use(hl_table *table, const hl_event *event);  /* a play or discard */
void hl_table_clue(hl_table *table, const hl_event *event); /* what the clue says by itself */
/* Rule out what all copies of are accounted for, until nothing changes. */
void hl_table_settle(hl_table *table);

/* Copies that a card with no more known of it could be, of an identity, in everybody's eyes. */
static inline int copies_left(const hl_table *table, int id) {
    return table->rules->copies[id] - table->gone[id] - table->known[id];
}

static inline int members(ids set) { return __builtin_popcount(set); }

/* Copies that are left of a set; for a card that is known, 1. */
int hl_table_weight(const hl_table *table, int seat, int slot, ids set);

/* Asks the agreed questions of a seat's hand, `clues` answers at most, and puts the answers into
 * the table: those of the real hand if `answer` is negative, else those that add up to `answer`.
 * Returns the answer. *told: the slot found playable, or HL_NONE. */
int hl_table_ask(hl_table *table, int seat, int clues, int answer, uint8_t *told);

/* How many clues can always be told apart, given by `giver`; and which of them an event is. */
int hl_code_count(const hl_table *table, int giver);
int hl_code_of(const hl_table *table, int giver, int target, int clue, unsigned touched);

#endif
