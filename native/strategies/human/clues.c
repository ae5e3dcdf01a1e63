/* Features of a clue: what it touches, what it says, and how its receiver would read it. */
#include "strategies/human/glance.h"

static ids cards_in(const hl_conv_sight *seen, unsigned slots) {
    ids cards = 0;
    for (; slots; slots &= slots - 1)
        cards |= seen->card[first_of(slots)];
    return cards;
}

/* The number of cards touched for the first time that are useless or second copies. */
static int bad_touches(const hl_human_glance *glance, int target, unsigned fresh) {
    const hl_conv_scene *now = &glance->now;
    ids taken = now->memo.useless;
    int bad = 0;
    for (int seat = 0; seat < now->rules->players; seat++)
        taken |= now->seen[seat].marked;
    for (; fresh; fresh &= fresh - 1) {
        ids one = now->seen[target].card[first_of(fresh)];
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
    for (unsigned left = is->filled; left; left &= left - 1) {
        int slot = first_of(left), was_ready = before->ready >> slot & 1;
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
