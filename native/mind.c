/* What a seat can work out about its own cards and about the hands it sees. */
#include "mind.h"

void hl_weigh(const hl_mind *mind, uint64_t set, hl_chances *chances) {
    int hits = 0, of = 1;
    chances->sure = 0;
    chances->best = HL_NONE;
    for (int slot = 0; slot < mind->rules->hand_size; slot++) {
        uint64_t cards = may_be(mind, slot);
        int total = count(cards), share = count(cards & set);
        chances->of[slot] = (uint8_t)total;
        chances->hits[slot] = (uint8_t)share;
        if (!total)
            continue;
        chances->sure |= (uint8_t)((share == total) << slot);
        if (share * of >= hits * total) {
            chances->best = (uint8_t)slot;
            hits = share;
            of = total;
        }
    }
}

void hl_study(const hl_mind *mind, int seat, hl_insight *hand) {
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->rules;
    *hand = (hl_insight){0};
    for (int slot = 0; slot < rules->hand_size; slot++) {
        uint64_t know = pub->know[seat][slot];
        if (!know)
            continue;
        int card = seat == mind->seat ? lowest(know) : mind->view->hand[seat][slot];
        int colour = subset(know, rules->suit_cards[rules->suit_of[card]]);
        int rank = subset(know, rules->rank_cards[rank_of(rules, card)]);
        hand->cards |= (uint8_t)(1U << slot);
        hand->knows_colour |= (uint8_t)(colour << slot);
        hand->knows_rank |= (uint8_t)(rank << slot);
        hand->playable |= (uint8_t)((pub->playable >> card & 1) << slot);
        hand->useless |= (uint8_t)((pub->useless >> card & 1) << slot);
    }
}

int hl_newest(const hl_mind *mind, int seat) {
    const uint8_t *order = mind->pub->order[seat];
    int newest = HL_NONE, latest = -1;
    for (int slot = 0; slot < mind->rules->hand_size; slot++)
        if (order[slot] != HL_NONE && order[slot] > latest) {
            latest = order[slot];
            newest = slot;
        }
    return newest;
}
