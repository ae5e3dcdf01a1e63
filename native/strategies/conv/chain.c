/* The cards that come before a focus (HL_CONV_GROUP). If a focus is not playable yet, every card
 * before it is either known to the table, or a touched card that may be it (a prompt), or else the
 * newest untouched card of somebody who has moved since the clue without playing (a finesse). Where
 * one hand must play several, the next is the next newest; where the card played is another
 * playable one, it lay over the card asked for, and the next newest is meant (a layered finesse).
 *
 * Whoever sees a missing card in another hand leaves it to that seat. Whoever sees the focus, but
 * not a card before it, must hold that card. The holder of the focus goes through the identities
 * that it may have: one stays possible if every card before it is known or seen. If none stays, the
 * missing cards are in its own hand. */
#include "strategies/conv/scene.h"

#include <string.h>

enum { STEPS = 8 };

/* A way to the focus: the cards that must be played before it, and who plays each from which slot.
 */
typedef struct {
    int steps, own;
    struct {
        uint8_t seat, slot;
        ids card;
    } step[STEPS];
    unsigned used[6]; /* slots that this way, or an earlier clue, needs */
    ids coming;       /* the cards of all these ways */
} way;

/* The slot of a prompt for this card, or HL_NONE: the newest touched card, except in the slots
 * `but`, that may be it and was touched before the turn `before_turn`. */
int hl_conv_prompted(const hl_conv_hand *hand, unsigned but, ids card, int before_turn) {
    unsigned may = 0;
    foreach (slot, hand->touched & ~but)
        if (hand->said[slot] & card && hand->since[slot] < before_turn)
            may |= 1U << slot;
    return hl_conv_newest(hand, may);
}

/* The slot of a finesse, or HL_NONE: the newest card that was untouched at the promise's clue,
 * except in the slots `used` by other plays. */
static int blind(const hl_conv_hand *hand, const hl_conv_promise *promise, unsigned used) {
    unsigned may = 0;
    foreach (slot, hand->filled & ~hand->moved & ~used) {
        int touched = hand->touched >> slot & 1;
        if (hand->order[slot] < promise->drawn && (!touched || hand->since[slot] > promise->turn))
            may |= 1U << slot;
    }
    return hl_conv_newest(hand, may);
}

/* The slot from which a seat would play this card for a promise: by a prompt, else by a finesse if
 * it may still be asked to; HL_NONE if by neither. */
int hl_conv_next_step(const hl_conv_memo *memo, const hl_conv_promise *promise, int seat, ids card,
                      unsigned used) {
    const hl_conv_hand *hand = &memo->hands[seat];
    unsigned but = seat == promise->target ? 1U << promise->slot : 0;
    int slot = hl_conv_prompted(hand, but | used, card, promise->turn);
    if (slot != HL_NONE)
        return slot;
    slot = promise->waiting >> seat & 1 ? blind(hand, promise, used) : HL_NONE;
    return slot != HL_NONE && hand->know[slot] & card ? slot : HL_NONE;
}

static void add_step(way *way, int seat, int slot, ids card) {
    way->used[seat] |= 1U << slot;
    if (way->steps == STEPS)
        return;
    way->step[way->steps].seat = (uint8_t)seat;
    way->step[way->steps].slot = (uint8_t)slot;
    way->step[way->steps++].card = card;
    way->coming |= card;
}

/* Whether a seat visibly holds this card in the slot that a prompt would play, perhaps after other
 * touched cards that may be it and are playable; if so, add the steps to the way. If the seat is
 * the giver of the clue, it must also know its card. */
static int is_prompted(const hl_conv_scene *scene, int giver, int seat, ids card, way *on) {
    if (!(scene->seen[seat].marked & card))
        return 0;
    way down = *on;
    for (ids playable = scene->memo.playable;;) {
        int slot = hl_conv_prompted(&scene->memo.hands[seat], down.used[seat], card, HL_NONE);
        if (slot == HL_NONE ||
            (seat == giver && hl_conv_without_promises(&scene->memo, seat, slot) != card))
            return 0;
        ids one = scene->seen[seat].card[slot];
        add_step(&down, seat, slot, card);
        if (one & card)
            break;
        if (!(scene->config->ideas & HL_CONV_GROUP) || !(one & playable))
            return 0;
        playable |= next_of(one);
    }
    *on = down;
    return 1;
}

/* Whether a seat visibly holds this card in the slot that a finesse would play, perhaps after
 * playable cards that lie over it (a layered finesse); if so, add the steps to the way. */
