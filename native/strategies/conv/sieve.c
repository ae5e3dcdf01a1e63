/* The referential sieve, for two players (HL_CONV_SIEVE): a clue is about the card beside one that
 * it touches. A colour asks for a play of the card to the left of its focus, a rank for a discard
 * of the card to the right; the focus is the newest card touched for the first time. A hand with
 * nothing certain to do discards its newest card without a message. */
#include "strategies/conv/record.h"

/* Whether a slot is certainly playable, or said to be useless. */
static int is_safe(const hl_conv_memo *memo, const hl_conv_hand *hand, int slot) {
    ids said = hand->said[slot];
    return subset(said, memo->useless) || subset(said, memo->playable);
}

static int has_safe(const hl_conv_memo *memo, const hl_conv_hand *hand) {
    foreach (slot, hand->filled)
        if (is_safe(memo, hand, slot))
            return 1;
    return 0;
}

/* The slot, among these, of the card next to this one: the newer (`newer`) or the older. */
static int beside(const hl_conv_hand *hand, unsigned slots, int slot, int newer) {
    int found = HL_NONE;
    foreach (other, slots & hand->filled) {
        int order = hand->order[other];
        int past = newer ? order > hand->order[slot] : order < hand->order[slot];
        if (past && (found == HL_NONE || (order < hand->order[found]) == newer))
            found = other;
    }
    return found;
}

/* Record that a clue asks for a play of this slot: restrict the card to its playable identities. */
static void call(hl_conv_memo *memo, hl_conv_hand *hand, int slot) {
    ids playable = hand->know[slot] & memo->playable;
    if (!playable)
        return;
    hand->said[slot] = playable;
    hand->moved |= (uint8_t)(1U << slot);
    memo->focus = (uint8_t)slot;
}

static void call_again(hl_conv_memo *memo, hl_conv_hand *hand, unsigned touched) {
    for (unsigned left = touched; left;) {
        int slot = hl_conv_oldest(hand, left);
        if (hand->said[slot] & memo->playable) {
            call(memo, hand, slot);
            return;
        }
        left &= ~(1U << slot);
    }
    int newest = hl_conv_newest(hand, ~(unsigned)hand->touched & ~(unsigned)hand->moved);
    if (newest != HL_NONE)
        call(memo, hand, newest);
}

void hl_conv_sieve_read(const hl_rules *rules, const hl_event *clue, hl_conv_memo *memo) {
    hl_conv_hand *hand = &memo->hands[clue->target];
    unsigned before = hand->touched, fresh = clue->touched & ~before, loose = ~before;
    ids named = rules->clue_ids[clue->clue], rank = named & ~memo->useless;
    int was_safe = has_safe(memo, hand), news = 0;
    memo->tokens--;
    foreach (slot, hand->filled) {
        int old = is_safe(memo, hand, slot);
        unsigned bit = 1U << slot;
        hand->know[slot] &= clue->touched & bit ? named : ~named;
        ids said = fresh & bit && !(hand->moved & bit) ? ~memo->useless : hand->said[slot];
        hand->said[slot] = said & hand->know[slot];
        news |= before & bit && !old && is_safe(memo, hand, slot);
        if (fresh & bit) {
            hand->since[slot] = (uint8_t)(memo->turn - 1);
            hand->by[slot] = memo->to_move;
        }
    }
    hand->touched |= (uint8_t)clue->touched;
    if (news)
        return;
    if (!fresh) {
        if (!was_safe)
            call_again(memo, hand, clue->touched);
        return;
    }
    loose &= ~(unsigned)hand->moved;
    int colour = clue->clue < rules->colour_clues;
    if (!colour && subset(rank, memo->playable))
        return;
    int focus = hl_conv_newest(hand, fresh), first = hl_conv_newest(hand, hand->filled);
    if (colour && focus == first && fresh & (fresh - 1))
        focus = hl_conv_newest(hand, fresh & ~(1U << first));
    int target = beside(hand, colour ? loose : loose & ~(unsigned)hand->touched, focus, colour);
    if (colour && target == HL_NONE)
        target = hl_conv_oldest(hand, loose & ~(1U << focus));
    if (target == HL_NONE)
        return;
    if (colour || was_safe)
        call(memo, hand, target);
    else
        hand->said[target] = 0;
}

/* Remove identities that are useless by now, such as those played since, from the cards that clues
 * asked for; a card with none left is useless. */
void hl_conv_sieve_keep_up(const hl_rules *rules, hl_conv_memo *memo) {
    for (int seat = 0; seat < rules->players; seat++)
        foreach (slot, memo->hands[seat].moved)
            memo->hands[seat].said[slot] &= ~memo->useless;
}
