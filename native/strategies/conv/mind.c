/* A seat's reading of the public record, by what it sees: cards in other hands are not in its own,
 * least of all touched ones; and a card promised to be ready after another seat's play is taken as
 * such only if it sees that play coming. */
#include "strategies/conv/lanes.h"
#include "strategies/conv/scene.h"

/* The slot from which a seat would play the missing card for a promise, if it visibly holds the
 * card there; else HL_NONE. */
static int true_connector(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                          ids missing) {
    if (!(scene->seen[seat].held & missing))
        return HL_NONE;
    int slot = hl_conv_connector(&scene->memo, promise, seat, missing);
    return slot != HL_NONE && scene->seen[seat].card[slot] & missing ? slot : HL_NONE;
}

/* Whether a seat that has yet to move holds the missing card where it would play it from. */
static int is_coming(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                     ids missing) {
    foreach (other, promise->waiting & ~(1U << seat))
        if (hl_conv_sees(scene, seat, other) &&
            true_connector(scene, promise, other, missing) != HL_NONE)
            return 1;
    return 0;
}

/* Remove from the focus of a promise the identities that need another seat's play first, unless
 * such a play is coming. */
static ids as_promised(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                       ids may_be) {
    foreach (id, may_be & promise->later) {
        ids one = 1U << id;
        if (may_be & ~one && !is_coming(scene, promise, seat, before_of(one)))
            may_be &= ~one;
    }
    return may_be;
}

/* The slot that another seat will play for a promise to me, if I see it coming. */
static int coming_for_me(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat) {
    if (!is_held(&scene->memo, promise))
        return HL_NONE;
    foreach (id, scene->memo.hands[scene->me].said[promise->slot] & promise->later) {
        ids missing = before_of(1U << id) & scene->memo.playable;
        int slot = true_connector(scene, promise, seat, missing);
        if (slot != HL_NONE)
            return slot;
    }
    return HL_NONE;
}

/* The slot that a seat must play for a promise about another seat's card, or HL_NONE; `missing`
 * gets the identities that the played card may have. */
static int blind_slot(const hl_conv_scene *scene, int seat, ids elsewhere, ids *missing) {
    foreach (number, scene->memo.open) {
        const hl_conv_promise *promise = &scene->memo.promises[number];
        int target = promise->target;
        if (!(promise->waiting >> seat & 1))
            continue;
        if (target == scene->me) {
            int slot = coming_for_me(scene, promise, seat);
            if (slot == HL_NONE)
                continue;
            *missing = scene->seen[seat].card[slot];
            return slot;
        }
        ids card = scene->seen[target].card[promise->slot];
        if (!(promise->later & card) || !is_held(&scene->memo, promise))
            continue;
        *missing = before_of(card);
        if (*missing & scene->memo.playable && !(*missing & elsewhere) &&
            !is_coming(scene, promise, seat, *missing))
            return hl_conv_connector(&scene->memo, promise, seat, *missing);
    }
    return HL_NONE;
}

/* Apply the open promises whose focus is in this hand. */
static void keep_promises(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    foreach (number, scene->memo.open) {
        const hl_conv_promise *promise = &scene->memo.promises[number];
        ids *may_be = &mind->may_be[promise->slot];
        if (promise->target == seat && is_held(&scene->memo, promise))
            *may_be = as_promised(scene, promise, seat, *may_be);
    }
}

/* For cards to which good touch leaves no identity, take those that the clues alone allow, if all
 * of them are playable. */
static void fall_back(const hl_conv_memo *memo, const hl_conv_hand *hand, ids unseen,
                      unsigned slots, hl_conv_mind *mind) {
    foreach (slot, slots) {
        ids facts = hand->know[slot] & unseen;
        if (!facts || !subset(facts, memo->playable))
            continue;
        mind->may_be[slot] = facts;
        mind->ready |= 1U << slot;
        if (!subset(facts, memo->useless))
            mind->useless &= ~(1U << slot);
    }
}

/* Determine the cards that are certainly playable, and the useless ones. */
static HL_INLINE void judge(const hl_conv_memo *memo, const hl_conv_hand *hand, int slots,
                            ids unseen, hl_conv_mind *mind) {
    unsigned ready = 0, useless = 0, empty = 0;
    for (int slot = 0; slot < slots; slot += LANES) {
        lanes may_be = load(mind->may_be + slot);
        empty |= slots_on(are_empty(may_be), slot);
        ready |= slots_on(are_empty(may_be & ~each(memo->playable)), slot);
        useless |= slots_on(are_empty(may_be & ~each(memo->useless)), slot);
    }
    mind->ready = ready & ~empty;
    mind->useless = useless & hand->filled;
    if (empty & hand->touched)
        fall_back(memo, hand, unseen, empty & hand->touched, mind);
}

/* Restrict the card that a seat plays for a promise about another seat's card to the identities
 * `missing`; cancel the play if the card is not certainly playable then. */
