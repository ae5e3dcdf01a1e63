/* What a position is worth: cards played, clue tokens, what each hand holds and knows, and what is
 * in danger. */
#include "strategies/conv/scene.h"

/* Points that can no longer be had without this card. */
static int points(const hl_public *pub, int card) {
    const hl_rules *rules = &pub->rules;
    cards copies = copies_of(rules, card);
    cards from_here_up = rules->suit_cards[rules->suit_of[card]] & -(copies & -copies);
    return identities(rules, from_here_up & ~pub->useless);
}

/* What it costs that a card is thrown away. */
int hl_conv_loss(const hl_conv_scene *scene, int holder, int card) {
    const hl_public *pub = &scene->pub;
    const int16_t *weights = scene->weights;
    cards one = 1ULL << card;
    if (pub->useless & one)
        return 0;
    if (pub->critical & one)
        return weights[HL_CONV_LOST] + weights[HL_CONV_LOST_POINT] * points(pub, card);
    for (int seat = 0; seat < pub->rules.players; seat++)
        if (seat != holder && scene->held[seat] & copies_of(&pub->rules, card))
            return 0;
    if (pub->playable & one)
        return weights[HL_CONV_LOST_PLAYABLE];
    return weights[rank_of(&pub->rules, card) == 1 ? HL_CONV_LOST_TWO : HL_CONV_LOST_OTHER];
}

static int tokens(const hl_conv_scene *scene) {
    const int16_t *weights = scene->weights;
    int worth = 0;
    for (int token = 1; token <= scene->pub.tokens; token++)
        worth += weights[token == 1   ? HL_CONV_TOKEN_1
                         : token == 2 ? HL_CONV_TOKEN_2
                         : token < 5  ? HL_CONV_TOKEN_3
                                      : HL_CONV_TOKEN_5];
    return worth;
}

static int strikes(const hl_conv_scene *scene) {
    const hl_public *pub = &scene->pub;
    int cost = 0, left = pub->rules.max_strikes - pub->strikes;
    if (pub->strikes > 0)
        cost += scene->weights[HL_CONV_STRIKE_1];
    if (left < 2)
        cost += scene->weights[HL_CONV_STRIKE_2];
    if (left < 1)
        cost += scene->weights[HL_CONV_STRIKE_3];
    return cost;
}

/* A touched card of another hand. */
static int touched_card(const hl_conv_scene *scene, int seat, int slot, const hl_conv_mind *mind,
                        cards reach, cards elsewhere) {
    const hl_public *pub = &scene->pub;
    const int16_t *weights = scene->weights;
    cards may_be = mind->may_be[slot];
    int card = scene->hand[seat][slot], ready = mind->ready >> slot & 1;
    cards one = 1ULL << card;
    if (pub->useless & one || (elsewhere & one && !ready))
        return mind->useless >> slot & 1 ? 0
               : ready                   ? -weights[HL_CONV_BOMB]
                                         : -weights[HL_CONV_BAD];
    if (!(may_be & one) && !(may_be & copies_of(&pub->rules, card)))
        return ready ? -weights[HL_CONV_BOMB] : -weights[HL_CONV_MISREAD];
    int worth = weights[HL_CONV_GOT];
    if (pub->critical & one)
        worth += weights[HL_CONV_GOT_CRITICAL];
    if (ready && !(pub->playable & one))
        return worth - weights[HL_CONV_BOMB];
    int spread = identities(&pub->rules, may_be);
    if (spread == 1)
        worth += weights[HL_CONV_KNOWN];
    if (!ready && reach & one)
        worth += weights[HL_CONV_NEAR];
    return worth - weights[HL_CONV_SPREAD] * (spread - 1);
}

static int ready_cards(const int16_t *weights, int ready, int first) {
    return ready ? first + weights[HL_CONV_READY_MORE] * (ready - 1) : 0;
}

/* A hand. `counted`: what other hands are already known to be ready to play. */
static int hand(const hl_conv_scene *scene, int seat, cards reach, cards *counted) {
    const hl_public *pub = &scene->pub;
    int mine = seat == scene->me, worth = 0, ready = 0;
    hl_conv_mind mind;
    hl_conv_read_mind(scene, seat, &mind);
    cards elsewhere = 0;
    for (int other = 0; other < pub->rules.players; other++)
        elsewhere |= other != seat ? scene->marked[other] : 0;
    for (unsigned left = mind.filled; left; left &= left - 1) {
        int slot = first_of(left), card = scene->hand[seat][slot];
        if (mine && mind.ready >> slot & 1)
            card = lowest(mind.may_be[slot]);
        if (card == HL_NONE)
            continue;
        if (mind.ready >> slot & 1 && pub->playable & ~*counted & 1ULL << card) {
            ready++;
            *counted |= copies_of(&pub->rules, card);
        }
        if (mine || !(pub->touched[seat] >> slot & 1))
            continue;
        worth += touched_card(scene, seat, slot, &mind, reach, elsewhere);
        elsewhere |= copies_of(&pub->rules, card);
    }
    worth += mind.useless && !mine ? scene->weights[HL_CONV_AWARE] : 0;
    return worth + ready_cards(scene->weights, ready,
                               scene->weights[mine ? HL_CONV_READY_OWN : HL_CONV_READY]);
}

static int pace(const hl_conv_scene *scene) {
    const hl_public *pub = &scene->pub;
    const int16_t *weights = scene->weights;
    int players = pub->rules.players, cost = 0;
    if (pub->turns_left != HL_NONE)
        return 0;
    int left = pub->deck_left + players - identities(&pub->rules, pub->rules.all & ~pub->useless);
    if (left < players)
        cost += weights[HL_CONV_PACE] * (players - left);
    if (2 * left < players)
        cost += weights[HL_CONV_PACE_HALF] * (players - 2 * left) / 2;
    if (left < 0)
        cost -= weights[HL_CONV_PACE_NONE] * left;
    return cost;
}

int hl_conv_worth(const hl_conv_scene *scene) {
    const hl_public *pub = &scene->pub;
    int worth = 100 * pub->score - strikes(scene);
    if (hl_conv_over(pub))
        return worth;
    cards reach = hl_conv_within_reach(pub, &scene->memo);
    worth += tokens(scene) - scene->danger - pace(scene);
    cards counted = 0;
    for (int seat = 0; seat < pub->rules.players; seat++)
        worth += hand(scene, seat, reach, &counted);
    return worth;
}
