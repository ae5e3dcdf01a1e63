/* Features of the state of the game for the seat to move, of a card of mine that might be played or
 * discarded, and of a clue: what it touches, what it says, and how its receiver would read it. */
#include "strategies/human/glance.h"

static void find_last_clue(hl_human_glance *glance) {
    const hl_public *pub = glance->now.view->pub;
    int me = glance->now.me, since = pub->turn - pub->rules.players;
    glance->told.touched = 0;
    glance->focus = HL_NONE;
    for (int turn = pub->turn - 1; turn >= 0 && turn >= since; turn--)
        if (pub->history[turn].kind >= HL_COLOUR && pub->history[turn].target == me) {
            glance->told = pub->history[turn];
            break;
        }
    if (!glance->told.touched)
        return;
    /* The hand before the clue: what it touched first was not touched earlier. */
    const hl_conv_hand *hand = &glance->now.memo.hands[me];
    hl_conv_hand before = *hand;
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        if (hand->since[slot] != HL_NONE && hand->since[slot] + pub->rules.players >= pub->turn)
            before.touched &= (uint8_t) ~(1U << slot);
    glance->focus = hl_conv_focus(&before, glance->told.touched);
}

void hl_human_glance_at(const hl_human_config *config, const hl_view *view,
                        const hl_conv_memo *memo, hl_human_glance *glance) {
    const hl_conv_hand *hand = &memo->hands[view->seat];
    glance->config = config;
    hl_conv_set_scene(&glance->now, &config->expert, view, memo);
    glance->mine = hl_conv_mind_of(&glance->now, view->seat);
    glance->chop = hl_conv_chop(hand);
    glance->blind = hl_conv_newest(hand, ~(unsigned)hand->touched & 0xff);
    glance->newest = hl_conv_newest(hand, 0xff);
    find_last_clue(glance);
}

static int is_known_ready(hl_human_glance *glance, int seat, ids one) {
    const hl_conv_mind *mind = hl_conv_mind_of(&glance->now, seat);
    foreach (slot, mind->ready)
        if (glance->now.seen[seat].card[slot] == one)
            return 1;
    return 0;
}

static void see_others(hl_human_glance *glance, float *features) {
    hl_conv_scene *now = &glance->now;
    int players = now->rules->players, next = (now->me + 1) % players, untold = 0;
    for (int seat = 0; seat < players; seat++)
        foreach (id, now->seen[seat].held & now->memo.playable)
            untold += !is_known_ready(glance, seat, 1U << id);
    features[HL_HUMAN_PLAYABLE_UNTOLD] = (float)untold / 3;
    features[HL_HUMAN_NEXT_READY] = (float)count(hl_conv_mind_of(now, next)->ready) / 2;
    int chop = hl_conv_chop(&now->memo.hands[next]);
    ids card = chop == HL_NONE ? 0 : now->seen[next].card[chop];
    features[HL_HUMAN_NEXT_CHOP_CRITICAL] = (card & now->memo.critical) != 0;
    features[HL_HUMAN_NEXT_CHOP_PLAYABLE] = (card & now->memo.playable) != 0;
}

void hl_human_see_table(hl_human_glance *glance, float features[WIDTH]) {
    const hl_conv_memo *memo = &glance->now.memo;
    const hl_rules *rules = glance->now.rules;
    int ended = memo->turns_left != HL_NONE;
    features[HL_HUMAN_CROWD] = glance->config->crowd;
    features[HL_HUMAN_TOKENS] = (float)memo->tokens / 8;
    features[HL_HUMAN_NO_TOKEN] = memo->tokens == 0;
    features[HL_HUMAN_ONE_TOKEN] = memo->tokens == 1;
    features[HL_HUMAN_ALL_TOKENS] = memo->tokens == rules->max_tokens;
    features[HL_HUMAN_STRIKES] = (float)memo->strikes / 2;
    features[HL_HUMAN_TURN] = (float)memo->turn / 60;
    features[HL_HUMAN_DECK] = (float)memo->deck_left / 40;
    features[HL_HUMAN_LAST_ROUND] = (float)ended;
    features[HL_HUMAN_PACE] = ended ? 0 : (float)hl_conv_pace(rules, memo) / 10;
    features[HL_HUMAN_PLAYERS] = (float)(rules->players - 2) / 3;
    features[HL_HUMAN_MY_READY] = (float)count(glance->mine->ready) / 2;
    features[HL_HUMAN_MY_USELESS] = (float)count(glance->mine->useless) / 2;
    features[HL_HUMAN_MY_LOCK] = glance->chop == HL_NONE;
    features[HL_HUMAN_JUST_CLUED] = glance->told.touched != 0;
    see_others(glance, features);
}