static void judge_blind(const hl_conv_memo *memo, ids missing, hl_conv_mind *mind) {
    ids *may_be = &mind->may_be[mind->blind];
    unsigned slot = 1U << mind->blind;
    if (*may_be & missing)
        *may_be &= missing;
    mind->ready &= ~slot;
    mind->useless &= ~slot;
    if (subset(*may_be, memo->useless))
        mind->useless |= slot;
    if (*may_be && subset(*may_be, memo->playable))
        mind->ready |= slot;
    else
        mind->blind = HL_NONE;
}

/* The touched cards of a seat that it does not know. */
static ids unknown_to(const hl_conv_scene *scene, int seat) {
    ids unknown = 0;
    foreach (slot, scene->memo.hands[seat].touched) {
        ids card = scene->seen[seat].card[slot];
        if (hl_conv_without_promises(&scene->memo, seat, slot) != card)
            unknown |= card;
    }
    return unknown;
}

/* Allow copies of the giver's own cards: a giver may hold a touched card without knowing what it
 * is, and touch its copy in this hand. If no other identity of a clued card is left, it is such a
 * copy. */
static void allow_copies(const hl_conv_scene *scene, int seat, ids unseen, hl_conv_mind *mind) {
    const hl_conv_memo *memo = &scene->memo;
    const hl_conv_hand *hand = &memo->hands[seat];
    foreach (slot, hand->touched) {
        int giver = hand->by[slot];
        if (giver == HL_NONE || !(scene->seen[giver].marked & hand->said[slot]))
            continue;
        ids plain = hl_conv_without_promises(memo, seat, slot) & unseen & ~memo->claimed;
        ids others = 0;
        if (mind->may_be[slot] & plain || !(scene->seen[giver].marked & plain))
            continue;
        for (int other = 0; other < scene->rules->players; other++)
            others |= other == seat || other == giver ? 0 : scene->seen[other].marked;
        mind->may_be[slot] |= plain & unknown_to(scene, giver) & ~others;
    }
}

/* Whether a slot is surer than another to hold what was said of both: the one clued later, since
 * its giver knew of the other; or, if one clue touched both, the focus, which is the chop or else
 * the newest. */
int hl_conv_is_surer(const hl_conv_hand *hand, int slot, int other) {
    if (hand->since[slot] != hand->since[other])
        return hand->since[slot] > hand->since[other];
    int saved = hand->saved >> slot & 1, other_saved = hand->saved >> other & 1;
    return saved != other_saved ? saved : hand->order[slot] > hand->order[other];
}

/* Of several touched cards that are all said to be one and the same identity, leave only the surest
 * ready to play. */
static void leave_copies(const hl_conv_hand *hand, hl_conv_mind *mind) {
    unsigned slots = mind->ready & hand->touched;
    foreach (slot, slots)
        foreach (other, slots & ~(1U << slot))
            if (is_alone(mind->may_be[slot]) && mind->may_be[slot] == mind->may_be[other] &&
                hl_conv_is_surer(hand, other, slot))
                mind->ready &= ~(1U << slot);
}

static HL_INLINE void read(const hl_conv_scene *scene, int seat, int slots, hl_conv_mind *mind) {
    const hl_conv_memo *memo = &scene->memo;
    const hl_conv_hand *hand = &memo->hands[seat];
    ids unseen = scene->unseen | scene->seen[seat].held, missing = 0;
    ids elsewhere = hl_conv_marked(scene, seat);
    mind->elsewhere = elsewhere;
    for (int slot = 0; slot < slots; slot += LANES) {
        lanes told = each(~elsewhere) | ~are_on(hand->touched, slot);
        store(mind->may_be + slot, load(hand->said + slot) & each(unseen) & told);
    }
    mind->blind = HL_NONE;
    mind->asked = 0;
    if (scene->config->ideas & HL_CONV_GROUP) {
        allow_copies(scene, seat, unseen, mind);
        hl_conv_follow_chains(scene, seat, mind);
        judge(memo, hand, slots, unseen, mind);
        leave_copies(hand, mind);
        if (mind->blind != HL_NONE && !(mind->ready >> mind->blind & 1))
            mind->blind = HL_NONE;
        return;
    }
    if (memo->open)
        keep_promises(scene, seat, mind);
    judge(memo, hand, slots, unseen, mind);
    if (memo->open)
        mind->blind = blind_slot(scene, seat, elsewhere, &missing);
    if (mind->blind != HL_NONE)
        judge_blind(memo, missing, mind);
}

static void read_mind(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    if (scene->rules->hand_size <= LANES)
        read(scene, seat, LANES, mind);
    else
        read(scene, seat, HL_MAX_HAND, mind);
}

/* A seat's reading of the record in this position; computed at the first call and cached in the
 * scene. */
const hl_conv_mind *hl_conv_mind_of(hl_conv_scene *scene, int seat) {
    if (!(scene->read >> seat & 1))
        read_mind(scene, seat, &scene->minds[seat]);
    scene->read |= 1U << seat;
    return &scene->minds[seat];
}
