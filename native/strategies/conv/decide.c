/* Try every move and choose the best. */
#include "strategies/conv/scene.h"

typedef struct {
    hl_conv_scene now, then; /* then: scratch position on which moves are tried */
    const hl_conv_mind *mine;
    int best;
    int appeal; /* the largest bonus of a play */
    int is_due; /* convention wants some clue given before the first discard of a chop */
    hl_choice *choice;
} trial;

static void offer(trial *trial, int worth, int move, int reason, int target, int slot) {
    if (worth <= trial->best)
        return;
    trial->best = worth;
    *trial->choice = (hl_choice){(int16_t)move, (uint8_t)reason, (uint8_t)target, (uint8_t)slot};
}

static int is_last_round(const trial *trial) { return trial->now.memo.turns_left != HL_NONE; }

/* Percent of the unseen copies that are playable. */
static int chance_to_play(const trial *trial, ids may_be) {
    int hits = 0, all = 0;
    foreach (id, may_be) {
        int chance = hl_conv_copies(&trial->now, id);
        hits += 1U << id & trial->now.memo.playable ? chance : 0;
        all += chance;
    }
    return all ? 100 * hits / all : -1;
}

/* Whether playing an uncertain slot should be considered. In the last round nothing is saved for
 * later. */
static int may_dare(const trial *trial, int slot) {
    if (is_last_round(trial))
        return (trial->mine->may_be[slot] & trial->now.memo.playable) != 0;
    int least = trial->now.weights[HL_CONV_DARE];
    return trial->now.memo.hands[trial->now.me].touched >> slot & 1 && least <= 100 &&
           chance_to_play(trial, hl_conv_may_be(&trial->now, trial->mine, slot)) >= least;
}

/* A bonus: people prefer to play what they were just told, and what is certain. */
static int appeal_of_play(const trial *trial, int slot) {
    const hl_conv_memo *memo = &trial->now.memo;
    const hl_conv_hand *hand = &memo->hands[trial->now.me];
    const int16_t *weights = trial->now.weights;
    int fresh =
        hand->touched >> slot & 1 && memo->turn - hand->since[slot] <= trial->now.rules->players;
    int certain = subset(hand->know[slot] & trial->now.unseen, memo->playable);
    return (fresh ? weights[HL_CONV_PLAY_TOLD_NOW] : 0) +
           (certain ? weights[HL_CONV_PLAY_CERTAIN] : 0);
}

/* The slots that a clue touches for the first time and whose cards were not to be played anyway. */
static unsigned newly_touched(trial *trial, int target) {
    unsigned was = trial->now.memo.hands[target].touched;
    unsigned fresh = trial->then.memo.hands[target].touched & ~was;
    if (fresh && trial->now.config->ideas & HL_CONV_GROUP) {
        const hl_conv_mind *mind = hl_conv_mind_of(&trial->now, target);
        fresh &= ~(mind->ready | mind->asked);
    }
    return fresh;
}

/* A bonus: people prefer to clue cards that are worth touching. */
static int appeal_of_clue(trial *trial, int target) {
    const hl_conv_memo *memo = &trial->now.memo;
    const int16_t *weights = trial->now.weights;
    unsigned fresh = newly_touched(trial, target);
    int appeal = fresh ? weights[HL_CONV_FIRST] : 0;
    foreach (slot, fresh) {
        ids one = trial->now.seen[target].card[slot];
        appeal += one & memo->playable   ? weights[HL_CONV_FIRST_PLAYABLE]
                  : one & memo->critical ? weights[HL_CONV_FIRST_CRITICAL]
                                         : 0;
    }
    return appeal;
}

/* The number of cards that a seat is asked to play and takes for an identity that they do not have.
 */
