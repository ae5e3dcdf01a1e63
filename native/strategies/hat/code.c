/* Which clues count as one: for each receiver, whether rank or colour is told, and whether it
 * touches the one card that everybody has agreed to look at. */
#include "strategies/hat/table.h"

/* The card that clues to a hand are told apart by: the one of which least is known. */
static int pivot(const hl_table *table, int seat) {
    int best = HL_NONE, most = -1;
    for (int slot = 0; slot < table->rules->hand_size; slot++) {
        ids cards = table->may_be[seat][slot];
        int open = cards & ~table->useless ? members(cards) : 0;
        if (table->order[seat][slot] != HL_NONE && open > most) {
            most = open;
            best = slot;
        }
    }
    return best;
}

/* Whether all cards of a hand may share a clue of one kind, so that none would miss the pivot. */
static int may_all_share(const hl_table *table, int seat, int first, int end) {
    for (int clue = first; clue < end; clue++) {
        int shared = 1;
        for (int slot = 0; slot < table->rules->hand_size; slot++)
            if (table->order[seat][slot] != HL_NONE)
                shared &= (table->may_be[seat][slot] & table->rules->clue_ids[clue]) != 0;
        if (shared)
            return 1;
    }
    return 0;
}

static int cards_held(const hl_table *table, int seat) {
    int cards = 0;
    for (int slot = 0; slot < table->rules->hand_size; slot++)
        cards += table->order[seat][slot] != HL_NONE;
    return cards;
}

/* 4: rank or colour, on the pivot or not. 3: those that miss it are one, since either kind may be
 * unable to. 2: a hand so small that all its cards may be one identity. 0: an empty hand. */
static int hand_codes(const hl_table *table, int seat) {
    const hl_rules *rules = table->rules;
    int cards = cards_held(table, seat), colours = rules->colour_clues;
    if (cards < 4)
        return cards ? 2 : 0;
    int one_rank = may_all_share(table, seat, colours, colours + rules->rank_clues);
    return one_rank || may_all_share(table, seat, 0, colours) ? 3 : 4;
}

int hl_code_count(const hl_table *table, int giver) {
    int count = 0;
    for (int seat = 0; seat < table->rules->players; seat++)
        count += seat == giver ? 0 : hand_codes(table, seat);
    return count;
}

int hl_code_of(const hl_table *table, int giver, int target, int clue, unsigned touched) {
    const hl_rules *rules = table->rules;
    int players = rules->players, before = 0, colour = clue < rules->colour_clues;
    for (int offset = 1; (giver + offset) % players != target; offset++)
        before += hand_codes(table, (giver + offset) % players);
    int codes = hand_codes(table, target), on = touched >> pivot(table, target) & 1;
    if (codes == 2)
        return before + colour;
    return before + (on ? colour : codes == 3 ? 2 : 2 + colour);
}
