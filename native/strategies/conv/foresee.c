/* What the others do until my turn comes round: they play what they take for playable, and who has
 * nothing to play may throw the chop away. */
#include "strategies/conv/scene.h"

/* Blind plays first, then the lowest rank, then the newest. */
static int to_play(const hl_public *pub, int seat, const hl_conv_mind *mind) {
    if (mind->blind != HL_NONE)
        return mind->blind;
    int chosen = HL_NONE, least = HL_MAX_RANKS, newest = -1;
    for (unsigned left = mind->ready; left; left &= left - 1) {
        int slot = first_of(left), order = pub->order[seat][slot];
        int rank = rank_of(&pub->rules, lowest(mind->may_be[slot]));
        if (rank < least || (rank == least && order > newest)) {
            chosen = slot;
            least = rank;
            newest = order;
        }
    }
    return chosen;
}

/* Percent of a chop's worth that are in danger. */
static int risk(const hl_conv_scene *scene, int between) {
    const int16_t *weights = scene->weights;
    int tokens = scene->pub.tokens;
    if (!tokens)
        return 100;
    if (tokens == scene->pub.rules.max_tokens)
        return 0;
    int percent = tokens == 1  ? weights[HL_CONV_RISK_1]
                  : tokens < 4 ? weights[HL_CONV_RISK_2]
                               : weights[HL_CONV_RISK_4];
    return between ? percent * weights[HL_CONV_LATER] / 100 : percent;
}

static void idle(hl_conv_scene *scene, int seat, const hl_conv_mind *mind, int between) {
    hl_public *pub = &scene->pub;
    hl_conv_moved(pub, &scene->memo, seat, 0);
    if (pub->turns_left != HL_NONE)
        pub->turns_left--;
    pub->to_move = (uint8_t)hl_seat_after(&pub->rules, (unsigned)seat, 1);
    if (mind->useless)
        return;
    int chop = hl_conv_chop(pub, seat);
    scene->danger += scene->weights[HL_CONV_IDLE];
    if (chop == HL_NONE)
        scene->danger += scene->weights[HL_CONV_LOCKED];
    else if (scene->hand[seat][chop] != HL_NONE)
        scene->danger +=
            hl_conv_loss(scene, seat, scene->hand[seat][chop]) * risk(scene, between) / 100;
}

void hl_conv_foresee(hl_conv_scene *scene) {
    hl_public *pub = &scene->pub;
    for (int between = 0; pub->to_move != scene->me && !hl_conv_over(pub); between++) {
        int seat = pub->to_move;
        hl_conv_mind mind;
        hl_conv_read_mind(scene, seat, &mind);
        int slot = to_play(pub, seat, &mind);
        if (slot == HL_NONE || scene->hand[seat][slot] == HL_NONE)
            idle(scene, seat, &mind, between);
        else
            hl_conv_make_use(scene, HL_PLAY, slot, scene->hand[seat][slot]);
    }
}
