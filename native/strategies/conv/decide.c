/* Every move is tried, and the best is made. */
#include "strategies/conv/scene.h"

typedef struct {
    hl_conv_scene now, then; /* then: where moves are tried */
    hl_conv_mind mine;
    cards unseen;
    int best;
    hl_choice *choice;
} trial;

static void offer(trial *trial, int worth, int move, int reason, int target, int slot) {
    if (worth <= trial->best)
        return;
    trial->best = worth;
    *trial->choice = (hl_choice){.move = (int16_t)move,
                                 .reason = (uint8_t)reason,
                                 .target = (uint8_t)target,
                                 .slot = (uint8_t)slot,
                                 .partner = HL_NONE};
}

/* The worth of using a slot, over what it may be; chances by the copies unseen. */
static int worth_of_use(trial *trial, int kind, int slot, cards may_be) {
    const hl_rules *rules = &trial->now.pub.rules;
    int worth = 0, chances = 0;
    for (cards left = may_be; left;) {
        int card = lowest(left), copies = count(left & copies_of(rules, card));
        left &= ~copies_of(rules, card);
        hl_conv_copy_scene(&trial->then, &trial->now);
        hl_conv_make_use(&trial->then, kind, slot, card);
        hl_conv_foresee(&trial->then);
        worth += copies * hl_conv_worth(&trial->then);
        chances += copies;
    }
    return worth / chances;
}

static void try_plays(trial *trial) {
    const hl_public *pub = &trial->now.pub;
    int hand_size = pub->rules.hand_size;
    for (unsigned left = trial->mine.filled; left; left &= left - 1) {
        int slot = first_of(left);
        cards may_be = trial->mine.may_be[slot];
        int ready = trial->mine.ready >> slot & 1;
        if (!ready && (pub->turns_left == HL_NONE || !(may_be & pub->playable)))
            continue;
        int reason = !ready                                    ? HL_CONV_PLAY_RISK
                     : slot != trial->mine.blind               ? HL_CONV_PLAY_TOLD
                     : pub->touched[trial->now.me] >> slot & 1 ? HL_CONV_PLAY_PROMPT
                                                               : HL_CONV_PLAY_BLIND;
        int worth = worth_of_use(trial, HL_PLAY, slot, may_be & trial->unseen);
        offer(trial, worth, hand_size + slot, reason, HL_NONE, slot);
    }
}

/* What a card of mine costs if thrown away, over what it may be; the least costly in `card`. */
static int expected_loss(const trial *trial, cards may_be, int *card) {
    int loss = 0, chances = 0, least = 1 << 30;
    for (cards left = may_be; left; left &= left - 1) {
        int one = hl_conv_loss(&trial->now, trial->now.me, lowest(left));
        loss += one;
        chances++;
        if (one < least) {
            least = one;
            *card = lowest(left);
        }
    }
    return chances ? loss / chances : 0;
}

static void try_discard(trial *trial, int slot, int reason) {
    cards facts = trial->now.pub.know[trial->now.me][slot] & trial->unseen;
    cards may_be = trial->mine.may_be[slot] & trial->unseen;
    int card = lowest(facts), loss = expected_loss(trial, may_be, &card);
    if (reason == HL_CONV_DISCARD_CHOP)
        loss = loss * trial->now.weights[HL_CONV_TRUST] / 100;
    hl_conv_copy_scene(&trial->then, &trial->now);
    hl_conv_make_use(&trial->then, HL_DISCARD, slot, card);
    hl_conv_foresee(&trial->then);
    int worth = hl_conv_worth(&trial->then) - loss - trial->now.weights[HL_CONV_DISCARD];
    offer(trial, worth, slot, reason, HL_NONE, slot);
}

