/* The value of a position: cards played, clue tokens, what each hand holds and knows, and what is
 * at risk. Then a card of mine: what it may be, and what it is worth or costs to use it. */
#include "strategies/conv/scene.h"

/* The cost of discarding a card. */
int hl_conv_loss(const hl_conv_scene *scene, int holder, int id) {
    const hl_conv_memo *memo = &scene->memo;
    const int16_t *weights = scene->weights;
    ids one = 1U << id;
    if (memo->useless & one)
        return 0;
    if (memo->critical & one) {
        int points = count(from_here_up(id) & ~memo->useless);
        return weights[HL_CONV_LOST] + weights[HL_CONV_LOST_POINT] * points;
    }
    if (hl_conv_held(scene, holder) & one)
        return 0;
    if (memo->playable & one)
        return weights[HL_CONV_LOST_PLAYABLE];
    return weights[rank_of(id) == 1 ? HL_CONV_LOST_TWO : HL_CONV_LOST_OTHER];
}

static int tokens(const hl_conv_scene *scene) {
    const int16_t *weights = scene->weights;
    int worth = 0;
    for (int token = 1; token <= scene->memo.tokens; token++)
        worth += weights[token == 1   ? HL_CONV_TOKEN_1
                         : token == 2 ? HL_CONV_TOKEN_2
                         : token < 5  ? HL_CONV_TOKEN_3
                                      : HL_CONV_TOKEN_5];
    return worth;
}

static int strikes(const hl_conv_scene *scene) {
    int cost = 0, left = scene->rules->max_strikes - scene->memo.strikes;
    if (scene->memo.strikes > 0)
        cost += scene->weights[HL_CONV_STRIKE_1];
    if (left < 2)
        cost += scene->weights[HL_CONV_STRIKE_2];
    if (left < 1)
        cost += scene->weights[HL_CONV_STRIKE_3];
    return cost;
}

/* The value of a touched card in another hand. */
static int touched_card(const hl_conv_scene *scene, ids one, ids may_be, int ready, ids reach,
                        ids elsewhere) {
    const hl_conv_memo *memo = &scene->memo;
    const int16_t *weights = scene->weights;
    if (memo->useless & one || (elsewhere & one && !ready))
        return subset(may_be, memo->useless) ? 0
               : ready                       ? -weights[HL_CONV_BOMB]
                                             : -weights[HL_CONV_BAD];
    if (!(may_be & one))
        return ready ? -weights[HL_CONV_BOMB] : -weights[HL_CONV_MISREAD];
    int worth = weights[HL_CONV_GOT];
    if (memo->critical & one)
        worth += weights[HL_CONV_GOT_CRITICAL];
    if (ready && !(memo->playable & one))
        return worth - weights[HL_CONV_BOMB];
    int spread = count(may_be);
    if (spread == 1)
        worth += weights[HL_CONV_KNOWN];
    if (!ready && reach & one)
        worth += weights[HL_CONV_NEAR];
    return worth - weights[HL_CONV_SPREAD] * (spread - 1);
}

static int ready_cards(const int16_t *weights, int ready, int first) {
    return ready ? first + weights[HL_CONV_READY_MORE] * (ready - 1) : 0;
}

/* The value of a hand. `counted`: identities already counted as ready in other hands. */
static int hand(hl_conv_scene *scene, int seat, ids reach, ids *counted) {
    const hl_conv_memo *memo = &scene->memo;
    int mine = seat == scene->me, worth = 0, ready = 0;
    const hl_conv_mind *mind = hl_conv_mind_of(scene, seat);
    unsigned touched = mine ? 0 : memo->hands[seat].touched | mind->asked;
    ids elsewhere = mind->elsewhere;
    foreach (slot, mind->ready | touched) {
        ids may_be = mind->may_be[slot],
            one = mine ? may_be & -may_be : scene->seen[seat].card[slot];
        if (mind->ready >> slot & 1 && memo->playable & ~*counted & one) {
            ready++;
            *counted |= one;
        }
        if (!one || !(touched >> slot & 1))
            continue;
        worth += touched_card(scene, one, may_be, mind->ready >> slot & 1, reach, elsewhere);
        elsewhere |= one;
    }
    worth += mind->useless && !mine ? scene->weights[HL_CONV_AWARE] : 0;
    return worth + ready_cards(scene->weights, ready,
                               scene->weights[mine ? HL_CONV_READY_OWN : HL_CONV_READY]);
}

