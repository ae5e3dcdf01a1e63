/* The value of every legal move by the conventions. For the moves that conv/decide.c considers the
 * trials are the same, but decide.c also counts the loss of a misplay. */
#include "strategies/human/glance.h"

static int worth_of_play(hl_human_glance *glance, int slot) {
    int worth = 0, chances = 0;
    for (ids left = hl_conv_may_be(&glance->now, glance->mine, slot); left; left &= left - 1) {
        int id = first_of(left), chance = hl_conv_copies(&glance->now, id);
        worth += chance * hl_conv_worth_as(&glance->now, &glance->then, HL_PLAY, slot, id);
        chances += chance;
    }
    return chances ? worth / chances : 0;
}

static int worth_of_discard(hl_human_glance *glance, int slot) {
    int id = HL_NONE;
    ids may_be = hl_conv_may_be(&glance->now, glance->mine, slot);
    int loss = hl_conv_expected_loss(&glance->now, may_be, &id);
    if (id == HL_NONE)
        return 0;
    if (slot == glance->chop && !(glance->mine->useless >> slot & 1))
        loss = loss * glance->now.weights[HL_CONV_TRUST] / 100;
    return hl_conv_worth_as(&glance->now, &glance->then, HL_DISCARD, slot, id) - loss -
           glance->now.weights[HL_CONV_DISCARD];
}

static int worth_of(hl_human_glance *glance, const hl_event *act) {
    if (act->kind == HL_PLAY)
        return worth_of_play(glance, act->slot);
    if (act->kind == HL_DISCARD)
        return worth_of_discard(glance, act->slot);
    hl_conv_copy_scene(&glance->then, &glance->now);
    hl_conv_make_clue(&glance->then, act);
    hl_conv_foresee(&glance->then);
    return hl_conv_worth(&glance->then) - glance->now.weights[HL_CONV_CLUE];
}

/* The value of each move by the weights of a level, in hundredths of a point. */
void hl_human_worths(hl_human_glance *glance, const hl_conv_config *conv, const uint8_t *moves,
                     int count, int *worths) {
    const int16_t *own = glance->now.weights;
    glance->now.weights = conv->weights[glance->now.rules->players - 2];
    for (int i = 0; i < count; i++)
        worths[i] = worth_of(glance, &glance->now.rules->acts[moves[i]]);
    glance->now.weights = own;
}