static int misread(hl_conv_scene *scene, int seat) {
    const hl_conv_mind *mind = hl_conv_mind_of(scene, seat);
    int wrong = 0;
    foreach (slot, mind->asked) {
        ids card = scene->seen[seat].card[slot];
        int over = scene->config->ideas & HL_CONV_LAYERED && card & scene->memo.playable;
        wrong += !(mind->may_be[slot] & card || over);
    }
    return wrong;
}

/* The number of cards that other seats would misread because of a clue, counted up to `most`: the
 * focus, and cards that they would play for it. `trial->then` is the position right after the clue.
 */
static int lies(trial *trial, int target, int most) {
    const hl_conv_memo *is = &trial->then.memo;
    int wrong = is->vague && trial->now.memo.hands[target].touched != is->hands[target].touched;
    wrong += wrong < most && is->focus != HL_NONE &&
             !(hl_conv_mind_of(&trial->then, target)->may_be[is->focus] &
               trial->then.seen[target].card[is->focus]);
    wrong += wrong < most && !hl_conv_is_kept(&trial->then);
    for (int seat = 0; seat < trial->now.rules->players && wrong < most; seat++)
        if (seat != trial->now.me) {
            int more = misread(&trial->then, seat) - misread(&trial->now, seat);
            wrong += more > 0 ? more : 0;
        }
    return wrong;
}

/* The expected cost of touching a second copy of a card that is touched in my own hand: by good
 * touch the holder concludes that its card is another one. */
static int cost_of_copies(const trial *trial, int target) {
    const hl_conv_scene *now = &trial->now;
    unsigned was = now->memo.hands[target].touched, is = trial->then.memo.hands[target].touched;
    int cost = 0;
    foreach (slot, now->memo.hands[now->me].touched) {
        ids may_be = trial->mine->may_be[slot] & ~now->memo.useless;
        foreach (other, is & ~was)
            if (now->seen[target].card[other] & may_be)
                cost += now->weights[HL_CONV_COPY] / count(may_be);
    }
    return cost;
}

/* The cost of a clue that makes nothing playable or burns a token, minus the bonus for saving the
 * card on a chop. That bonus includes the one for my best play, which can wait longer than the
 * save. */
static int cost_of_clue(trial *trial, const hl_event *clue, int target) {
    const hl_conv_memo *was = &trial->now.memo, *is = &trial->then.memo;
    const hl_conv_hand *before = &was->hands[target], *after = &is->hands[target];
    const int16_t *weights = trial->now.weights;
    int cost = 0, chop = hl_conv_chop(before), news = 0;
    for (int slot = 0; slot < trial->now.rules->hand_size; slot++)
        news |= before->know[slot] != after->know[slot];
    if (!newly_touched(trial, target)) {
        unsigned ready = hl_conv_mind_of(&trial->now, target)->ready;
        if (!(hl_conv_mind_of(&trial->then, target)->ready & ~ready))
            cost += weights[HL_CONV_UNTOUCHED];
        return cost + (news && before->touched == after->touched ? 0 : weights[HL_CONV_BURN]);
    }
    cost += cost_of_copies(trial, target);
    if (chop == HL_NONE || is->focus != chop)
        return cost;
    ids one = trial->now.seen[target].card[chop];
    int rank_two = rank_of(first_of(one)) == 1 && clue->kind == HL_RANK &&
                   !(hl_conv_held(&trial->now, target) & one);
    if (!(was->useless & one) && (was->critical & one || rank_two))
        cost -= weights[HL_CONV_SAVED] + trial->appeal;
    return cost;
}

/* Predict the others' moves from right after a clue to my next turn. Returns the change in the
 * number of cards that a partner who takes clues literally would misplay: right after the clue or
 * at my next turn, whichever is larger. */
static int foresee_literally(trial *trial, int target) {
    int focus = trial->then.memo.focus;
    int on_chop = focus != HL_NONE && focus == hl_conv_chop(&trial->now.memo.hands[target]);
    int soon = hl_conv_literal_mistakes(&trial->then, target, focus, on_chop);
    hl_conv_foresee(&trial->then);
    int later = hl_conv_literal_mistakes(&trial->then, target, HL_NONE, 0);
    return (soon > later ? soon : later) -
           hl_conv_literal_mistakes(&trial->now, target, HL_NONE, 0);
}

