/* The value of every legal move by the conventions. For the moves that conv/decide.c considers the
 * trials are the same, but decide.c also counts the loss of a misplay. */
#include "strategies/human/glance.h"

static int copies(const hl_human_glance *glance, int id) {
    return __builtin_popcountll(glance->view->unseen & glance->now.rules->cards_of[id]);
}

static int worth_as(hl_human_glance *glance, int kind, int slot, int id) {
    hl_conv_copy_scene(&glance->then, &glance->now);
    if (copies(glance, id) == 1)
        glance->then.unseen &= ~(1U << id);
    hl_conv_make_use(&glance->then, kind, slot, id);
    hl_conv_foresee(&glance->then);
    return hl_conv_worth(&glance->then);
}

/* The identities of my card: those said, or if none is left, those by the facts. */
static ids may_be(const hl_human_glance *glance, int slot) {
    ids said = glance->mine->may_be[slot];
    return said ? said : glance->now.memo.hands[glance->now.me].know[slot] & glance->now.unseen;
}

static int worth_of_play(hl_human_glance *glance, int slot) {
    int worth = 0, chances = 0;
    for (ids left = may_be(glance, slot); left; left &= left - 1) {
        int chance = copies(glance, first_of(left));
        worth += chance * worth_as(glance, HL_PLAY, slot, first_of(left));
        chances += chance;
    }
    return chances ? worth / chances : 0;
}

static int worth_of_discard(hl_human_glance *glance, int slot) {
    int loss = 0, chances = 0, least = 1 << 30, id = HL_NONE;
    for (ids left = may_be(glance, slot); left; left &= left - 1) {
        int one = hl_conv_loss(&glance->now, glance->now.me, first_of(left));
        int chance = copies(glance, first_of(left));
        loss += chance * one;
        chances += chance;
        id = one < least ? first_of(left) : id;
        least = one < least ? one : least;
    }
    if (!chances)
        return 0;
    loss /= chances;
    if (slot == glance->chop && !(glance->mine->useless >> slot & 1))
        loss = loss * glance->now.weights[HL_CONV_TRUST] / 100;
    return worth_as(glance, HL_DISCARD, slot, id) - loss - glance->now.weights[HL_CONV_DISCARD];
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
