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

/* A way to the focus: who plays which card first. */
typedef struct {
    int steps, own;
    struct {
        uint8_t seat, slot;
        ids card;
    } step[STEPS];
    unsigned used[6]; /* slots that this way, or an earlier clue, needs */
    ids coming;       /* the cards of all these ways */
} way;

/* The touched slot that would be played as this card, or HL_NONE. */
int hl_conv_prompted(const hl_conv_hand *hand, unsigned but, ids card, int before_turn) {
    unsigned may = 0;
    foreach (slot, hand->touched & ~but)
        if (hand->said[slot] & card && hand->since[slot] < before_turn)
            may |= 1U << slot;
    return hl_conv_newest(hand, may);
}

/* The newest slot that was untouched at the clue, without the used ones, or HL_NONE. */
static int blind(const hl_conv_hand *hand, const hl_conv_promise *promise, unsigned used) {
    unsigned may = 0;
    foreach (slot, hand->filled & ~hand->moved & ~used) {
        int touched = hand->touched >> slot & 1;
        if (hand->order[slot] < promise->drawn && (!touched || hand->since[slot] > promise->turn))
            may |= 1U << slot;
    }
    return hl_conv_newest(hand, may);
}

/* The slot from which a seat would play the card for a promise, or HL_NONE. */
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

/* Whether a seat is seen to hold the card touched, where it would play it; the giver of a clue must
 * know the card. */
static int is_prompted(const hl_conv_scene *scene, int giver, int seat, ids card, way *way) {
    if (!(scene->seen[seat].marked & card))
        return 0;
    const hl_conv_hand *hand = &scene->memo.hands[seat];
    int slot = hl_conv_prompted(hand, way->used[seat], card, HL_NONE);
    if (slot == HL_NONE || !(scene->seen[seat].card[slot] & card) ||
        (seat == giver && hl_conv_without_promises(&scene->memo, seat, slot) != card))
        return 0;
    add_step(way, seat, slot, card);
    return 1;
}

/* Whether a seat is seen to hold the card where it would play it blind, perhaps under others. */
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

/* Find who plays the cards before this identity of the focus, as far as a seat sees; what it sees
 * nowhere else it holds itself, a blind card in the hand of the focus only if `self`. Returns
 * whether there is a way. */
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

/* The slot that a clue of the last turn may bluff: the newest of the next seat, if a card before
 * the focus is all that is missing. Not when a touched card may be it. HL_NONE: none. */
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

/* Whether a seat sees that a clue of the last turn bluffs the next seat, if its focus is this. */
static int is_bluff(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat, int id) {
    int next = hl_seat_after(scene->rules, promise->giver, 1);
    int slot = hl_conv_sees(scene, seat, next) ? bluffed(scene, promise, next, id) : HL_NONE;
    ids card = slot == HL_NONE ? 0 : scene->seen[next].card[slot];
    ids later = scene->memo.hands[promise->target].said[promise->slot] & promise->later;
    return card & scene->memo.playable && !hl_conv_fits(later, card);
}

/* Whether my clue of the last turn keeps its promise: the cards before its focus lie where they
 * will be played. A card that was not played when it was asked for is not asked for blind again. */
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

/* Take a seat's card for one of these, of which it plays `played` by this reading. */
static void take(const hl_conv_memo *memo, int seat, int slot, ids card, ids played,
                 hl_conv_mind *mind) {
    if (mind->may_be[slot] & card)
        mind->may_be[slot] &= card;
    if (!(memo->hands[seat].touched >> slot & 1))
        mind->asked |= 1U << slot;
    if (mind->blind == HL_NONE && played & memo->playable)
        mind->blind = slot;
}

/* Take the seat's own steps of a way for what they are. `also`: cards of other ways, by slot. */
static void take_own(const hl_conv_memo *memo, int seat, const way *way,
                     const ids also[HL_MAX_HAND], hl_conv_mind *mind) {
    for (int i = 0; i < way->steps; i++) {
        ids card = way->step[i].card;
        int slot = way->step[i].slot;
        if (way->step[i].seat == seat)
            take(memo, seat, slot, card | also[slot], card, mind);
    }
}

/* The slots of the seat's own steps of a way, whose cards are added to `also`. */
static unsigned own_steps(const way *way, int seat, ids also[HL_MAX_HAND]) {
    unsigned slots = 0;
    for (int i = 0; i < way->steps; i++)
        if (way->step[i].seat == seat) {
            also[way->step[i].slot] |= way->step[i].card;
            slots |= 1U << way->step[i].slot;
        }
    return slots;
}

/* A focus before which no card will come is a copy of a playable card in sight, if it may be that.
 */
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

/* What the holder of a focus takes it for, and its own cards before it. */
static void read_own_focus(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                           way *known, hl_conv_mind *mind) {
    ids *may_be = &mind->may_be[promise->slot], keep = *may_be & ~promise->later;
    ids also[HL_MAX_HAND] = {0};
    way best = *known;
    unsigned all = keep ? 0 : ~0U; /* own slots that play first, whatever the focus is */
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

/* What a seat must do for a focus in another hand. */
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
        /* Whoever began to play for my card may go on: I wait for that. */
        if (asked != seat && promise->shown_by == seat && way.steps == known->steps &&
            may_be >> id > 1)
            continue;
        take_own(memo, seat, &way, none, mind);
        *known = way;
        return;
    }
}

/* The slot where a seat may hold the copy of a card that was discarded on purpose: where it would
 * be prompted or played blind. HL_NONE: nowhere. */
int hl_conv_gift(const hl_conv_memo *memo, int seat) {
    if (memo->given == HL_NONE || !(memo->open_to >> seat & 1))
        return HL_NONE;
    hl_conv_promise gift = {.target = HL_NONE, .turn = HL_NONE, .drawn = memo->given_drawn};
    gift.waiting = memo->open_to;
    return hl_conv_next_step(memo, &gift, seat, 1U << memo->given, 0);
}

/* A card that was discarded on purpose, if no other hand in sight has its copy. */
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

/* A clue by rank 2 saves no 2 that the holder sees in another hand than the giver's. */
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

/* Apply to a seat's cards what the clues to all seats ask of it and promise to it. */
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
