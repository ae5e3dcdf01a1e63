/* The table of common knowledge: cards come and go, clues rule out. */
#include "strategies/hat/table.h"

#include <string.h>

static void look_up(hl_table *table) {
    const hl_rules *rules = table->rules;
    int reach[HL_MAX_SUITS];
    table->playable = table->useless = table->critical = 0;
    for (int suit = 0; suit < rules->suits; suit++) {
        reach[suit] = 1;
        for (int rank = 0; rank < rules->ranks; rank++) {
            int id = suit * rules->ranks + rank, played = rank < table->stacks[suit];
            int lost = !played && table->gone[id] == rules->copies[id];
            if (lost)
                reach[suit] = 0;
            if (played || !reach[suit])
                table->useless |= 1U << id;
            else if (rules->copies[id] - table->gone[id] == 1)
                table->critical |= 1U << id;
        }
        if (table->stacks[suit] < rules->ranks)
            table->playable |= 1U << (suit * rules->ranks + table->stacks[suit]);
    }
    table->playable &= ~table->useless;
}

static ids all(const hl_rules *rules) { return (ids)((1ULL << rules->ids) - 1); }

static void draw(hl_table *table, int seat, int slot, int order) {
    table->order[seat][slot] = (uint8_t)order;
    table->may_be[seat][slot] = table->by_clues[seat][slot] =
        order == HL_NONE ? 0 : all(table->rules);
}

void hl_table_open(hl_table *table, const hl_view *view) {
    const hl_public *pub = view->pub;
    memset(table, 0, sizeof *table);
    table->view = view;
    table->rules = &pub->rules;
    memset(table->identity, HL_NONE, sizeof table->identity);
    memset(table->order, HL_NONE, sizeof table->order);
    for (int turn = 0; turn < pub->turn; turn++)
        if (pub->history[turn].kind <= HL_PLAY)
            table->identity[pub->history[turn].order] = pub->rules.id_of[pub->history[turn].card];
    for (int seat = 0; seat < pub->rules.players; seat++)
        for (int slot = 0; slot < pub->rules.hand_size; slot++) {
            if (view->hand[seat][slot] != HL_NONE)
                table->identity[pub->order[seat][slot]] = pub->rules.id_of[view->hand[seat][slot]];
            draw(table, seat, slot, seat * pub->rules.hand_size + slot);
        }
    look_up(table);
}

void hl_table_use(hl_table *table, const hl_event *event) {
    int id = table->rules->id_of[event->card];
    table->gone[id]++;
    if (event->success)
        table->stacks[id / table->rules->ranks]++;
    draw(table, event->seat, event->slot, event->drawn);
    look_up(table);
}

void hl_table_clue(hl_table *table, const hl_event *event) {
    ids clued = table->rules->clue_ids[event->clue];
    for (int slot = 0; slot < table->rules->hand_size; slot++) {
        ids rest = event->touched >> slot & 1 ? clued : ~clued;
        table->may_be[event->target][slot] &= rest;
        table->by_clues[event->target][slot] &= rest;
    }
}

/* What is still in the game and not known elsewhere. */
static ids open_ids(const hl_table *table) {
    ids open = 0;
    for (int id = 0; id < table->rules->ids; id++)
        open |= (ids)(copies_left(table, id) > 0) << id;
    return open;
}

static void count_known(hl_table *table) {
    memset(table->known, 0, sizeof table->known);
    for (int seat = 0; seat < table->rules->players; seat++)
        for (int slot = 0; slot < table->rules->hand_size; slot++)
            if (members(table->may_be[seat][slot]) == 1)
                table->known[__builtin_ctz(table->may_be[seat][slot])]++;
}

/* Who does not play by the strategy makes it say what is not so: then only the clues count. */
static ids credible(const hl_table *table, ids may_be, ids by_clues, ids open) {
    if (may_be & open)
        return may_be & open;
    if (by_clues & open)
        return by_clues & open;
    ids left = 0;
    for (int id = 0; id < table->rules->ids; id++)
        left |= (ids)(table->gone[id] < table->rules->copies[id]) << id;
    return by_clues & left ? by_clues & left : by_clues;
}

void hl_table_settle(hl_table *table) {
    for (int changed = 1, rounds = 0; changed && rounds < HL_MAX_DECK; rounds++) {
        changed = 0;
        count_known(table);
        ids open = open_ids(table);
        for (int seat = 0; seat < table->rules->players; seat++)
            for (int slot = 0; slot < table->rules->hand_size; slot++) {
                ids *may_be = &table->may_be[seat][slot];
                if (table->order[seat][slot] == HL_NONE || members(*may_be) == 1)
                    continue;
                ids rest = credible(table, *may_be, table->by_clues[seat][slot], open);
                changed |= rest != *may_be;
                *may_be = rest;
            }
    }
}

int hl_table_weight(const hl_table *table, int seat, int slot, ids set) {
    ids cards = table->may_be[seat][slot];
    if (members(cards) == 1)
        return (cards & set) != 0;
    int weight = 0;
    for (cards &= set; cards; cards &= cards - 1) {
        int left = copies_left(table, __builtin_ctz(cards));
        weight += left > 0 ? left : 0;
    }
    return weight;
}