/* Whether convention wants a clue given before anybody discards a chop for the first time: it is
 * about a newly touched card, which the holder reads correctly, and touches no useless card and no
 * copy of a touched one. */
static int is_due(trial *trial, int target) {
    const hl_conv_memo *was = &trial->now.memo, *is = &trial->then.memo;
    unsigned fresh = is->hands[target].touched & ~(unsigned)was->hands[target].touched;
    int focus = is->focus, chop = hl_conv_chop(&was->hands[target]);
    if (focus == HL_NONE || !(fresh >> focus & 1))
        return 0;
    ids bad = was->useless | hl_conv_marked(&trial->now, target);
    foreach (slot, fresh) {
        ids one = trial->now.seen[target].card[slot];
        if (bad & one)
            return 0;
        bad |= one;
    }
    ids card = trial->now.seen[target].card[focus];
    return is->hands[target].said[focus] & card && (focus == chop || !(card & HL_CONV_FIVES));
}

/* The 1s (slots) that I must not play yet. To play one out of order moves another seat's chop,
 * which is right only if the card there is worth saving. */
static unsigned later_ones(const trial *trial) {
    const hl_conv_scene *now = &trial->now;
    const hl_conv_hand *hand = &now->memo.hands[now->me];
    unsigned ones = hl_conv_ones(hand, hand->said, trial->mine->ready), later = 0;
    foreach (slot, ones) {
        int before = hl_conv_ones_before(now->rules, hand, ones, slot);
        if (!before)
            continue;
        int seat = (int)hl_seat_after(now->rules, (unsigned)now->me, (unsigned)before);
        int chop = hl_conv_chop(&now->memo.hands[seat]);
        ids card = chop == HL_NONE || seat == now->me ? 0 : now->seen[seat].card[chop];
        ids worth = now->memo.critical | (HL_CONV_ONES << 1 & ~hl_conv_held(now, seat));
        if (!(now->config->ideas & HL_CONV_MOVES && card & worth & ~now->memo.useless))
            later |= 1U << slot;
    }
    return later;
}

/* The slot to try first, since of plays of equal value the first one tried is made. With
 * HL_CONV_GROUP it is the card that people would play first; 1s come last, oldest first. */
static int first_to_try(const trial *trial, unsigned slots) {
    const hl_conv_hand *hand = &trial->now.memo.hands[trial->now.me];
    unsigned others = slots & ~hl_conv_ones(hand, hand->said, slots);
    if (!others || !(trial->now.config->ideas & HL_CONV_GROUP))
        return first_of(slots);
    int first = first_of(others);
    foreach (slot, others)
        first = hl_conv_is_surer(hand, slot, first) ? slot : first;
    return first;
}

static void try_plays(trial *trial) {
    const hl_conv_hand *hand = &trial->now.memo.hands[trial->now.me];
    int unsure = is_last_round(trial) ? HL_CONV_PLAY_RISK : HL_CONV_PLAY_LIKELY;
    unsigned slots = hand->filled;
    if (trial->now.config->ideas & HL_CONV_GROUP && trial->mine->blind != HL_NONE)
        slots = 1U << trial->mine->blind;
    else if (trial->now.config->ideas & HL_CONV_ORDER)
        slots &= ~later_ones(trial);
    while (slots) {
        int slot = first_to_try(trial, slots);
        int ready = trial->mine->ready >> slot & 1;
        slots &= ~(1U << slot);
        if (!ready && !may_dare(trial, slot))
            continue;
        int reason = !ready                       ? unsure
                     : slot != trial->mine->blind ? HL_CONV_PLAY_TOLD
                     : hand->touched >> slot & 1  ? HL_CONV_PLAY_PROMPT
                                                  : HL_CONV_PLAY_BLIND;
        int appeal = appeal_of_play(trial, slot);
        trial->appeal = appeal > trial->appeal ? appeal : trial->appeal;
        int worth = appeal + hl_conv_worth_of_play(&trial->now, &trial->then, trial->mine, slot,
                                                   !is_last_round(trial));
        offer(trial, worth, trial->now.rules->hand_size + slot, reason, HL_NONE, slot);
    }
}