/* The share of the unseen cards of `of` that are also in `wanted`. */
static float share(const hl_human_glance *glance, ids of, ids wanted) {
    int all = 0, hits = 0;
    foreach (id, of) {
        int copies = hl_conv_copies(&glance->now, id);
        all += copies;
        hits += wanted >> id & 1 ? copies : 0;
    }
    return all ? (float)hits / (float)all : 0;
}

static int least_rank(ids set) {
    int least = HL_MAX_RANKS;
    foreach (id, set)
        least = rank_of(id) < least ? rank_of(id) : least;
    return least;
}

static int newer_cards(const hl_conv_hand *hand, int slot) {
    int newer = 0;
    foreach (other, hand->filled)
        newer += hand->order[other] > hand->order[slot];
    return newer;
}

static float expected_loss(const hl_human_glance *glance, ids may_be) {
    float loss = 0;
    int cards = count(may_be);
    foreach (id, may_be)
        loss += (float)hl_conv_loss(&glance->now, glance->now.me, id);
    return cards ? loss / (float)cards / 200 : 0;
}

static void see_chances(const hl_human_glance *glance, ids facts, ids said, float *features) {
    const hl_conv_memo *memo = &glance->now.memo;
    ids elsewhere = hl_conv_held(&glance->now, HL_NONE);
    features[HL_HUMAN_OWN_PLAYABLE] = share(glance, facts, memo->playable);
    features[HL_HUMAN_OWN_PLAYABLE_SAID] = share(glance, said, memo->playable);
    features[HL_HUMAN_OWN_USELESS] = share(glance, facts, memo->useless);
    features[HL_HUMAN_OWN_USELESS_SAID] = said ? share(glance, said, memo->useless) : 1;
    features[HL_HUMAN_OWN_CRITICAL] = share(glance, facts, memo->critical);
    features[HL_HUMAN_OWN_SEEN] = facts && subset(facts, elsewhere);
    features[HL_HUMAN_OWN_RANK] = (float)least_rank(said ? said : facts) / 4;
    features[HL_HUMAN_OWN_SPREAD] = (float)count(said) / 10;
    features[HL_HUMAN_OWN_LOSS] = expected_loss(glance, said ? said : facts);
}

/* Whether the identities of a set, which is not empty, have the same rank. */
static int is_one_rank(ids set) { return subset(set, HL_CONV_ONES << rank_of(first_of(set))); }

static int is_one_suit(ids set) {
    int id = first_of(set);
    return subset(set, from_here_up(id - rank_of(id)));
}

void hl_human_see_own(const hl_human_glance *glance, int slot, float features[WIDTH]) {
    const hl_conv_hand *hand = &glance->now.memo.hands[glance->now.me];
    unsigned bit = 1U << slot;
    int others = count(hand->filled) - 1;
    features[HL_HUMAN_OWN_AGE] = others ? (float)newer_cards(hand, slot) / (float)others : 0;
    features[HL_HUMAN_OWN_NEWEST] = slot == glance->newest;
    features[HL_HUMAN_OWN_TOUCHED] = (hand->touched & bit) != 0;
    features[HL_HUMAN_OWN_CHOP] = slot == glance->chop;
    features[HL_HUMAN_OWN_BLIND] = slot == glance->blind;
    features[HL_HUMAN_OWN_FOCUS] = slot == glance->focus;
    features[HL_HUMAN_OWN_TOLD] = (glance->told.touched & bit) != 0;
    features[HL_HUMAN_OWN_TOLD_ALONE] = glance->told.touched == bit;
    features[HL_HUMAN_OWN_KNOWS_COLOUR] = (float)is_one_suit(hand->know[slot]);
    features[HL_HUMAN_OWN_KNOWS_RANK] = (float)is_one_rank(hand->know[slot]);
    features[HL_HUMAN_OWN_READY] = (glance->mine->ready & bit) != 0;
    features[HL_HUMAN_OWN_SURELY_USELESS] = (glance->mine->useless & bit) != 0;
    see_chances(glance, hand->know[slot] & glance->now.unseen, glance->mine->may_be[slot],
                features);
}

static ids cards_in(const hl_conv_sight *seen, unsigned slots) {
    ids cards = 0;
    foreach (slot, slots)
        cards |= seen->card[slot];
    return cards;
}

