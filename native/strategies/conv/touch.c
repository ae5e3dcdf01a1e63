/* Good touch, kept up: clues touch useful cards only, and no card that is touched elsewhere. So
 * after every turn touched cards stop being what was played, lost, or found to be another touched
 * card. */
#include "strategies/conv/record.h"

/* Each pass may find cards that have only one identity left, which the next takes from others. */
void hl_conv_keep_up(const hl_public *pub, hl_conv_memo *memo) {
    cards claimed = 0, found = 0, useless = pub->useless, firsts = memo->firsts;
    for (int seat = 0; seat < pub->rules.players; seat++)
        for (unsigned slots = pub->touched[seat]; slots; slots &= slots - 1) {
            cards said = memo->said[seat][first_of(slots)] &= ~useless;
            found |= is_alone(firsts, said) ? said : 0;
        }
    while (found & ~claimed) {
        cards taken = found & ~claimed;
        claimed = found;
        for (int seat = 0; seat < pub->rules.players; seat++)
            for (unsigned slots = pub->touched[seat]; slots; slots &= slots - 1) {
                cards *said = &memo->said[seat][first_of(slots)];
                if (!(*said & taken) || is_alone(firsts, *said) || !(*said & ~claimed))
                    continue;
                *said &= ~claimed;
                found |= is_alone(firsts, *said) ? *said : 0;
            }
    }
    memo->claimed = claimed;
}

/* What can be played now, or as soon as cards known to the table are. */
cards hl_conv_within_reach(const hl_public *pub, const hl_conv_memo *memo) {
    cards reach = pub->playable, steps = reach & memo->claimed;
    while (steps) {
        cards next = next_of(&pub->rules, steps) & ~reach & ~pub->useless;
        reach |= next;
        steps = next & memo->claimed;
    }
    return reach;
}
