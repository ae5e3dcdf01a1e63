/* Reading a clue. The focus is a card to play: now, after cards that the table knows of, or after
 * one that another seat holds without knowing (promise.c). On the chop it may also be a card to
 * save: a 5 or a 2 by rank, and any other last copy. The other touched cards are only said to be
 * useful; where a colour touches several suits, or a rank clue several ranks, and where good touch
 * is no convention, they are kept and no more is said. A clue after which a card can no longer be
 * played as it would have been is a repair: it says nothing but its facts. One without new facts
 * about a card that was about to be played says that this card is useless. */
#include "strategies/conv/lanes.h"

typedef struct {
    const hl_conv_config *config;
    const hl_rules *rules;
    hl_conv_memo *memo;
    hl_conv_hand *hand; /* the hand clued */
    int giver, target, clue;
    unsigned touched, fresh; /* slots; fresh: touched for the first time */
    int pair, opens; /* two players with their own rules, and the first turn of their game */
    int locked;      /* the giver has no chop, and saves whatever it can */
    int forced;      /* the giver may not discard, or has no chop */
    unsigned moved;  /* slots that the clue protects without touching them */
} reading;

static int is_colour(const reading *clue) { return clue->clue < clue->rules->colour_clues; }

/* Masks of cards that are not empty and playable whatever they are. */
static lanes are_ready(lanes said, ids playable) {
    return ~are_empty(said) & are_empty(said & each(~playable));
}

/* Apply the facts of a clue. Returns whether a card that was about to be played no longer is. */
static HL_INLINE int take_facts(const reading *clue, int slots) {
    const hl_conv_memo *memo = clue->memo;
    hl_conv_hand *hand = clue->hand;
    lanes named = each(clue->rules->clue_ids[clue->clue]), useful = each(~memo->useless);
    unsigned repaired = 0;
    for (int slot = 0; slot < slots; slot += LANES) {
        lanes touched = are_on(clue->touched, slot), fresh = are_on(clue->fresh, slot);
        lanes was = load(hand->said + slot);
        lanes know = load(hand->know + slot) & ~(named ^ touched);
        lanes left = was & know, again = know & useful & are_empty(left) & ~are_empty(was);
        lanes said = (fresh & know & useful & each(~memo->claimed)) | (~fresh & (left | again));
        store(hand->know + slot, know);
        store(hand->said + slot, said);
        repaired |=
            slots_on(are_ready(was, memo->playable) & ~are_ready(said, memo->playable), slot);
    }
    foreach (slot, clue->fresh) {
        hand->since[slot] = (uint8_t)(memo->turn - 1);
        hand->by[slot] = (uint8_t)clue->giver;
        hand->drawn[slot] = (uint8_t)(clue->rules->deck_size - memo->deck_left);
    }
    return (repaired & hand->touched) != 0;
}

/* If the clue determines cards that were touched before, the newly touched ones are not copies of
 * them, and may follow them in play. */
static void claim_old(const reading *clue) {
    ids *said = clue->hand->said, alone = 0;
    foreach (slot, clue->touched & ~clue->fresh)
        alone |= is_alone(said[slot]) ? said[slot] : 0;
    clue->memo->claimed |= alone & ~clue->memo->useless;
    foreach (slot, clue->fresh)
        said[slot] &= said[slot] & ~alone ? ~alone : ~(ids)0;
}

/* The identities that may need saving on the chop. */
static ids saves(const reading *clue) {
    ids twos = HL_CONV_ONES << 1, by_rank = is_colour(clue) ? clue->rules->by_rank : 0;
    return (twos & ~by_rank) | (clue->memo->critical & ~(by_rank & HL_CONV_FIVES));
}

/* The identities that come within reach by one finesse or prompt: another seat's play of a card
 * that it does not know. */
static ids after_a_blind_play(const reading *clue, ids reach) {
    if (!(clue->config->ideas & HL_CONV_FINESSES) || clue->rules->players < 3)
        return 0;
    return next_of(reach & ~clue->memo->claimed) & ~clue->memo->useless & ~reach;
}

/* The focus of a clue to already touched cards: one that was not `known` to be ready or useless. */
static int focus_of_old(const reading *clue, const ids known[HL_MAX_HAND]) {
    unsigned slots = clue->touched;
    foreach (slot, slots)
        if (subset(known[slot], clue->memo->playable))
            slots &= ~(1U << slot);
    return hl_conv_newest(clue->hand, slots);
}