static int is_blind(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat, ids card,
                    way *on) {
    const hl_conv_hand *hand = &scene->memo.hands[seat];
    if (!(promise->waiting >> seat & 1) || !(scene->seen[seat].held & card) ||
        hl_conv_prompted(hand, on->used[seat] | (seat == promise->target ? 1U << promise->slot : 0),
                         card, promise->turn) != HL_NONE)
        return 0;
    way down = *on;
    ids playable = scene->memo.playable;
    for (;;) {
        int slot = blind(hand, promise, down.used[seat]);
        if (slot == HL_NONE || !(hand->know[slot] & card))
            return 0;
        ids one = scene->seen[seat].card[slot];
        add_step(&down, seat, slot, card);
        if (one & card)
            break;
        if (!(scene->config->ideas & HL_CONV_LAYERED) || !(one & playable))
            return 0;
        playable |= next_of(one);
    }
    *on = down;
    return 1;
}

/* Find who plays the cards that come before the focus if it is this identity, as the seat sees it.
 * A card that it sees in no other hand it assumes to hold itself; the holder of the focus may
 * assume so of an untouched card only if `self`. Returns whether there is a way. */
static int find(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat, int id,
                int self, way *way) {
    const hl_conv_memo *memo = &scene->memo;
    int players = scene->rules->players, deep = scene->config->ideas & HL_CONV_DEEP;
    int only = promise->shown >> id & 1 ? HL_NONE : promise->shown_by;
    foreach (lower, hl_conv_before(memo, id)) {
        ids card = 1U << lower;
        int found = ((memo->claimed | way->coming) & card) != 0;
        if (!found && !deep && way->steps)
            return 0;
        for (int other = 0; other < players && !found; other++)
            if (hl_conv_sees(scene, seat, other))
                found = is_prompted(scene, promise->giver, other, card, way);
        for (int after = 1; after < players && !found; after++) {
            int other = (promise->giver + after) % players;
            if (hl_conv_sees(scene, seat, other) && other != promise->target &&
                (only == HL_NONE || only == other))
                found = is_blind(scene, promise, other, card, way);
        }
        if (!found && seat != promise->target && promise->target != scene->me)
            found = is_blind(scene, promise, promise->target, card, way);
        if (found)
            continue;
        if (seat == promise->giver || (only != HL_NONE && only != seat))
            return 0;
        const hl_conv_hand *hand = &memo->hands[seat];
        int slot = hl_conv_next_step(memo, promise, seat, card, way->used[seat]);
        if (slot == HL_NONE || (seat == promise->target && !self && !(hand->touched >> slot & 1)))
            return 0;
        way->own += !(hand->touched >> slot & 1);
        add_step(way, seat, slot, card);
    }
    return 1;
}

/* The slot of `seat` that the clue of the last turn may bluff, if its focus is `id`; HL_NONE if it
 * cannot. Only the newest untouched card of the next player can be bluffed, and only if one card
 * before the focus is missing and no touched card of that player may be it. */
static int bluffed(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat, int id) {
    const hl_conv_memo *memo = &scene->memo;
    int next = hl_seat_after(scene->rules, promise->giver, 1);
    ids missing = hl_conv_before(memo, id) & ~memo->claimed;
    const hl_conv_hand *hand = &memo->hands[promise->target];
    ids ranks = HL_CONV_ONES << rank_of(id);
    if (!(scene->config->ideas & HL_CONV_BLUFFS) || next != seat ||
        (seat == promise->target && !subset(hand->know[promise->slot], ranks)) ||
        memo->turn != promise->turn + 1 || !is_alone(missing) ||
        hl_conv_prompted(&memo->hands[seat], 0, missing, promise->turn) != HL_NONE)
        return HL_NONE;
    return blind(&memo->hands[seat], promise, 0);
}

/* Whether a seat sees that the clue of the last turn, if its focus is `id`, bluffs the next player:
 * the card that this player would play blind is playable, but not one that the focus needs. */
static int is_bluff(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat, int id) {
    int next = hl_seat_after(scene->rules, promise->giver, 1);
    int slot = hl_conv_sees(scene, seat, next) ? bluffed(scene, promise, next, id) : HL_NONE;
    ids card = slot == HL_NONE ? 0 : scene->seen[next].card[slot];
    ids later = scene->memo.hands[promise->target].said[promise->slot] & promise->later;
    return card & scene->memo.playable && !hl_conv_fits(later, card);
}

/* Whether my clue of the last turn will work: the cards before its focus lie where prompts and
 * finesses will play them, or it is a bluff. A finesse for a card that an earlier one failed to
 * bring is not tried again. */
