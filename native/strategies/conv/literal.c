/* Partners who take clues literally: they do not infer, from what other touched cards are known to
 * be, which of the playable cards a clue means. */
#include "strategies/conv/scene.h"

/* The number of touched cards in a hand that such a partner would soon play by mistake. It takes a
 * card for any useful one that the clues allow. `focus` is the slot of the last clue's focus, or
 * HL_NONE: it is taken for a card that is playable now, or with `on_chop` for one to save, which
 * is the last copy of a card, or any 2 if it is known to be a 2. */
int hl_conv_literal_mistakes(const hl_conv_scene *scene, int seat, int focus, int on_chop) {
    const hl_conv_memo *memo = &scene->memo;
    const hl_conv_hand *hand = &memo->hands[seat];
    ids twos = HL_CONV_ONES << 1;
    ids useful = (scene->unseen | scene->seen[seat].held) & ~memo->useless;
    int mistakes = 0;
    foreach (slot, hand->touched) {
        ids card = scene->seen[seat].card[slot], know = hand->know[slot];
        ids saves = memo->critical | (subset(know, twos) ? twos : 0);
        ids may_be = know & useful;
        if (slot == focus)
            may_be &= memo->playable | (on_chop ? saves : 0);
        mistakes += card && may_be && subset(may_be, memo->playable) && !(card & memo->playable);
    }
    return mistakes;
}