static void promise(const reading *clue, int focus, ids later) {
    unsigned seats = (1U << clue->rules->players) - 1;
    hl_conv_promise made = {
        .later = later,
        .target = (uint8_t)clue->target,
        .slot = (uint8_t)focus,
        .order = clue->hand->order[focus],
        .waiting = (uint8_t)(seats & ~(1U << clue->giver) & ~(1U << clue->target)),
        .turn = (uint8_t)(clue->memo->turn - 1),
    };
    for (int seat = 0; seat < clue->rules->players; seat++) {
        const hl_conv_hand *hand = &clue->memo->hands[seat];
        int slot = hl_conv_newest(hand, ~(unsigned)(hand->touched | hand->moved));
        made.blind[seat] = (uint8_t)slot;
        made.blind_order[seat] = slot == HL_NONE ? HL_NONE : hand->order[slot];
    }
    if (clue->config->ideas & HL_CONV_GROUP) {
        made.giver = (uint8_t)clue->giver;
        made.shown_by = HL_NONE;
        made.drawn = (uint8_t)(clue->rules->deck_size - clue->memo->deck_left);
        if (!(clue->hand->said[focus] & ~later))
            made.waiting |= (uint8_t)(1U << clue->target);
    }
    hl_conv_promise_add(clue->memo, &made);
}

/* The identities of a focus that become playable only after cards which the table does not know, by
 * prompts and finesses. */
static ids after_unknown_cards(const reading *clue, ids facts, ids direct, ids reach) {
    uint32_t ideas = clue->config->ideas;
    int most = ideas & HL_CONV_DEEP && clue->fresh ? clue->rules->ranks - 1 : 1;
    ids later = 0;
    if (!(ideas & HL_CONV_FINESSES))
        most = 0;
    if (clue->rules->players == 2 && (facts & direct || !(ideas & HL_CONV_SELF)))
        most = 0;
    for (ids known = reach; most; most--) {
        known |= next_of(known) & ~clue->memo->useless;
        later |= known & ~reach;
    }
    return facts & later & ~direct;
}

/* The other newly touched cards do not have the identity of the focus. */
static void take_from_others(const reading *clue, int focus) {
    ids *said = clue->hand->said;
    if (!is_alone(said[focus]))
        return;
    foreach (slot, clue->fresh & ~(1U << focus))
        said[slot] &= ~said[focus];
}

/* Whether the focus is the card to be discarded after the chop, which two players with HL_CONV_PAIR
 * save too. */
static int is_beside_chop(const reading *clue, int focus) {
    const hl_conv_hand *hand = clue->hand;
    if (!clue->pair || !(clue->fresh >> focus & 1))
        return 0;
    unsigned older = 0;
    foreach (slot, hand->filled & ~(unsigned)hand->moved) {
        int old = !(hand->touched >> slot & 1) || clue->fresh >> slot & 1;
        older += old && hand->order[slot] < hand->order[focus];
    }
    return older == 1;
}

/* Whether a rank clue to a 5 that is not on the chop asks for a play: it was not forced, and moved
 * no chop. */
static int asks_for_five(const reading *clue, int focus) {
    return clue->config->ideas & HL_CONV_GROUP && clue->rules->players > 2 && clue->fresh &&
           !clue->forced && !clue->moved && focus != HL_NONE &&
           hl_conv_pace(clue->rules, clue->memo) >= clue->rules->players;
}

/* `stall`: why the giver may give a clue that does nothing. */
static void read_focus(const reading *clue, int focus, int on_chop, int stall) {
    ids *said = &clue->hand->said[focus];
    if (!*said)
        *said = clue->hand->know[focus] & ~clue->memo->useless;
    ids named = clue->rules->named_ids[clue->clue];
    if (*said & named)
        *said &= named;
    ids facts = *said;
    ids reach = hl_conv_within_reach(clue->memo), direct = facts & reach;
    if (on_chop || is_beside_chop(clue, focus))
        direct |= facts & (clue->locked ? ~clue->memo->useless : saves(clue));
    else if (!is_colour(clue) && subset(named, HL_CONV_FIVES) &&
             (stall != HL_CONV_NO_STALL || !asks_for_five(clue, focus)))
        return;
    ids later = clue->config->ideas & HL_CONV_GROUP
                    ? after_unknown_cards(clue, facts, direct, reach)
                    : facts & after_a_blind_play(clue, reach) & ~direct;
    if (clue->opens && !direct)
        return;
    if (!clue->fresh && stall >= HL_CONV_DOUBLE_STALL && clue->config->ideas & HL_CONV_STALLS)
        later = 0;
    clue->memo->vague = clue->fresh && !(direct | later);
    if (!(direct | later))
        return;
    *said = direct | later;
    if (later)
        promise(clue, focus, later);
}

