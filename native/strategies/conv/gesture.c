/* What is said without a clue's own meaning (HL_CONV_GROUP): the order in which 1s are played, chop
 * moves, and discards of cards that are known to be useful. */
#include "strategies/conv/record.h"

#include <stddef.h>

/* The 1 that is played first: the chop's, then those drawn during the game, the newest first, then
 * those of the deal, the oldest first. `ready`: the slots to choose from. */
int hl_conv_first_of_ones(const hl_rules *rules, const hl_conv_hand *hand, unsigned ready) {
    int dealt = rules->players * rules->hand_size, best = HL_NONE, value = -1;
    foreach (slot, ready) {
        int order = hand->order[slot];
        int worth = hand->saved >> slot & 1 ? 1000 : order >= dealt ? 200 + order : dealt - order;
        if (worth > value) {
            best = slot;
            value = worth;
        }
    }
    return best;
}

/* The focus of a clue to a hand as it was before. Of several new 1s it is the one that is played
 * first. */
int hl_conv_focus_of(const hl_conv_config *config, const hl_rules *rules,
                     const hl_conv_hand *before, const hl_event *clue) {
    unsigned ones = clue->touched & ~(unsigned)before->touched & ~(unsigned)before->moved;
    int focus = hl_conv_focus(before, clue->touched);
    if (!(config->ideas & HL_CONV_ORDER) || !ones || focus == hl_conv_chop(before) ||
        !subset(rules->clue_ids[clue->clue], HL_CONV_ONES))
        return focus;
    return hl_conv_first_of_ones(rules, before, ones);
}

/* The slots, among these, of cards known to be 1s whose suit the holder does not know; none if
 * there is only one. */
unsigned hl_conv_ones(const hl_conv_hand *hand, const ids *may_be, unsigned slots) {
    unsigned ones = 0;
    foreach (slot, slots & hand->touched)
        if (subset(hand->know[slot], HL_CONV_ONES) && !is_alone(may_be[slot]))
            ones |= 1U << slot;
    return ones & (ones - 1) ? ones : 0;
}

/* How many of several 1s are played before the one in this slot. */
int hl_conv_ones_before(const hl_rules *rules, const hl_conv_hand *hand, unsigned ones, int slot) {
    int before = 0;
    for (; ones; before++) {
        int first = hl_conv_first_of_ones(rules, hand, ones);
        if (first == slot)
            return before;
        ones &= ~(1U << first);
    }
    return 0;
}

/* Order chop move: a seat that plays the 1 which comes n places after the one due protects the chop
 * of the n-th player after it. */
static void move_by_order(const hl_rules *rules, const hl_event *event, hl_conv_memo *memo) {
    hl_conv_hand *hand = &memo->hands[event->seat];
    unsigned ones = hl_conv_ones(hand, hand->said, hand->touched);
    int skipped = hl_conv_ones_before(rules, hand, ones, event->slot);
    if (!skipped || skipped >= rules->players)
        return;
    hl_conv_hand *other = &memo->hands[hl_seat_after(rules, event->seat, skipped)];
    int chop = hl_conv_chop(other);
    if (chop != HL_NONE)
        other->moved |= (uint8_t)(1U << chop);
}

/* The reason (HL_CONV_..._STALL) for which the seat to move may give a clue that does nothing, by
 * all conventions; HL_CONV_NO_STALL if there is none. */
static int stall(const hl_rules *rules, const hl_conv_memo *memo) {
    const hl_conv_hand *hand = &memo->hands[memo->to_move];
    if (memo->tokens == rules->max_tokens || hl_conv_is_locked(hand, memo->useless))
        return HL_CONV_LOCKED_STALL;
    if (memo->screamed || memo->lost != HL_NONE)
        return HL_CONV_DOUBLE_STALL;
    return memo->started ? HL_CONV_NO_STALL : HL_CONV_EARLY_STALL;
}

/* Return `stall` if the agent plays by HL_CONV_STALLS; without that convention only the early game
 * excuses such clues. */
int hl_conv_stall(const hl_conv_config *config, const hl_rules *rules, const hl_conv_memo *memo) {
    if (config->ideas & HL_CONV_STALLS)
        return stall(rules, memo);
    return memo->started ? HL_CONV_NO_STALL : HL_CONV_EARLY_STALL;
}