static void try_discard(trial *trial, int slot, int reason) {
    int id = first_of(trial->now.memo.hands[trial->now.me].know[slot] & trial->now.unseen);
    int loss = hl_conv_expected_loss(&trial->now, trial->mine->may_be[slot], &id);
    if (reason == HL_CONV_DISCARD_CHOP)
        loss = loss * trial->now.weights[HL_CONV_TRUST] / 100;
    int worth = hl_conv_worth_as(&trial->now, &trial->then, HL_DISCARD, slot, id) - loss -
                trial->now.weights[HL_CONV_DISCARD];
    const hl_conv_memo *memo = &trial->now.memo;
    if (memo->deck_left < 6)
        worth -= trial->now.weights[HL_CONV_LATE] * (6 - memo->deck_left);
    int lost = memo->lost != HL_NONE && trial->now.config->ideas & HL_CONV_STALLS &&
               !(hl_conv_held(&trial->now, HL_NONE) >> memo->lost & 1);
    if (reason == HL_CONV_DISCARD_CHOP && (lost || memo->screamed))
        worth -= trial->now.weights[HL_CONV_DOUBLE];
    if (reason == HL_CONV_DISCARD_CHOP && trial->is_due)
        worth -= trial->now.weights[HL_CONV_EARLY];
    offer(trial, worth, slot, reason, HL_NONE, slot);
}

/* Consider discarding a useful card that I know: if another seat holds its touched copy without
 * knowing it, that seat learns from the discard what it holds. */
static void try_gifts(trial *trial) {
    const hl_conv_hand *hand = &trial->now.memo.hands[trial->now.me];
    ids given = hl_conv_marked(&trial->now, HL_NONE);
    foreach (slot, hand->touched) {
        ids one = trial->mine->may_be[slot];
        if (!is_alone(one) || !(given & one) || trial->now.memo.useless & one)
            continue;
        int worth = hl_conv_worth_as(&trial->now, &trial->then, HL_DISCARD, slot, first_of(one));
        worth += trial->now.weights[HL_CONV_GIFT];
        offer(trial, worth, slot, HL_CONV_DISCARD_KNOWN, HL_NONE, slot);
    }
}

static void try_discards(trial *trial) {
    const hl_conv_hand *hand = &trial->now.memo.hands[trial->now.me];
    if (trial->now.memo.tokens == trial->now.rules->max_tokens)
        return;
    int chop = hl_conv_chop(hand);
    if (trial->now.config->ideas & HL_CONV_DISCARDS)
        try_gifts(trial);
    foreach (slot, trial->mine->useless)
        try_discard(trial, slot, HL_CONV_DISCARD_KNOWN);
    if (trial->now.config->ideas & HL_CONV_SIEVE && (trial->mine->ready | trial->mine->useless))
        return;
    if (chop != HL_NONE)
        try_discard(trial, chop, HL_CONV_DISCARD_CHOP);
    else if (!trial->mine->useless)
        foreach (slot, hand->filled)
            try_discard(trial, slot, HL_CONV_DISCARD_LOCKED);
}