/* The number of cards touched for the first time that are useless or second copies. */
static int bad_touches(const hl_human_glance *glance, int target, unsigned fresh) {
    const hl_conv_scene *now = &glance->now;
    ids taken = now->memo.useless | hl_conv_marked(now, HL_NONE);
    int bad = 0;
    foreach (slot, fresh) {
        ids one = now->seen[target].card[slot];
        bad += (taken & one) != 0;
        taken |= one;
    }
    return bad;
}

static void see_focus(hl_human_glance *glance, int target, int focus, float *features) {
    const hl_conv_memo *memo = &glance->now.memo;
    const hl_conv_hand *hand = &memo->hands[target];
    ids one = glance->now.seen[target].card[focus];
    ids said = glance->then.memo.hands[target].said[focus];
    features[HL_HUMAN_CLUE_FOCUS_CHOP] = focus == hl_conv_chop(hand);
    features[HL_HUMAN_CLUE_FOCUS_NEWEST] = focus == hl_conv_newest(hand, 0xff);
    features[HL_HUMAN_CLUE_FOCUS_PLAYABLE] = (one & memo->playable) != 0;
    features[HL_HUMAN_CLUE_FOCUS_REACH] = (one & hl_conv_within_reach(memo)) != 0;
    features[HL_HUMAN_CLUE_FOCUS_CRITICAL] = (one & memo->critical) != 0;
    features[HL_HUMAN_CLUE_FOCUS_USELESS] = (one & memo->useless) != 0;
    features[HL_HUMAN_CLUE_FOCUS_RANK] = (float)rank_of(first_of(one)) / 4;
    features[HL_HUMAN_CLUE_READ_TRUE] = (said & one) != 0;
    features[HL_HUMAN_CLUE_READ_ALONE] = said == one;
}

/* Features of the reading: what the receiver would then play, rightly and by mistake, and new
 * facts. */
static void see_reading(hl_human_glance *glance, int target, float *features) {
    const hl_conv_hand *was = &glance->now.memo.hands[target];
    const hl_conv_hand *is = &glance->then.memo.hands[target];
    const hl_conv_mind *before = hl_conv_mind_of(&glance->now, target);
    const hl_conv_mind *after = hl_conv_mind_of(&glance->then, target);
    int more = 0, bombs = 0, fixes = 0, news = 0;
    foreach (slot, is->filled) {
        int was_ready = before->ready >> slot & 1;
        int ready = after->ready >> slot & 1;
        int plays = (glance->now.seen[target].card[slot] & glance->now.memo.playable) != 0;
        more += ready && plays && !was_ready;
        bombs += ready && !plays;
        fixes += was_ready && !ready && !plays;
        news += was->know[slot] != is->know[slot];
    }
    features[HL_HUMAN_CLUE_MORE_READY] = (float)more;
    features[HL_HUMAN_CLUE_BOMBS] = (float)bombs;
    features[HL_HUMAN_CLUE_FIXES] = (float)fixes;
    features[HL_HUMAN_CLUE_NEWS] = (float)news / 5;
    features[HL_HUMAN_CLUE_BUSY] = before->ready != 0;
}

void hl_human_see_clue(hl_human_glance *glance, const hl_event *act, float features[WIDTH]) {
    const hl_conv_scene *now = &glance->now;
    const hl_rules *rules = now->rules;
    hl_event clue = hl_conv_clue_event(now, act);
    int target = clue.target, rank = act->clue - rules->colour_clues;
    unsigned fresh = clue.touched & ~(unsigned)now->memo.hands[target].touched;
    ids touched = cards_in(&now->seen[target], clue.touched);
    hl_conv_copy_scene(&glance->then, now);
    hl_conv_make_clue(&glance->then, act);
    features[HL_HUMAN_CLUE_NEXT] = act->target == 1;
    features[HL_HUMAN_CLUE_TOUCHED] = (float)count(clue.touched) / 5;
    features[HL_HUMAN_CLUE_FRESH] = (float)count(fresh) / 3;
    features[HL_HUMAN_CLUE_BAD] = (float)bad_touches(glance, target, fresh) / 2;
    features[HL_HUMAN_CLUE_PLAYABLE] = (float)count(touched & now->memo.playable) / 2;
    features[HL_HUMAN_CLUE_CRITICAL] = (float)count(touched & now->memo.critical) / 2;
    features[HL_HUMAN_CLUE_ONES] = act->kind == HL_RANK && rank == 0;
    features[HL_HUMAN_CLUE_FIVES] = act->kind == HL_RANK && rank == HL_MAX_RANKS - 1;
    see_focus(glance, target, hl_conv_focus(&now->memo.hands[target], clue.touched), features);
    see_reading(glance, target, features);
}