/* The slot of the card that a clue stops, or HL_NONE: the seat was about to play it, and the clue
 * says nothing new about any touched card. Called before the clue is read. */
int hl_conv_stopped(const hl_rules *rules, const hl_event *clue, const hl_conv_memo *memo) {
    const hl_conv_hand *hand = &memo->hands[clue->target];
    ids named = rules->clue_ids[clue->clue];
    unsigned ready = 0;
    if (clue->touched & ~(unsigned)hand->touched)
        return HL_NONE;
    foreach (slot, hand->touched) {
        ids said = hand->said[slot];
        if (hand->know[slot] & (clue->touched >> slot & 1 ? ~named : named))
            return HL_NONE;
        if (clue->touched >> slot & 1 && !subset(said, memo->playable))
            return HL_NONE;
        ready |= said && subset(said, memo->playable) ? 1U << slot : 0;
    }
    unsigned ones = hl_conv_ones(hand, hand->said, ready);
    int next = ones ? hl_conv_first_of_ones(rules, hand, ones) : hl_conv_newest(hand, ready);
    return next != HL_NONE && clue->touched >> next & 1 ? next : HL_NONE;
}

/* Scream discard: a discard that nobody expects protects the next player's chop and forbids that
 * player to discard. Such discards are: the chop instead of a known useless card, the chop instead
 * of a play when there are no tokens, a useless card instead of a play. */
static void scream(const hl_rules *rules, const hl_event *event, hl_conv_memo *memo) {
    const hl_conv_hand *hand = &memo->hands[event->seat];
    hl_conv_hand *next = &memo->hands[hl_seat_after(rules, event->seat, 1)];
    unsigned plays = 0, useless = 0;
    foreach (slot, hand->touched) {
        ids said = hl_conv_without_promises(memo, event->seat, slot);
        if (subset(said, memo->useless))
            useless |= 1U << slot;
        else if (subset(said, memo->playable))
            plays |= 1U << slot;
    }
    int chop = hl_conv_chop(next), on_chop = event->slot == hl_conv_chop(hand);
    int loud = on_chop ? (!plays != !useless) && (useless || !memo->tokens)
                       : plays && useless >> event->slot & 1;
    if (!loud || chop == HL_NONE || hl_conv_pace(rules, memo) < rules->players)
        return;
    next->moved |= (uint8_t)(1U << chop);
    memo->screamed = 1;
}

/* Tempo clue chop move: a clue that only makes one touched card playable, and was not forced, also
 * protects the receiver's chop. `was`: the identities said of each card before the clue. */
void hl_conv_move_by_tempo(const hl_rules *rules, const hl_event *clue, hl_conv_memo *memo,
                           const ids was[HL_MAX_HAND], int focus) {
    hl_conv_hand *hand = &memo->hands[clue->target];
    ids said = hand->said[focus];
    int chop = hl_conv_chop(hand), got = 0;
    if (chop == HL_NONE || rules->players == 2 || hl_conv_pace(rules, memo) < rules->players ||
        !said || !subset(said, memo->playable))
        return;
    foreach (slot, hand->touched) {
        ids now = hand->said[slot], then = was[slot];
        got += now && subset(now, memo->playable) && !subset(then, memo->playable);
    }
    unsigned same = 0;
    foreach (slot, hand->touched)
        if (was[slot] & said && hand->since[slot] + 1 < memo->turn)
            same |= 1U << slot;
    int follows = is_alone(said) && next_of(said) & memo->claimed;
    if (got == 1 && !follows && hl_conv_newest(hand, same) == focus)
        hand->moved |= (uint8_t)(1U << chop);
}

/* Count the touched cards of the other seats that may have this identity: by the conventions or, if
 * `by_clues`, by clues alone; then add it to the identities said of each. `only` gets the last card
 * counted. */