/* The reason of a clue, once it is chosen. */
static int reason_of(const trial *trial, const hl_conv_scene *after, const hl_event *clue,
                     int target, int *slot) {
    const hl_conv_memo *memo = &trial->now.memo;
    const hl_conv_hand *before = &memo->hands[target];
    hl_event event = hl_conv_clue_event(&trial->now, clue);
    unsigned fresh = event.touched & ~(unsigned)before->touched;
    *slot = hl_conv_focus_of(trial->now.config, trial->now.rules, before, &event);
    ids one = trial->now.seen[target].card[*slot];
    foreach (number, after->memo.open) {
        const hl_conv_promise *promise = &after->memo.promises[number];
        if (promise->order == before->order[*slot] && promise->later & one)
            return HL_CONV_CLUE_FINESSE;
    }
    foreach (slot, before->touched) {
        ids was = before->said[slot];
        ids is = after->memo.hands[target].said[slot];
        if (was && subset(was, memo->playable) && !(is && subset(is, memo->playable)))
            return HL_CONV_CLUE_FIX;
    }
    if (hl_conv_within_reach(memo) & one)
        return HL_CONV_CLUE_PLAY;
    if (fresh >> *slot & 1)
        return memo->critical & one || *slot == hl_conv_chop(before) ? HL_CONV_CLUE_SAVE
                                                                     : HL_CONV_CLUE_STALL;
    return HL_CONV_CLUE_FILL;
}

/* `any`: also clues that somebody would misread, for want of another move. */
static void try_clues(trial *trial, int any) {
    const hl_rules *rules = trial->now.rules;
    const hl_conv_scene *now = &trial->now;
    int judged = (now->config->ideas & (HL_CONV_GROUP | HL_CONV_SIEVE)) != 0;
    for (int move = 2 * rules->hand_size; now->memo.tokens && move < rules->moves; move++) {
        const hl_event *clue = &rules->acts[move];
        int target = (int)hl_seat_after(rules, (unsigned)now->me, clue->target);
        if (!(now->seen[target].held & rules->clue_ids[clue->clue]))
            continue;
        hl_conv_copy_scene(&trial->then, now);
        hl_conv_make_clue(&trial->then, clue);
        int cost = now->weights[HL_CONV_CLUE];
        if (judged) {
            int wrong = lies(trial, target, any ? HL_MAX_PLAYERS * HL_MAX_HAND : 1);
            if (wrong && !any)
                continue;
            cost += wrong * now->weights[HL_CONV_UNREADABLE] + cost_of_clue(trial, clue, target);
            if (!now->memo.started && !wrong)
                trial->is_due |= is_due(trial, target);
        }
        if (now->weights[HL_CONV_LITERAL])
            cost += now->weights[HL_CONV_LITERAL] * foresee_literally(trial, target);
        else
            hl_conv_foresee(&trial->then);
        int worth = hl_conv_worth(&trial->then) - cost + appeal_of_clue(trial, target);
        offer(trial, worth, move, HL_CONV_CLUE_STALL, target, HL_NONE);
    }
}

void hl_conv_decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                    hl_choice *choice) {
    trial trial;
    (void)rng;
    hl_conv_set_scene(&trial.now, config, view, memo);
    trial.best = -(1 << 30);
    trial.is_due = trial.appeal = 0;
    trial.choice = choice;
    *choice = (hl_choice){.move = HL_SILENT, .reason = HL_NONE};
    trial.mine = hl_conv_mind_of(&trial.now, view->seat);
    try_plays(&trial);
    if (trial.now.config->ideas & HL_CONV_GROUP && choice->reason == HL_CONV_PLAY_BLIND)
        return;
    try_clues(&trial, 0);
    try_discards(&trial);
    if (choice->move == HL_SILENT)
        try_clues(&trial, 1);
    if (choice->reason == HL_CONV_CLUE_STALL) {
        int slot = HL_NONE;
        const hl_event *clue = &view->pub->rules.acts[choice->move];
        hl_conv_copy_scene(&trial.then, &trial.now);
        hl_conv_make_clue(&trial.then, clue);
        choice->reason = (uint8_t)reason_of(&trial, &trial.then, clue, choice->target, &slot);
        choice->slot = (uint8_t)slot;
    }
}
