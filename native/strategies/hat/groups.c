/* Groups of the identities that a card may have, by their use: useless, critical, playable, others.
 * With more answers available the groups are halved, with fewer they are merged. */
#include "strategies/hat/memo.h"

static int copies(const hl_hat_memo *memo, uint64_t set) { return count(set & memo->hidden); }

static int kinds(const hl_rules *rules, const hl_hat_memo *memo, uint64_t cards) {
    int sorts = (cards & memo->useless) != 0;
    for (uint64_t rest = cards & ~memo->useless; rest; rest &= ~first_kind(rules, rest))
        sorts++;
    return sorts;
}

static int by_use(const hl_hat_memo *memo, uint64_t cards, uint64_t parts[]) {
    const uint64_t uses[] = {memo->useless, memo->critical, memo->playable, ~0ULL};
    int made = 0;
    for (int i = 0; i < 4; cards &= ~uses[i++])
        if (cards & uses[i])
            parts[made++] = cards & uses[i];
    return made;
}

/* A subset of these identities with about half of the copies, but not all. */
static uint64_t half(const hl_rules *rules, const hl_hat_memo *memo, uint64_t set) {
    uint64_t taken = 0, last;
    do {
        last = first_kind(rules, set & ~taken);
        taken |= last;
    } while (2 * copies(memo, taken) < copies(memo, set));
    return set & ~taken ? taken : taken & ~last;
}

static void split(const hl_rules *rules, const hl_hat_memo *memo, uint64_t parts[], int made,
                  int wanted) {
    for (; made < wanted; made++) {
        int most = HL_NONE;
        for (int i = 0; i < made; i++)
            if (!one_kind(rules, parts[i]) && !(parts[i] & memo->useless) &&
                (most == HL_NONE || copies(memo, parts[i]) > copies(memo, parts[most])))
                most = i;
        parts[made] = half(rules, memo, parts[most]);
        parts[most] &= ~parts[made];
    }
}

/* Distribute the parts to the groups, the largest first, each to the smallest group. */
static void deal(const hl_hat_memo *memo, uint64_t parts[], int made, uint64_t groups[],
                 uint32_t chance[], int wanted) {
    for (int i = 0; i < wanted; i++)
        groups[i] = chance[i] = 0;
    for (; made; made--) {
        int most = 0, to = 0;
        for (int i = 1; i < made; i++)
            if (copies(memo, parts[i]) > copies(memo, parts[most]))
                most = i;
        for (int i = 1; i < wanted; i++)
            if (chance[i] < chance[to])
                to = i;
        groups[to] |= parts[most];
        chance[to] += (uint32_t)copies(memo, parts[most]) * 2 + 1;
        for (int i = most; i < made - 1; i++)
            parts[i] = parts[i + 1];
    }
}

int hl_hat_group(const hl_rules *rules, const hl_hat_memo *memo, uint64_t cards, int most,
                 uint64_t groups[HL_MAX_IDS], uint32_t chance[HL_MAX_IDS]) {
    uint64_t parts[HL_MAX_IDS];
    int wanted = kinds(rules, memo, cards), made = by_use(memo, cards, parts);
    if (wanted > most)
        wanted = most;
    split(rules, memo, parts, made, wanted);
    deal(memo, parts, made > wanted ? made : wanted, groups, chance, wanted);
    return wanted;
}
