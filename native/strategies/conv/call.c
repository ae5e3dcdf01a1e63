/* Calls, where there are cards that no clue touches: a clue that says nothing of the hand that it
 * touches asks the next seat to play such a card. To the n-th seat on it means the n-th oldest
 * untouched card by colour, the n-th newest by rank. */
#include "strategies/conv/record.h"

/* Whether a clue left what is said of a hand's touched cards as it was, and touched no others. */
static int says_nothing(const hl_conv_hand *was, const hl_conv_hand *is) {
    int same = was->touched == is->touched;
    for (unsigned left = is->touched; left; left &= left - 1)
        same &= was->said[first_of(left)] == is->said[first_of(left)];
    return same;
}

/* The slot called, or HL_NONE. */
static int called(const hl_rules *rules, const hl_event *clue, int giver,
                  const hl_conv_hand *hand) {
    unsigned free = hand->filled & ~(unsigned)hand->touched;
    int on = (clue->target + rules->players - giver) % rules->players;
    int newer = clue->clue < rules->colour_clues ? count(free) - on : on - 1;
    if (newer < 0 || newer >= count(free))
        return HL_NONE;
    for (; newer; newer--)
        free &= ~(1U << hl_conv_newest(hand, free));
    return hl_conv_newest(hand, free);
}

void hl_conv_read_or_call(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                          hl_conv_memo *memo) {
    hl_conv_hand was = memo->hands[clue->target];
    hl_conv_hand *hand = &memo->hands[hl_seat_after(rules, memo->to_move, 1)];
    hl_conv_read(config, rules, clue, memo);
    if (!says_nothing(&was, &memo->hands[clue->target]))
        return;
    int slot = called(rules, clue, memo->to_move, hand);
    ids may_be = rules->silent & ~memo->claimed & hl_conv_within_reach(memo);
    if (slot == HL_NONE || !(hand->know[slot] & may_be))
        return;
    hand->said[slot] = hand->know[slot] & may_be;
    hand->touched |= (uint8_t)(1U << slot);
    hand->moved &= (uint8_t) ~(1U << slot);
    hand->since[slot] = (uint8_t)(memo->turn - 1);
    hand->by[slot] = memo->to_move;
    hand->drawn[slot] = (uint8_t)(rules->deck_size - memo->deck_left);
    memo->focus = HL_NONE;
}