static void try_discards(trial *trial) {
    const hl_public *pub = &trial->now.pub;
    if (pub->tokens == pub->rules.max_tokens)
        return;
    int chop = hl_conv_chop(pub, trial->now.me);
    for (unsigned left = trial->mine.useless; left; left &= left - 1)
        try_discard(trial, first_of(left), HL_CONV_DISCARD_KNOWN);
    if (chop != HL_NONE)
        try_discard(trial, chop, HL_CONV_DISCARD_CHOP);
    else if (!trial->mine.useless)
        for (unsigned left = trial->mine.filled; left; left &= left - 1)
            try_discard(trial, first_of(left), HL_CONV_DISCARD_LOCKED);
}

/* Why a clue was given, once it is. */
static int reason_of(const trial *trial, const hl_conv_scene *after, const hl_event *clue,
                     int target, int *slot) {
    const hl_public *before = &trial->now.pub;
    hl_event event = hl_conv_clue_event(&trial->now, clue);
    unsigned fresh = event.touched & ~(unsigned)before->touched[target];
    *slot = hl_conv_focus(before, &event);
    cards one = 1ULL << trial->now.hand[target][*slot];
    for (unsigned open = after->memo.open; open; open &= open - 1) {
        const hl_conv_promise *promise = &after->memo.promises[first_of(open)];
        if (promise->order == before->order[target][*slot] && promise->later & one)
            return HL_CONV_CLUE_FINESSE;
    }
    for (unsigned left = before->touched[target]; left; left &= left - 1) {
        cards was = trial->now.memo.said[target][first_of(left)];
        cards is = after->memo.said[target][first_of(left)];
        if (was && subset(was, before->playable) && !(is && subset(is, before->playable)))
            return HL_CONV_CLUE_FIX;
    }
    if (hl_conv_within_reach(before, &trial->now.memo) & one)
        return HL_CONV_CLUE_PLAY;
    if (fresh >> *slot & 1)
        return before->critical & one || *slot == hl_conv_chop(before, target) ? HL_CONV_CLUE_SAVE
                                                                               : HL_CONV_CLUE_STALL;
    return HL_CONV_CLUE_FILL;
}

static void try_clues(trial *trial) {
    const hl_public *pub = &trial->now.pub;
    const hl_rules *rules = &pub->rules;
    for (int move = 2 * rules->hand_size; pub->tokens && move < rules->moves; move++) {
        const hl_event *clue = &rules->acts[move];
        int target = (int)hl_seat_after(rules, (unsigned)trial->now.me, clue->target);
        if (!(trial->now.held[target] & rules->clue_cards[clue->clue]))
            continue;
        hl_conv_copy_scene(&trial->then, &trial->now);
        hl_conv_make_clue(&trial->then, clue);
        hl_conv_foresee(&trial->then);
        int worth = hl_conv_worth(&trial->then) - trial->now.weights[HL_CONV_CLUE];
        offer(trial, worth, move, HL_CONV_CLUE_STALL, target, HL_NONE);
    }
}

void hl_conv_decide(const hl_conv_config *config, const hl_view *view, const hl_conv_memo *memo,
                    hl_choice *choice) {
    trial trial;
    hl_conv_set_scene(&trial.now, config, view, memo);
    trial.then.pub.rules = trial.then.before.rules = view->pub->rules;
    trial.then.pub.turn = trial.now.pub.turn;
    trial.unseen = view->unseen;
    trial.best = -(1 << 30);
    trial.choice = choice;
    *choice = (hl_choice){.move = HL_SILENT, .reason = HL_NONE};
    hl_conv_read_mind(&trial.now, view->seat, &trial.mine);
    try_plays(&trial);
    try_clues(&trial);
    try_discards(&trial);
    if (choice->reason == HL_CONV_CLUE_STALL) {
        int slot = HL_NONE;
        const hl_event *clue = &view->pub->rules.acts[choice->move];
        hl_conv_copy_scene(&trial.then, &trial.now);
        hl_conv_make_clue(&trial.then, clue);
        choice->reason = (uint8_t)reason_of(&trial, &trial.then, clue, choice->target, &slot);
        choice->slot = (uint8_t)slot;
    }
}
