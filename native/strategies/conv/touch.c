/* The good touch principle: clues touch only useful cards, and no card that is touched elsewhere.
 * So after every turn, touched cards exclude what was played, lost, or is known to be another
 * touched card. With HL_CONV_GROUP a card that can no longer score is lost only once all of its
 * copies are thrown away: a 5 touched before both of its 4s were discarded may still be that 5. */
#include "strategies/conv/lanes.h"

/* Remove the identities `gone` from touched cards. Returns those that the cards are now known to
 * have. */
static lanes drop_gone(hl_conv_hand *hand, int slot, ids gone) {
    lanes on = are_on(hand->touched, slot);
    lanes said = load(hand->said + slot) & ~(each(gone) & on);
    store(hand->said + slot, said);
    return alone_among(said & on);
}

/* Remove identities that other touched cards are known to have, if any remain. Returns those now
 * known. */
static lanes drop_claimed(hl_conv_hand *hand, int slot, ids claimed) {
    lanes said = load(hand->said + slot), on = are_on(hand->touched, slot);
    lanes stays = ~on | are_empty(said & (said - each(1))) | are_empty(said & ~each(claimed));
    said &= each(~claimed) | stays;
    store(hand->said + slot, said);
    return alone_among(said & on);
}

/* Remove from all touched cards the identities that are gone, then those of known touched cards,
 * until nothing changes: each pass may make more cards known. The second step is skipped if no clue
 * was given and no card became known, since nothing would change. */
static HL_INLINE void keep_up(int players, int slots, hl_conv_memo *memo, ids gone, int clued) {
    ids claimed = 0;
    lanes found = each(0);
    for (int seat = 0; seat < players; seat++)
        for (int slot = 0; slot < slots; slot += LANES)
            found |= drop_gone(&memo->hands[seat], slot, gone);
    ids alone = union_of(found);
    if (!clued && !((alone ^ memo->claimed) & ~gone))
        claimed = alone;
    while (alone != claimed) {
        claimed = alone;
        for (int seat = 0; seat < players; seat++)
            for (int slot = 0; slot < slots; slot += LANES)
                found |= drop_claimed(&memo->hands[seat], slot, claimed);
        alone = union_of(found);
    }
    memo->claimed = claimed;
}

void hl_conv_keep_up(const hl_rules *rules, hl_conv_memo *memo, ids gone, int clued) {
    if (rules->hand_size <= LANES)
        keep_up(rules->players, LANES, memo, gone, clued);
    else
        keep_up(rules->players, HL_MAX_HAND, memo, gone, clued);
}

/* The identities that are playable now, or will be once the cards known to the table are played. */
ids hl_conv_within_reach(const hl_conv_memo *memo) {
    ids reach = memo->playable, steps = reach & memo->claimed;
    while (steps) {
        ids next = next_of(steps) & ~reach & ~memo->useless;
        reach |= next;
        steps = next & memo->claimed;
    }
    return reach;
}
