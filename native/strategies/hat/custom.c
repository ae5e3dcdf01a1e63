/* What the kind of a move communicates by itself, since everybody chooses by the same agreement:
 *
 * - While cards can be spared, a useless card is discarded rather than a clue given, unless some
 *   seat has a playable card and knows of none. So a clue despite a useless card says that there is
 *   such a seat, and a discard with tokens left says that there is none.
 * - Cards of which everybody knows the same are equivalent, and so are all that are known to be
 *   useless. Which of them is used is a code, like a clue.
 */
#include "strategies/hat/memo.h"

static int has(const hl_rules *rules, const hl_hat_memo *memo, int seat, uint64_t set) {
    for (int slot = 0; slot < rules->hand_size; slot++)
        if (within(memo->may_be[seat][slot], set))
            return 1;
    return 0;
}

int hl_hat_can_play(const hl_rules *rules, const hl_hat_memo *memo, int seat) {
    return has(rules, memo, seat, memo->playable);
}

int hl_hat_can_spare(const hl_rules *rules, const hl_hat_memo *memo) {
    return count(memo->discarded) <=
           rules->deck_size - rules->ids - rules->hand_size * rules->players;
}

int hl_hat_urged(const hl_rules *rules, const hl_hat_memo *memo, int giver) {
    int urged = HL_NONE;
    if (memo->tokens == rules->max_tokens || !hl_hat_can_spare(rules, memo) ||
        !has(rules, memo, giver, memo->useless))
        return HL_NONE;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == giver || hl_hat_can_play(rules, memo, seat))
            continue;
        if (urged != HL_NONE)
            return HL_NONE;
        urged = seat;
    }
    return urged;
}

void hl_hat_silence(const hl_rules *rules, hl_hat_memo *memo, int giver) {
    if (!memo->tokens)
        return;
    for (int seat = 0; seat < rules->players; seat++) {
        if (seat == giver || hl_hat_can_play(rules, memo, seat))
            continue;
        for (int slot = 0; slot < rules->hand_size; slot++)
            memo->may_be[seat][slot] &= ~memo->playable;
    }
}

/* The set of cards equivalent to this one, 0 if none. With four or more players the order of plays
 * matters more than what it can communicate. */
static uint64_t as_good(const hl_rules *rules, const hl_hat_memo *memo, uint64_t cards, int plays) {
    if (within(cards, memo->useless))
        return memo->useless;
    return plays && rules->players < 4 && within(cards, memo->playable) ? memo->playable : 0;
}

int hl_hat_alike(const hl_rules *rules, const hl_hat_memo *memo, int seat, int slot, int plays,
                 uint8_t slots[8]) {
    const uint64_t *may_be = memo->may_be[seat];
    uint64_t set = as_good(rules, memo, may_be[slot], plays);
    int others = 0;
    for (int other = 0; other < rules->hand_size; other++)
        if (set ? within(may_be[other], set) : may_be[other] == may_be[slot])
            slots[others++] = (uint8_t)other;
    return others;
}
