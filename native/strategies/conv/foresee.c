/* Predict the others' moves until my next turn: they play what they take for playable, and a seat
 * with nothing to play may discard its chop. If my move draws the last card, or none is left, the
 * rest of the game is played out, with my own last turn. */
#include "strategies/conv/scene.h"

/* The slot that a seat would play: blind plays first, then the lowest rank, then the newest card.
 */
static int to_play(const hl_conv_scene *scene, int seat, const hl_conv_mind *mind) {
    const hl_conv_hand *hand = &scene->memo.hands[seat];
    if (mind->blind != HL_NONE)
        return mind->blind;
    int chosen = HL_NONE, least = HL_MAX_RANKS, newest = -1;
    foreach (slot, mind->ready) {
        int order = hand->order[slot];
        int rank = rank_of(first_of(mind->may_be[slot]));
        if (rank < least || (rank == least && order > newest)) {
            chosen = slot;
            least = rank;
            newest = order;
        }
    }
    unsigned ones = scene->config->ideas & HL_CONV_ORDER && !least
                        ? hl_conv_ones(hand, mind->may_be, mind->ready)
                        : 0;
    return ones ? hl_conv_first_of_ones(scene->rules, hand, ones) : chosen;
}

/* The probability, in percent, that a seat with nothing to play discards its chop. `between`: seats
 * that moved since mine. */
static int risk(const hl_conv_scene *scene, int between) {
    const int16_t *weights = scene->weights;
    int tokens = scene->memo.tokens;
    if (!tokens)
        return 100;
    if (tokens == scene->rules->max_tokens)
        return 0;
    int percent = tokens == 1  ? weights[HL_CONV_RISK_1]
                  : tokens < 4 ? weights[HL_CONV_RISK_2]
                               : weights[HL_CONV_RISK_4];
    return between ? percent * weights[HL_CONV_LATER] / 100 : percent;
}

static void idle(hl_conv_scene *scene, int seat, unsigned useless, int between) {
    hl_conv_memo *memo = &scene->memo;
    if (hl_conv_moved(memo, seat, 0))
        scene->read = 0;
    if (memo->turns_left != HL_NONE)
        memo->turns_left--;
    memo->to_move = (uint8_t)hl_seat_after(scene->rules, (unsigned)seat, 1);
    if (useless) {
        ids card = scene->seen[seat].card[first_of(useless)];
        if (scene->config->ideas & HL_CONV_SIEVE && card)
            scene->danger += hl_conv_loss(scene, seat, first_of(card));
        return;
    }
    int chop = hl_conv_chop(&memo->hands[seat]);
    scene->danger += scene->weights[HL_CONV_IDLE];
    if (chop == HL_NONE)
        scene->danger += scene->weights[HL_CONV_LOCKED];
    else if (scene->seen[seat].card[chop])
        scene->danger += hl_conv_loss(scene, seat, first_of(scene->seen[seat].card[chop])) *
                         risk(scene, between) / 100;
}

/* The identity of the card that a seat plays: the visible one of another seat, the lowest possible
 * one of mine; 0 if it plays none. */
static ids to_be_played(const hl_conv_scene *scene, int seat, int slot, const hl_conv_mind *mind) {
    if (slot == HL_NONE)
        return 0;
    ids may_be = mind->may_be[slot];
    return seat == scene->me ? may_be & -may_be : scene->seen[seat].card[slot];
}

int hl_conv_foresee_move(hl_conv_scene *scene, int between, ids *taken) {
    hl_conv_memo *memo = &scene->memo;
    int seat = memo->to_move;
    const hl_conv_mind *mind = hl_conv_mind_of(scene, seat);
    int slot = to_play(scene, seat, mind);
    ids card = to_be_played(scene, seat, slot, mind);
    *taken = slot == HL_NONE ? 0 : mind->may_be[slot];
    if (card)
        hl_conv_make_use(scene, HL_PLAY, slot, first_of(card));
    else
        idle(scene, seat, mind->useless, between);
    return slot;
}

void hl_conv_foresee(hl_conv_scene *scene) {
    int last_round = !scene->memo.deck_left;
    for (int between = 0; !hl_conv_over(scene->rules, &scene->memo); between++) {
        ids taken;
        if (scene->memo.to_move == scene->me && !last_round)
            break;
        hl_conv_foresee_move(scene, between, &taken);
    }
}
