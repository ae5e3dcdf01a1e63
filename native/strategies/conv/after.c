/* What a turn does to the open promises (HL_CONV_GROUP): which seats no longer wait, what a focus
 * may still be, and which promises are kept, broken or put off. */
#include "strategies/conv/record.h"

/* Write the numbers of the open promises in the order of their clues; returns how many there are.
 */
int hl_conv_in_order(const hl_conv_memo *memo, uint8_t numbers[8]) {
    int found = 0;
    foreach (number, memo->open) {
        int at = found++;
        for (; at && memo->promises[numbers[at - 1]].turn > memo->promises[number].turn; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = (uint8_t)number;
    }
    return found;
}

/* Whether the blind play of `played` fits a clue whose focus may be one of `later`: the next card
 * of its suit is among them, or all of them are of its suit. */
int hl_conv_fits(ids later, ids played) {
    int lowest = first_of(played) - rank_of(first_of(played));
    return next_of(played) & later || subset(later, from_here_up(lowest));
}

/* The identities that, by public information, may be played without a finesse: those of known
 * cards, and those that touched cards outside the target's hand may have. */
ids hl_conv_may_come(const hl_rules *rules, const hl_conv_memo *memo, int target) {
    ids may = memo->claimed;
    for (int seat = 0; seat < rules->players; seat++)
        foreach (slot, seat == target ? 0 : memo->hands[seat].touched)
            may |= memo->hands[seat].said[slot];
    return may;
}

/* Once all seats asked have moved, remove from the focus the identities before which a card is
 * missing that no known or touched card can be. Returns whether the promise is settled. */
static int settle(const hl_rules *rules, const hl_conv_memo *memo, const hl_conv_promise *promise,
                  ids *said) {
    ids come = hl_conv_may_come(rules, memo, promise->target), dropped = 0;
    foreach (id, *said & promise->later)
        if (!subset(hl_conv_before(memo, id), come))
            dropped |= 1U << id;
    if (*said & ~dropped)
        *said &= ~dropped;
    return !(*said & promise->later & ~memo->playable) || dropped;
}

/* If a blind play that does not fit the clue shows it to be a bluff, the identities that the focus
 * may have: those before which exactly one card is missing. 0: no bluff. */
static ids after_bluff(const hl_conv_config *config, const hl_rules *rules,
                       const hl_conv_step *step, const hl_conv_memo *memo,
                       const hl_conv_promise *promise) {
    ids may = 0, said = memo->hands[promise->target].said[promise->slot] & promise->later;
    if (!(config->ideas & HL_CONV_BLUFFS) || !step->untouched || !step->played ||
        memo->turn != promise->turn + 2 ||
        step->seat != (int)hl_seat_after(rules, promise->giver, 1))
        return 0;
    if (hl_conv_fits(said, step->played))
        return 0;
    foreach (id, said & ~from_here_up(first_of(step->played)))
        if (is_alone(hl_conv_before(memo, id) & ~memo->claimed))
            may |= 1U << id;
    return may;
}

/* Whether a card that the table took for one of `taken_for` comes before an identity of `later`. */
static int comes_before(const hl_conv_memo *memo, ids taken_for, ids later) {
    foreach (id, later)
        if (hl_conv_before(memo, id) & taken_for)
            return 1;
    return 0;
}

/* The identities of `later` before which a card is missing. */
static ids not_yet_playable(const hl_conv_memo *memo, ids later) {
    ids found = 0;
    foreach (id, later)
        if (hl_conv_before(memo, id))
            found |= 1U << id;
    return found;
}

/* The part of a turn that no promise has accounted for: a card is played for one promise only. */
typedef struct {
    ids shown; /* the card played, unless the table expected it */
    int taken; /* whether a promise has accounted for the play */
} unmatched;

/* Update an open promise after a turn of a seat that it waits for. Returns whether it is settled.
 */
static int match(const hl_conv_config *config, const hl_rules *rules, const hl_conv_step *step,
                 const hl_conv_memo *memo, hl_conv_promise *promise, ids *said, unmatched *turn) {
    int layered = (config->ideas & HL_CONV_LAYERED) != 0;
    ids later = *said & promise->later;
    ids up = turn->shown ? later & from_here_up(first_of(turn->shown)) & ~turn->shown : 0;
    ids bluff = turn->taken ? 0 : after_bluff(config, rules, step, memo, promise);
    if (bluff) {
        *said = bluff;
        *turn = (unmatched){.taken = 1};
        return 1;
    }
    if (up) {
        unsigned all = (1U << rules->players) - 1, target = 1U << promise->target;
        int next = next_of(turn->shown) == up;
        promise->shown = up;
        promise->shown_by = (uint8_t)step->seat;
        *said = up | (layered && step->untouched ? not_yet_playable(memo, later & ~up) : 0);
        promise->waiting =
            (uint8_t)((all & ~(1U << promise->giver) & ~target) | (promise->waiting & target));
        *turn = (unmatched){.taken = 1};
        return is_alone(*said) && next;
    }
    int missing = comes_before(memo, step->said, later);
    int group = (config->ideas & HL_CONV_GROUP) != 0;
    if (group && step->untouched && step->tried && !step->played && !turn->taken) {
        /* The card asked for was not there: what the clue said of its focus is void. */
        const hl_conv_hand *hand = &memo->hands[promise->target];
        *said = hand->know[promise->slot] & ~memo->useless;
        turn->taken = 1;
        return 1;
    }
    if (layered && step->played && !step->expected && !turn->taken &&
        (step->untouched || missing)) {
        /* The card was played in place of the one asked for, so the focus still needs a card
         * before it. */
        ids needs = not_yet_playable(memo, later);
        *said = needs ? needs : *said;
        turn->taken = 1;
    } else if (step->untouched ? !step->played || !(layered || turn->taken)
                               : !step->tried || !missing)
        promise->waiting &= (uint8_t) ~(1U << step->seat);
    return 0;
}

/* Update all promises after a move: its seat no longer waits, unless it plays what was asked. */
void hl_conv_after_move(const hl_conv_config *config, const hl_rules *rules,
                        const hl_conv_step *step, hl_conv_memo *memo) {
    uint8_t numbers[8];
    int count = memo->open ? hl_conv_in_order(memo, numbers) : 0;
    unsigned seat = 1U << step->seat;
    int over =
        config->ideas & HL_CONV_LAYERED && step->played && step->untouched && memo->open_to & seat;
    if (memo->given != HL_NONE && memo->playable >> memo->given & 1 && !over)
        memo->open_to &= (uint8_t)~seat;
    if (memo->given != HL_NONE && memo->useless >> memo->given & 1)
        memo->given = HL_NONE;
    unmatched turn = {.shown = step->expected ? 0 : step->played};
    for (int i = 0; i < count; i++) {
        hl_conv_promise *promise = &memo->promises[numbers[i]];
        ids *said = &memo->hands[promise->target].said[promise->slot];
        int close = !is_held(memo, promise);
        if (!close && promise->waiting & seat)
            close = match(config, rules, step, memo, promise, said, &turn);
        if (!close && !promise->waiting) {
            ids before = *said;
            close = settle(rules, memo, promise, said);
            memo->missed |= (uint8_t)((before != *said) << numbers[i]);
        }
        if (close)
            memo->open &= (uint8_t) ~(1U << numbers[i]);
    }
}

/* A seat that was asked to play and instead clued another seat's chop, to save it, may play on its
 * next turn: keep the promises that wait for it open once. `was`: the record before the clue. */
void hl_conv_defer(const hl_event *clue, const hl_conv_memo *was, hl_conv_memo *memo) {
    int seat = was->to_move, focus = memo->focus;
    const hl_conv_hand *hand = &memo->hands[clue->target];
    if (focus == HL_NONE || focus != hl_conv_chop(&was->hands[clue->target]) ||
        !(hand->said[focus] & ~hl_conv_within_reach(was)))
        return;
    foreach (number, was->open) {
        const hl_conv_promise *then = &was->promises[number];
        hl_conv_promise *now = &memo->promises[number];
        if (!(then->waiting & ~(unsigned)then->deferred & 1U << seat) ||
            then->order != now->order || then->target == clue->target)
            continue;
        *now = *then;
        now->deferred |= (uint8_t)(1U << seat);
        memo->open |= (uint8_t)(1U << number);
        memo->missed &= (uint8_t) ~(1U << number);
        memo->hands[now->target].said[now->slot] = was->hands[now->target].said[now->slot];
    }
}