static int may_hold(const hl_rules *rules, int giver, ids one, int by_clues, hl_conv_memo *memo,
                    ids **only) {
    int holders = 0;
    for (int seat = 0; seat < rules->players; seat++) {
        hl_conv_hand *hand = &memo->hands[seat];
        foreach (slot, seat == giver ? 0 : hand->touched) {
            ids *said = &hand->said[slot];
            if (!((by_clues ? hand->know[slot] : *said) & one))
                continue;
            *said |= by_clues ? one : 0;
            *only = said;
            holders++;
        }
    }
    return holders;
}

/* Gentleman's discard: a touched useful card is discarded without need, so another seat holds its
 * copy. Record which card, and, if only one touched card can be the copy, that it is. */
static void give(const hl_rules *rules, const hl_event *event, int id, hl_conv_memo *memo) {
    unsigned all = (1U << rules->players) - 1;
    const hl_conv_hand *hand = &memo->hands[event->seat];
    ids one = 1U << id, said = hand->said[event->slot];
    if (!(said & one) || memo->useless & one || (said != one && hl_conv_chop(hand) == HL_NONE))
        return;
    memo->given = (uint8_t)id;
    memo->given_drawn = (uint8_t)(rules->deck_size - memo->deck_left);
    memo->giver = event->seat;
    memo->open_to = (uint8_t)(all & ~(1U << event->seat));
    ids *only = NULL;
    int holders = may_hold(rules, event->seat, one, 0, memo, &only);
    if (!holders && memo->playable & one) /* It was known, so no other card was said to be it. */
        holders = may_hold(rules, event->seat, one, 1, memo, &only);
    if (holders == 1) {
        *only = one;
        memo->given = HL_NONE;
    }
}

/* Read a play or discard before the card leaves the hand. */
hl_conv_step hl_conv_before_use(const hl_conv_config *config, const hl_rules *rules,
                                const hl_event *event, hl_conv_memo *memo) {
    const hl_conv_hand *hand = &memo->hands[event->seat];
    int slot = event->slot, id = rules->id_of[event->card], play = event->kind == HL_PLAY;
    hl_conv_step step = {
        .seat = event->seat,
        .untouched = !(hand->touched >> slot & 1),
        .tried = play,
        .said = hand->said[slot],
    };
    step.expected = !step.untouched && subset(step.said, memo->playable);
    step.played = play && memo->playable >> id & 1 ? 1U << id : 0;
    if (play && config->ideas & HL_CONV_MOVES)
        move_by_order(rules, event, memo);
    if (!play && config->ideas & HL_CONV_SCREAMS)
        scream(rules, event, memo);
    if (!play && slot == hl_conv_chop(hand))
        memo->started = 1;
    if (!play && !step.untouched && config->ideas & HL_CONV_DISCARDS)
        give(rules, event, id, memo);
    return step;
}

/* The untouched slots that are older than this one. */
static unsigned older(const hl_conv_hand *hand, int slot) {
    unsigned slots = 0;
    foreach (other, hand->filled & ~hand->touched)
        if (hand->order[other] < hand->order[slot])
            slots |= 1U << other;
    return slots;
}

/* Chop moves by a clue: a rank clue to the 5 next to the chop protects the chop, once the early
 * game is over; a clue that touches only useless cards protects all older cards. Called before the
 * clue is recorded. */
void hl_conv_move_chops(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                        hl_conv_memo *memo, unsigned fresh, int focus, int stall) {
    hl_conv_hand *hand = &memo->hands[clue->target];
    ids named = rules->clue_ids[clue->clue];
    int chop = hl_conv_chop(hand);
    if (!fresh || chop == HL_NONE ||
        (config->ideas & HL_CONV_STALLS && hl_conv_pace(rules, memo) < rules->players))
        return;
    int oldest = hl_conv_oldest(hand, fresh), all_useless = 1,
        fives = clue->kind == HL_RANK && subset(rules->named_ids[clue->clue], HL_CONV_FIVES);
    foreach (slot, clue->touched)
        all_useless &= !(hand->know[slot] & named & ~memo->useless);
    if (all_useless) {
        hand->moved |= (uint8_t)(older(hand, oldest) & ~clue->touched);
    } else if (fives && rules->players > 2 && stall == HL_CONV_NO_STALL && focus != chop &&
               (older(hand, oldest) & ~(unsigned)hand->moved) == 1U << chop)
        hand->moved |= (uint8_t)(1U << chop);
}
