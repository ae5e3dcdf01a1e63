/* A card of mine: what it may be, and what it is worth or costs to use it. */
#include "strategies/conv/scene.h"

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
    for (ids left = hl_conv_may_be(now, mine, slot); left; left &= left - 1) {
        int id = first_of(left), chance = hl_conv_copies(now, id);
        worth += chance * hl_conv_worth_as(now, then, HL_PLAY, slot, id);
        if (loses && !(left & -left & now->memo.playable))
            worth -= chance * hl_conv_loss(now, now->me, id);
        chances += chance;
    }
    return chances ? worth / chances : 0;
}

/* The expected cost of discarding a card of mine, over what it may be; the cheapest identity in
 * `id`, which is unchanged if there is none. */
int hl_conv_expected_loss(const hl_conv_scene *now, ids may_be, int *id) {
    int loss = 0, chances = 0, least = 1 << 30;
    for (ids left = may_be; left; left &= left - 1) {
        int one = hl_conv_loss(now, now->me, first_of(left));
        int chance = hl_conv_copies(now, first_of(left));
        loss += chance * one;
        chances += chance;
        if (one < least) {
            least = one;
            *id = first_of(left);
        }
    }
    return chances ? loss / chances : 0;
}
