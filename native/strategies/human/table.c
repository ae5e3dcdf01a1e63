/* Features of the state of the game for the seat to move. */
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
    for (unsigned left = mind->ready; left; left &= left - 1)
        if (glance->now.seen[seat].card[first_of(left)] == one)
            return 1;
    return 0;
}

static void see_others(hl_human_glance *glance, float *features) {
    hl_conv_scene *now = &glance->now;
    int players = now->rules->players, next = (now->me + 1) % players, untold = 0;
    for (int seat = 0; seat < players; seat++)
        for (ids left = now->seen[seat].held & now->memo.playable; left; left &= left - 1)
            untold += !is_known_ready(glance, seat, left & -left);
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
    int ended = memo->turns_left != HL_NONE,
        useful = count(~memo->useless & ((1U << rules->ids) - 1));
    features[HL_HUMAN_CROWD] = glance->config->crowd;
    features[HL_HUMAN_TOKENS] = (float)memo->tokens / 8;
    features[HL_HUMAN_NO_TOKEN] = memo->tokens == 0;
    features[HL_HUMAN_ONE_TOKEN] = memo->tokens == 1;
    features[HL_HUMAN_ALL_TOKENS] = memo->tokens == rules->max_tokens;
    features[HL_HUMAN_STRIKES] = (float)memo->strikes / 2;
    features[HL_HUMAN_TURN] = (float)memo->turn / 60;
    features[HL_HUMAN_DECK] = (float)memo->deck_left / 40;
    features[HL_HUMAN_LAST_ROUND] = (float)ended;
    features[HL_HUMAN_PACE] = ended ? 0 : (float)(memo->deck_left + rules->players - useful) / 10;
    features[HL_HUMAN_PLAYERS] = (float)(rules->players - 2) / 3;
    features[HL_HUMAN_MY_READY] = (float)count(glance->mine->ready) / 2;
    features[HL_HUMAN_MY_USELESS] = (float)count(glance->mine->useless) / 2;
    features[HL_HUMAN_MY_LOCK] = glance->chop == HL_NONE;
    features[HL_HUMAN_JUST_CLUED] = glance->told.touched != 0;
    see_others(glance, features);
}
