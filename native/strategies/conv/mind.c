/* What a seat makes of the public record by what it sees: cards in other hands are not in its own,
 * touched ones least of all; and a card promised to be ready after another seat's play is that, if
 * it sees the play coming. */
#include "strategies/conv/scene.h"

static int knows_hand(const hl_conv_scene *scene, int seat, int other) {
    return other != seat && other != scene->me;
}

/* Whether a seat that is still waited for holds the missing card where it would play it from. */
static int is_coming(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat,
                     cards missing) {
    for (unsigned left = promise->waiting & ~(1U << seat); left; left &= left - 1) {
        int other = first_of(left);
        if (!knows_hand(scene, seat, other))
            continue;
        int slot = hl_conv_connector(&scene->pub, &scene->memo, promise, other, missing);
        if (slot != HL_NONE && scene->hand[other][slot] != HL_NONE &&
            missing >> scene->hand[other][slot] & 1)
            return 1;
    }
    return 0;
}

/* Without the cards that nobody's play would bring. */
static cards as_promised(const hl_conv_scene *scene, int seat, int slot, cards may_be) {
    const hl_rules *rules = &scene->pub.rules;
    for (unsigned open = scene->memo.open; open; open &= open - 1) {
        const hl_conv_promise *promise = &scene->memo.promises[first_of(open)];
        if (promise->target != seat || promise->order != scene->pub.order[seat][slot])
            continue;
        for (cards left = may_be & promise->later; left;) {
            int card = lowest(left);
            left &= ~copies_of(rules, card);
            if (may_be & ~copies_of(rules, card) &&
                !is_coming(scene, promise, seat, before_card(rules, card)))
                may_be &= ~copies_of(rules, card);
        }
    }
    return may_be;
}

/* The slot that another seat will play for a promise to me, if I see it coming. */
static int coming_for_me(const hl_conv_scene *scene, const hl_conv_promise *promise, int seat) {
    const hl_public *pub = &scene->pub;
    cards said = 0;
    for (int slot = 0; slot < pub->rules.hand_size; slot++)
        if (pub->order[scene->me][slot] == promise->order)
            said = scene->memo.said[scene->me][slot] & promise->later;
    for (cards left = said; left; left &= ~copies_of(&pub->rules, lowest(left))) {
        cards missing = before_card(&pub->rules, lowest(left)) & pub->playable;
        int slot = hl_conv_connector(pub, &scene->memo, promise, seat, missing);
        if (slot != HL_NONE && scene->hand[seat][slot] != HL_NONE &&
            missing >> scene->hand[seat][slot] & 1)
            return slot;
    }
    return HL_NONE;
}

/* The slot that a seat has to play for a promise to another, and in `missing` what it holds. */
static int blind_slot(const hl_conv_scene *scene, int seat, cards elsewhere, cards *missing) {
    const hl_public *pub = &scene->pub;
    for (unsigned open = scene->memo.open; open; open &= open - 1) {
        const hl_conv_promise *promise = &scene->memo.promises[first_of(open)];
        int target = promise->target;
        if (!(promise->waiting >> seat & 1))
            continue;
        if (target == scene->me) {
            int slot = coming_for_me(scene, promise, seat);
            if (slot == HL_NONE)
                continue;
            *missing = copies_of(&pub->rules, scene->hand[seat][slot]);
            return slot;
        }
        int slot = 0;
        while (slot < pub->rules.hand_size && pub->order[target][slot] != promise->order)
            slot++;
        int card = slot < pub->rules.hand_size ? scene->hand[target][slot] : HL_NONE;
        if (card == HL_NONE || !(promise->later >> card & 1))
            continue;
        *missing = before_card(&pub->rules, card);
        if (*missing & pub->playable && !(*missing & elsewhere) &&
            !is_coming(scene, promise, seat, *missing))
            return hl_conv_connector(pub, &scene->memo, promise, seat, *missing);
    }
    return HL_NONE;
}

void hl_conv_read_mind(const hl_conv_scene *scene, int seat, hl_conv_mind *mind) {
    const hl_public *pub = &scene->pub;
    cards unseen = hl_conv_unseen(scene, seat), elsewhere = 0, missing = 0;
    for (int other = 0; other < pub->rules.players; other++)
        if (other != seat)
            elsewhere |= scene->marked[other];
    mind->filled = mind->ready = mind->useless = 0;
    mind->blind = blind_slot(scene, seat, elsewhere, &missing);
    for (int slot = 0; slot < pub->rules.hand_size; slot++) {
        if (pub->order[seat][slot] == HL_NONE)
            continue;
        int touched = pub->touched[seat] >> slot & 1;
        cards may_be = pub->know[seat][slot] & unseen;
        if (touched) {
            cards facts = may_be;
            may_be &= scene->memo.said[seat][slot] & ~elsewhere;
            may_be = as_promised(scene, seat, slot, may_be);
            if (!may_be && subset(facts, pub->playable))
                may_be = facts;
        }
        if (slot == mind->blind && may_be & missing)
            may_be &= missing;
        mind->may_be[slot] = may_be;
        mind->filled |= 1U << slot;
        mind->ready |= (unsigned)(may_be && subset(may_be, pub->playable)) << slot;
        mind->useless |= (unsigned)subset(may_be, pub->useless) << slot;
    }
    if (mind->blind != HL_NONE && !(mind->ready >> mind->blind & 1))
        mind->blind = HL_NONE;
}