int hl_conv_is_kept(const hl_conv_scene *scene) {
    foreach (number, scene->memo.open) {
        const hl_conv_promise *promise = &scene->memo.promises[number];
        ids card = scene->seen[promise->target].card[promise->slot];
        if (promise->turn + 1 != scene->memo.turn || !(promise->later & card))
            continue;
        way way = {0};
        if (!find(scene, promise, scene->me, first_of(card), 0, &way))
            return is_bluff(scene, promise, scene->me, first_of(card));
        for (int i = 0; i < way.steps; i++)
            if (way.step[i].card & scene->refused &&
                !(scene->memo.hands[way.step[i].seat].touched >> way.step[i].slot & 1))
                return 0;
        return 1;
    }
    return 1;
}

/* Restrict a seat's own card to the identities `card`. By this reading the seat plays it as one of
 * `played`: this becomes its blind play if it has none and that is playable now. */
static void take(const hl_conv_memo *memo, int seat, int slot, ids card, ids played,
                 hl_conv_mind *mind) {
    if (mind->may_be[slot] & card)
        mind->may_be[slot] &= card;
    if (!(memo->hands[seat].touched >> slot & 1))
        mind->asked |= 1U << slot;
    if (mind->blind == HL_NONE && played & memo->playable)
        mind->blind = slot;
}

/* Restrict the seat's own cards that are steps of a way to the identities needed there. `also`:
 * identities, by slot, that other ways need. */
static void take_own(const hl_conv_memo *memo, int seat, const way *way,
                     const ids also[HL_MAX_HAND], hl_conv_mind *mind) {
    for (int i = 0; i < way->steps; i++) {
        ids card = way->step[i].card;
        int slot = way->step[i].slot;
        if (way->step[i].seat == seat)
            take(memo, seat, slot, card | also[slot], card, mind);
    }
}

/* The slots (bit set) of the seat's own cards that are steps of a way; adds the identities needed
 * to also[slot]. */
static unsigned own_steps(const way *way, int seat, ids also[HL_MAX_HAND]) {
    unsigned slots = 0;
    for (int i = 0; i < way->steps; i++)
        if (way->step[i].seat == seat) {
            also[way->step[i].slot] |= way->step[i].card;
            slots |= 1U << way->step[i].slot;
        }
    return slots;
}

/* The identities of a focus for which no way was found: if none of the cards before it will be
 * played either, it must be a directly playable card, if it may be one. */
static ids as_copy(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                   ids may_be) {
    const hl_conv_memo *memo = &scene->memo;
    ids said = memo->hands[seat].said[promise->slot],
        come = hl_conv_may_come(scene->rules, memo, seat);
    ids plain = said & ~promise->later & memo->playable;
    foreach (id, may_be & promise->later)
        if (subset(hl_conv_before(memo, id), come))
            return may_be;
    return plain & (scene->unseen | scene->seen[seat].held) ? plain : may_be;
}

/* Update what the holder of a focus knows: the identities that the focus may have, and those of its
 * own cards that must be played before it. */
static void read_own_focus(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                           way *known, hl_conv_mind *mind) {
    ids *may_be = &mind->may_be[promise->slot], keep = *may_be & ~promise->later;
    ids also[HL_MAX_HAND] = {0};
    way best = *known;
    unsigned all = keep ? 0 : ~0U; /* own slots that play before any identity of the focus */
    foreach (id, *may_be & promise->later) {
        way way = *known;
        if (!find(scene, promise, seat, id, 0, &way)) {
            if (is_bluff(scene, promise, seat, id)) {
                keep |= 1U << id;
                all = 0;
            }
            continue;
        }
        keep |= 1U << id;
        best = way;
        all &= own_steps(&way, seat, also);
    }
    if (!keep && scene->config->ideas & HL_CONV_SELF) {
        best.own = HL_MAX_HAND;
        foreach (id, *may_be & promise->later) {
            way way = *known;
            if (!find(scene, promise, seat, id, 1, &way) || way.own > best.own)
                continue;
            if (way.own < best.own) {
                memset(also, 0, sizeof also);
                keep = 0;
            }
            own_steps(&way, seat, also);
            keep |= 1U << id;
            best = way;
        }
    } else if (!is_alone(keep)) {
        best.steps = 0;
        foreach (slot, keep ? all : 0)
            take(&scene->memo, seat, slot, also[slot], also[slot], mind);
    } else
        memset(also, 0, sizeof also);
    if (!keep) {
        *may_be = as_copy(scene, promise, seat, *may_be);
        return;
    }
    *may_be = keep;
    take_own(&scene->memo, seat, &best, also, mind);
    if (best.steps)
        *known = best;
}