static int pace(const hl_conv_scene *scene) {
    const hl_conv_memo *memo = &scene->memo;
    const int16_t *weights = scene->weights;
    int players = scene->rules->players, cost = 0;
    if (memo->turns_left != HL_NONE)
        return 0;
    int left = hl_conv_pace(scene->rules, memo);
    if (left < players)
        cost += weights[HL_CONV_PACE] * (players - left);
    if (2 * left < players)
        cost += weights[HL_CONV_PACE_HALF] * (players - 2 * left) / 2;
    if (left < 0)
        cost -= weights[HL_CONV_PACE_NONE] * left;
    return cost;
}

int hl_conv_worth(hl_conv_scene *scene) {
    const hl_conv_memo *memo = &scene->memo;
    int worth = 100 * memo->score - strikes(scene);
    if (hl_conv_over(scene->rules, memo))
        return worth;
    ids reach = hl_conv_within_reach(memo);
    worth += tokens(scene) - scene->danger - pace(scene);
    ids counted = 0;
    for (int seat = 0; seat < scene->rules->players; seat++)
        worth += hand(scene, seat, reach, &counted);
    return worth;
}

/* The number of copies of an identity that I do not see. */
int hl_conv_copies(const hl_conv_scene *now, int id) {
    return __builtin_popcountll(now->view->unseen & now->rules->cards_of[id]);
}

/* The identities of my slot: those said, or if none of these is left, those by the facts. */
ids hl_conv_may_be(const hl_conv_scene *now, const hl_conv_mind *mine, int slot) {
    ids said = mine->may_be[slot];
    return said ? said : now->memo.hands[now->me].know[slot] & now->unseen;
}

/* The value of playing or discarding a slot that holds this card; the move is tried on `then`. */
int hl_conv_worth_as(const hl_conv_scene *now, hl_conv_scene *then, int kind, int slot, int id) {
    hl_conv_copy_scene(then, now);
    if (hl_conv_copies(now, id) == 1)
        then->unseen &= ~(1U << id);
    hl_conv_make_use(then, kind, slot, id);
    hl_conv_foresee(then);
    return hl_conv_worth(then);
}

/* The expected value of playing a slot, over the unseen copies of what it may be; with `loses` that
 * of a misplay is less by the cost of losing the card. */
int hl_conv_worth_of_play(const hl_conv_scene *now, hl_conv_scene *then, const hl_conv_mind *mine,
                          int slot, int loses) {
    int worth = 0, chances = 0;
    foreach (id, hl_conv_may_be(now, mine, slot)) {
        int chance = hl_conv_copies(now, id);
        worth += chance * hl_conv_worth_as(now, then, HL_PLAY, slot, id);
        if (loses && !(1U << id & now->memo.playable))
            worth -= chance * hl_conv_loss(now, now->me, id);
        chances += chance;
    }
    return chances ? worth / chances : 0;
}

/* The expected cost of discarding a card of mine, over what it may be; the cheapest identity in
 * `id`, which is unchanged if there is none. */
int hl_conv_expected_loss(const hl_conv_scene *now, ids may_be, int *id) {
    int loss = 0, chances = 0, least = 1 << 30;
    foreach (guess, may_be) {
        int one = hl_conv_loss(now, now->me, guess);
        int chance = hl_conv_copies(now, guess);
        loss += chance * one;
        chances += chance;
        if (one < least) {
            least = one;
            *id = guess;
        }
    }
    return chances ? loss / chances : 0;
}
