/* Features of a card of mine that might be played or discarded. */
#include "strategies/human/glance.h"

/* The share of the unseen cards of `of` that are also in `wanted`. */
static float share(const hl_human_glance *glance, ids of, ids wanted) {
    int all = 0, hits = 0;
    for (; of; of &= of - 1) {
        int id = first_of(of);
        int copies = hl_conv_copies(&glance->now, id);
        all += copies;
        hits += wanted >> id & 1 ? copies : 0;
    }
    return all ? (float)hits / (float)all : 0;
}

static int least_rank(ids set) {
    int least = HL_MAX_RANKS;
    for (; set; set &= set - 1)
        least = rank_of(first_of(set)) < least ? rank_of(first_of(set)) : least;
    return least;
}

static int newer_cards(const hl_conv_hand *hand, int slot) {
    int newer = 0;
    for (unsigned left = hand->filled; left; left &= left - 1)
        newer += hand->order[first_of(left)] > hand->order[slot];
    return newer;
}

static float expected_loss(const hl_human_glance *glance, ids may_be) {
    float loss = 0;
    int cards = count(may_be);
    for (; may_be; may_be &= may_be - 1)
        loss += (float)hl_conv_loss(&glance->now, glance->now.me, first_of(may_be));
    return cards ? loss / (float)cards / 200 : 0;
}

static void see_chances(const hl_human_glance *glance, ids facts, ids said, float *features) {
    const hl_conv_memo *memo = &glance->now.memo;
    ids elsewhere = 0;
    for (int seat = 0; seat < glance->now.rules->players; seat++)
        elsewhere |= glance->now.seen[seat].held;
    features[HL_HUMAN_OWN_PLAYABLE] = share(glance, facts, memo->playable);
    features[HL_HUMAN_OWN_PLAYABLE_SAID] = share(glance, said, memo->playable);
    features[HL_HUMAN_OWN_USELESS] = share(glance, facts, memo->useless);
    features[HL_HUMAN_OWN_USELESS_SAID] = said ? share(glance, said, memo->useless) : 1;
    features[HL_HUMAN_OWN_CRITICAL] = share(glance, facts, memo->critical);
    features[HL_HUMAN_OWN_SEEN] = facts && subset(facts, elsewhere);
    features[HL_HUMAN_OWN_RANK] = (float)least_rank(said ? said : facts) / 4;
    features[HL_HUMAN_OWN_SPREAD] = (float)count(said) / 10;
    features[HL_HUMAN_OWN_LOSS] = expected_loss(glance, said ? said : facts);
}

/* Whether the identities of a set, which is not empty, have the same rank. */
static int is_one_rank(ids set) { return subset(set, HL_CONV_ONES << rank_of(first_of(set))); }

static int is_one_suit(ids set) {
    int id = first_of(set);
    return subset(set, from_here_up(id - rank_of(id)));
}

void hl_human_see_own(const hl_human_glance *glance, int slot, float features[WIDTH]) {
    const hl_conv_hand *hand = &glance->now.memo.hands[glance->now.me];
    unsigned bit = 1U << slot;
    int others = count(hand->filled) - 1;
    features[HL_HUMAN_OWN_AGE] = others ? (float)newer_cards(hand, slot) / (float)others : 0;
    features[HL_HUMAN_OWN_NEWEST] = slot == glance->newest;
    features[HL_HUMAN_OWN_TOUCHED] = (hand->touched & bit) != 0;
    features[HL_HUMAN_OWN_CHOP] = slot == glance->chop;
    features[HL_HUMAN_OWN_BLIND] = slot == glance->blind;
    features[HL_HUMAN_OWN_FOCUS] = slot == glance->focus;
    features[HL_HUMAN_OWN_TOLD] = (glance->told.touched & bit) != 0;
    features[HL_HUMAN_OWN_TOLD_ALONE] = glance->told.touched == bit;
    features[HL_HUMAN_OWN_KNOWS_COLOUR] = (float)is_one_suit(hand->know[slot]);
    features[HL_HUMAN_OWN_KNOWS_RANK] = (float)is_one_rank(hand->know[slot]);
    features[HL_HUMAN_OWN_READY] = (glance->mine->ready & bit) != 0;
    features[HL_HUMAN_OWN_SURELY_USELESS] = (glance->mine->useless & bit) != 0;
    see_chances(glance, hand->know[slot] & glance->now.unseen, glance->mine->may_be[slot],
                features);
}
