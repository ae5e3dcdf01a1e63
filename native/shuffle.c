/* A whole shuffled deck. */
#include "shuffle.h"

void hl_shuffle(const hl_rules *rules, hl_rng *rng, uint8_t deck[64]) {
    hl_sort(deck);
    for (unsigned done = 0; done < rules->deck_size;)
        done = hl_shuffle_on(rng, deck, done, rules->deck_size);
}