static void read(const hl_conv_config *config, const hl_rules *rules, const hl_event *event,
                 hl_conv_memo *memo) {
    hl_conv_hand *hand = &memo->hands[event->target];
    int locked = hl_conv_is_locked(&memo->hands[memo->to_move], memo->useless);
    reading clue = {.config = config,
                    .rules = rules,
                    .memo = memo,
                    .hand = hand,
                    .giver = memo->to_move,
                    .target = event->target,
                    .clue = event->clue,
                    .touched = event->touched,
                    .fresh = event->touched & ~(unsigned)hand->touched,
                    .forced = locked || memo->tokens == rules->max_tokens,
                    .locked = locked && config->ideas & HL_CONV_STALLS};
    clue.pair = config->ideas & HL_CONV_PAIR && rules->players == 2;
    clue.opens = clue.pair && memo->turn == 1 && !memo->started && !memo->score;
    int stall = hl_conv_stall(config, rules, memo);
    ids was[HL_MAX_HAND];
    memcpy(was, hand->said, sizeof was);
    int focus = clue.fresh ? hl_conv_focus_of(config, rules, hand, event) : HL_NONE;
    int on_chop = focus != HL_NONE && focus == hl_conv_chop(hand);
    int loose = (config->ideas & (HL_CONV_GROUP | HL_CONV_TOUCH)) == HL_CONV_GROUP;
    int only_focus = rules->vague >> event->clue & 1 || loose;
    unsigned kept = only_focus && clue.fresh ? clue.fresh & ~(1U << focus) : 0;
    clue.fresh &= ~kept;
    int stopped = config->ideas & HL_CONV_ORDER ? hl_conv_stopped(rules, event, memo) : HL_NONE;
    int repaired =
        rules->hand_size <= LANES ? take_facts(&clue, LANES) : take_facts(&clue, HL_MAX_HAND);
    memo->tokens--;
    if (config->ideas & HL_CONV_GROUP && clue.fresh)
        claim_old(&clue);
    clue.moved = hand->moved;
    if (config->ideas & HL_CONV_MOVES)
        hl_conv_move_chops(config, rules, event, memo, clue.fresh, focus, stall);
    clue.moved ^= hand->moved;
    hand->touched |= (uint8_t)(event->touched & ~kept);
    hand->moved = (uint8_t)((hand->moved & ~event->touched) | kept);
    if (on_chop)
        hand->saved |= (uint8_t)(1U << focus);
    if (!clue.fresh)
        focus = focus_of_old(&clue, config->ideas & HL_CONV_TEMPO ? was : hand->said);
    if (stopped != HL_NONE) {
        hand->said[stopped] = 0;
        return;
    }
    if (repaired || focus == HL_NONE)
        return;
    memo->focus = (uint8_t)focus;
    read_focus(&clue, focus, on_chop, stall);
    take_from_others(&clue, focus);
    if (config->ideas & HL_CONV_TEMPO && !clue.fresh && stall < HL_CONV_DOUBLE_STALL)
        hl_conv_move_by_tempo(rules, event, memo, was, focus);
}

/* Calls, in variants with cards that no clue touches: a clue that says nothing new about its
 * receiver's hand asks the next seat to play such a card: the n-th oldest untouched one if the
 * receiver sits n seats on and a colour was clued, the n-th newest if a rank was. */

/* Whether a clue left what is said of a hand's touched cards as it was, and touched no others. */
static int says_nothing(const hl_conv_hand *was, const hl_conv_hand *is) {
    int same = was->touched == is->touched;
    foreach (slot, is->touched)
        same &= was->said[slot] == is->said[slot];
    return same;
}

/* The slot called, or HL_NONE. */
static int called(const hl_rules *rules, const hl_event *clue, int giver,
                  const hl_conv_hand *hand) {
    unsigned free = hand->filled & ~(unsigned)hand->touched;
    int on = (int)hl_seats_on(rules, (unsigned)giver, clue->target);
    int newer = clue->clue < rules->colour_clues ? count(free) - on : on - 1;
    if (newer < 0 || newer >= count(free))
        return HL_NONE;
    for (; newer; newer--)
        free &= ~(1U << hl_conv_newest(hand, free));
    return hl_conv_newest(hand, free);
}

static void read_or_call(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                         hl_conv_memo *memo) {
    hl_conv_hand was = memo->hands[clue->target];
    hl_conv_hand *hand = &memo->hands[hl_seat_after(rules, memo->to_move, 1)];
    read(config, rules, clue, memo);
    if (!says_nothing(&was, &memo->hands[clue->target]))
        return;
    int slot = called(rules, clue, memo->to_move, hand);
    ids may_be = rules->silent & ~memo->claimed & hl_conv_within_reach(memo);
    if (slot == HL_NONE || !(hand->know[slot] & may_be))
        return;
    hand->said[slot] = hand->know[slot] & may_be;
    hand->touched |= (uint8_t)(1U << slot);
    hand->moved &= (uint8_t) ~(1U << slot);
    hand->since[slot] = (uint8_t)(memo->turn - 1);
    hand->by[slot] = memo->to_move;
    hand->drawn[slot] = (uint8_t)(rules->deck_size - memo->deck_left);
    memo->focus = HL_NONE;
}

void hl_conv_read(const hl_conv_config *config, const hl_rules *rules, const hl_event *clue,
                  hl_conv_memo *memo) {
    (rules->silent ? read_or_call : read)(config, rules, clue, memo);
}