/* Update what a seat knows of its own cards that must be played before a focus in another hand. */
static void read_other_focus(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                             way *known, hl_conv_mind *mind) {
    const hl_conv_memo *memo = &scene->memo;
    ids may_be = memo->hands[promise->target].said[promise->slot] & promise->later;
    const ids none[HL_MAX_HAND] = {0};
    int asked = promise->target == scene->me ? scene->me : seat;
    if (asked == seat)
        may_be &= scene->seen[promise->target].card[promise->slot];
    foreach (id, may_be) {
        way way = *known;
        int found = find(scene, promise, asked, id, 0, &way);
        int slot = known->used[seat] ? HL_NONE : bluffed(scene, promise, seat, id);
        if (slot != HL_NONE &&
            (!found || way.used[seat] >> slot & ~known->used[seat] >> slot & 1)) {
            mind->asked |= 1U << slot;
            ids missing = hl_conv_before(memo, id) & memo->playable;
            missing = mind->may_be[slot] & missing ? missing : memo->playable;
            if (mind->may_be[slot] & missing)
                mind->may_be[slot] &= missing;
            if (mind->blind == HL_NONE)
                mind->blind = slot;
            known->used[seat] |= 1U << slot;
            return;
        }
        if (!found)
            continue;
        /* A seat that has begun to play the cards before my focus may continue: I wait. */
        if (asked != seat && promise->shown_by == seat && way.steps == known->steps &&
            may_be >> id > 1)
            continue;
        take_own(memo, seat, &way, none, mind);
        *known = way;
        return;
    }
}

/* The slot in which a seat must expect the other copy of a card that was discarded on purpose: that
 * of a prompt, else of a finesse; HL_NONE if there is no such slot. */
int hl_conv_gift(const hl_conv_memo *memo, int seat) {
    if (memo->given == HL_NONE || !(memo->open_to >> seat & 1))
        return HL_NONE;
    hl_conv_promise gift = {.target = HL_NONE, .turn = HL_NONE, .drawn = memo->given_drawn};
    gift.waiting = memo->open_to;
    return hl_conv_next_step(memo, &gift, seat, 1U << memo->given, 0);
}

/* If a card was discarded on purpose and the seat sees its copy in no other hand, take one of its
 * own cards for the copy. */
static void read_gift(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    const hl_conv_memo *memo = &scene->memo;
    int slot = hl_conv_gift(memo, seat);
    if (slot == HL_NONE)
        return;
    ids card = 1U << memo->given;
    for (int other = 0; other < scene->rules->players; other++)
        if (hl_conv_sees(scene, seat, other) && scene->seen[other].held & card &&
            other != memo->giver)
            return;
    if (mind->may_be[slot] & card)
        take(memo, seat, slot, card, card, mind);
}

/* Remove from cards saved by a clue of rank 2 the 2s that the holder sees in another hand, except
 * the giver's: such a 2 needs no saving. */
static void drop_seen_twos(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    const hl_conv_memo *memo = &scene->memo;
    const hl_conv_hand *hand = &memo->hands[seat];
    foreach (slot, hand->saved & hand->touched) {
        ids twos = HL_CONV_ONES << 1, *may_be = &mind->may_be[slot], seen = 0;
        if (!subset(hand->know[slot], twos) || is_alone(*may_be))
            continue;
        for (int other = 0; other < scene->rules->players; other++) {
            const hl_conv_hand *theirs = &memo->hands[other];
            if (!hl_conv_sees(scene, seat, other) || other == hand->by[slot])
                continue;
            foreach (at, theirs->filled)
                if (theirs->order[at] < hand->drawn[slot] && at != hl_conv_chop(theirs))
                    seen |= scene->seen[other].card[at];
        }
        seen &= ~memo->playable & ~memo->critical;
        if (*may_be & ~seen)
            *may_be &= ~seen;
    }
}

/* Update what a seat knows of its cards by all open promises, those of clues to it and to others,
 * and by cards discarded on purpose. */
void hl_conv_follow_chains(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    uint8_t numbers[8];
    way known = {0};
    if (scene->memo.hands[seat].saved)
        drop_seen_twos(scene, seat, mind);
    if (scene->memo.given != HL_NONE)
        read_gift(scene, seat, mind);
    int count = scene->memo.open ? hl_conv_in_order(&scene->memo, numbers) : 0;
    for (int i = 0; i < count; i++) {
        const hl_conv_promise *promise = &scene->memo.promises[numbers[i]];
        known.steps = 0;
        if (!is_held(&scene->memo, promise))
            continue;
        if (promise->target == seat)
            read_own_focus(scene, promise, seat, &known, mind);
        else
            read_other_focus(scene, promise, seat, &known, mind);
    }
}
