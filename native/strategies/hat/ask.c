/* The agreed questions about a hand: which card can be played, then what the others are. One number
 * encodes the answers to all. */
#include "strategies/hat/memo.h"

#include <stddef.h>

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

/* Divide the identities that a card may have, by their use, into at most `most` groups: with more
 * answers available the groups are halved, with fewer they are merged. chance[i] is the relative
 * likelihood of group i. Returns the number of groups. */
static int group(const hl_rules *rules, const hl_hat_memo *memo, uint64_t cards, int most,
                 uint64_t groups[HL_MAX_IDS], uint32_t chance[HL_MAX_IDS]) {
    uint64_t parts[HL_MAX_IDS];
    int wanted = kinds(rules, memo, cards), made = by_use(memo, cards, parts);
    if (wanted > most)
        wanted = most;
    split(rules, memo, parts, made, wanted);
    deal(memo, parts, made > wanted ? made : wanted, groups, chance, wanted);
    return wanted;
}

typedef struct {
    const hl_rules *rules;
    hl_hat_memo *memo;
    int seat;
    const uint8_t *hand; /* NULL: decode from the answer */
    int answer;
    int first, left; /* remaining numbers: first, first + 1 ... */
} dialogue;

static int holds(const dialogue *talk, int slot, uint64_t set) {
    return (int)(set >> (talk->hand[slot] & 63) & 1);
}

/* Divide the remaining numbers between the answers: at least one each, and more the likelier it is,
 * since the next questions need them. */
static void share(int left, int options, const uint32_t *chance, int shares[HL_MAX_IDS]) {
    for (int i = 0; i < options; i++)
        shares[i] = 1;
    for (int rest = left - options; rest > 0; rest--) {
        int most = 0;
        for (int i = 1; i < options; i++)
            if ((uint64_t)chance[i] * (unsigned)shares[most] >
                (uint64_t)chance[most] * (unsigned)shares[i])
                most = i;
        shares[most]++;
    }
}

/* Ask one question with `options` answers, and narrow the remaining numbers to those that encode
 * the answer. `seen` is the answer for the real hand, where that is visible. Returns the answer. */
static int hear(dialogue *talk, int options, const uint32_t *chance, int seen) {
    int shares[HL_MAX_IDS] = {0}, said = 0;
    share(talk->left, options, chance, shares);
    while (said < options - 1 &&
           (talk->hand ? said < seen : talk->answer >= talk->first + shares[said]))
        talk->first += shares[said++];
    talk->left = shares[said];
    return said;
}

static void learn(dialogue *talk, int slot, uint64_t set) {
    uint64_t *may_be = &talk->memo->may_be[talk->seat][slot];
    if (*may_be & set)
        *may_be &= set;
}

/* The slots of cards that may be among `some` and are neither known nor known to be useless, sorted
 * by descending chance to be among `set`. */
static int by_chance(const dialogue *talk, uint64_t some, uint64_t set, uint8_t slots[8],
                     uint32_t chance[8]) {
    const hl_hat_memo *memo = talk->memo;
    int listed = 0;
    for (int slot = 0; slot < talk->rules->hand_size; slot++) {
        uint64_t cards = memo->may_be[talk->seat][slot];
        if (!(cards & some) || !(cards & ~memo->useless) || one_kind(talk->rules, cards))
            continue;
        unsigned hits = (unsigned)count(cards & set & memo->hidden);
        unsigned of = (unsigned)count(cards & memo->hidden);
        uint32_t hit = of ? (hits << 16) / of : 0;
        int place = listed++;
        for (; place && hit > chance[place - 1]; place--) {
            slots[place] = slots[place - 1];
            chance[place] = chance[place - 1];
        }
        slots[place] = (uint8_t)slot;
        chance[place] = hit;
    }
    return listed;
}

/* "Which is the first of these cards that can be played, if any?", the least likely first, so that
 * a yes rules out more. If one is certain, the answer "none" is left out. */
static int ask_what_to_play(dialogue *talk, int urged) {
    uint64_t playable = talk->memo->playable;
    uint8_t slots[8];
    uint32_t chance[8], first[9], none = 1 << 16;
    int asked = by_chance(talk, playable, playable, slots, chance), seen = 0;
    int maybe_none = !urged || asked > talk->left;
    if (asked > talk->left - maybe_none)
        asked = talk->left - maybe_none;
    if (asked < 1)
        return HL_NONE;
    for (int i = 0; i < asked; i++) {
        first[i] = (uint32_t)((uint64_t)none * chance[asked - 1 - i] >> 16);
        none -= first[i];
    }
    first[asked] = none;
    while (talk->hand && seen < asked && !holds(talk, slots[asked - 1 - seen], playable))
        seen++;
    int said = hear(talk, asked + maybe_none, first, seen);
    for (int i = 0; i < said; i++)
        learn(talk, slots[asked - 1 - i], ~playable);
    if (said == asked)
        return HL_NONE;
    learn(talk, slots[asked - 1 - said], playable);
    return slots[asked - 1 - said];
}

/* "What is this card?" */
static void ask_what_it_is(dialogue *talk, int slot) {
    uint64_t groups[HL_MAX_IDS], cards = talk->memo->may_be[talk->seat][slot];
    uint32_t chance[HL_MAX_IDS];
    int options = group(talk->rules, talk->memo, cards, talk->left, groups, chance);
    int seen = 0;
    while (talk->hand && seen < options - 1 && !holds(talk, slot, groups[seen]))
        seen++;
    learn(talk, slot, groups[hear(talk, options, chance, seen)]);
}

int hl_hat_ask(const hl_rules *rules, hl_hat_memo *memo, int seat, const uint8_t *hand, int urged,
               int codes, int answer, uint8_t *told) {
    dialogue talk = {rules, memo, seat, hand, answer, 0, codes};
    uint8_t slots[8];
    uint32_t chance[8];
    *told = HL_NONE;
    if (!hl_hat_can_play(rules, memo, seat))
        *told = (uint8_t)ask_what_to_play(&talk, urged);
    int listed = by_chance(&talk, rules->all, memo->useless, slots, chance);
    for (int i = 0; i < listed && talk.left > 1; i++)
        ask_what_it_is(&talk, slots[i]);
    return talk.first;
}
