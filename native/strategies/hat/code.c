/* Which clues have the same code: by the receiver, whether rank or colour is clued, and whether it
 * touches the pivot, the card that everybody has agreed to look at. */
#include "strategies/hat/memo.h"

/* The pivot of a hand: the card of which least is known. */
static int pivot(const hl_rules *rules, const hl_hat_memo *memo, int seat) {
    int best = HL_NONE, most = -1;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint64_t cards = memo->may_be[seat][slot];
        int open = cards & ~memo->useless ? count(cards) : 0;
        if (cards && open > most) {
            most = open;
            best = slot;
        }
    }
    return best;
}

/* Whether all cards of a hand may share one of these sets, so that every such clue touches the
 * pivot. */
static int may_all_share(const hl_rules *rules, const hl_hat_memo *memo, int seat,
                         const uint64_t *sets, int of) {
    for (int i = 0; i < of; i++) {
        int shared = 1;
        for (int slot = 0; slot < rules->hand_size; slot++)
            if (memo->may_be[seat][slot])
                shared &= (memo->may_be[seat][slot] & sets[i]) != 0;
        if (shared)
            return 1;
    }
    return 0;
}

static int may_be_one(const hl_rules *rules, const hl_hat_memo *memo, int seat) {
    int cards = 0;
    for (int slot = 0; slot < rules->hand_size; slot++)
        cards += memo->may_be[seat][slot] != 0;
    for (int id = 0; id < rules->ids; id++)
        if (count(rules->cards_of[id] & ~memo->gone) >= cards &&
            may_all_share(rules, memo, seat, &rules->cards_of[id], 1))
            return 1;
    return 0;
}

/* The number of codes of a hand. 4: rank or colour, on the pivot or not. 3: the two kinds that miss
 * it count as one, since either may be impossible. 2: a hand whose cards may all be one identity.
 * 0: an empty hand. */
static int hand_codes(const hl_rules *rules, const hl_hat_memo *memo, int seat) {
    const uint64_t *cards = rules->clue_cards;
    int colours = rules->colour_clues;
    if (pivot(rules, memo, seat) == HL_NONE)
        return 0;
    if (!may_all_share(rules, memo, seat, cards, colours) &&
        !may_all_share(rules, memo, seat, cards + colours, rules->rank_clues))
        return 4;
    return may_be_one(rules, memo, seat) ? 2 : 3;
}

int hl_hat_classify(const hl_rules *rules, const hl_hat_memo *memo, int giver,
                    hl_hat_classes classes[6]) {
    int codes = 0;
    for (int offset = 1; offset < rules->players; offset++) {
        int seat = (giver + offset) % rules->players;
        classes[seat].first = (uint8_t)codes;
        classes[seat].pivot = (uint8_t)pivot(rules, memo, seat);
        classes[seat].codes = (uint8_t)hand_codes(rules, memo, seat);
        codes += classes[seat].codes;
    }
    return codes;
}

int hl_hat_code(const hl_rules *rules, const hl_hat_classes *target, int clue, unsigned touched) {
    int colour = clue < rules->colour_clues;
    int on = target->pivot != HL_NONE && touched >> target->pivot & 1;
    if (target->codes == 2)
        return target->first + colour;
    return target->first + (on ? colour : target->codes == 3 ? 2 : 2 + colour);
}
