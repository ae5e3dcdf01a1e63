/* Rules that play a card. */
#include "mind.h"

/* A card two above its stack was clued: a finesse on me. The published code throws when the clue
 * was to me, since it looks the card up in the receiver's hand. */
static int play_finesse(hl_mind *mind) {
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->rules;
    if (!pub->turn)
        return HL_SILENT;
    const hl_event *event = &pub->history[pub->turn - 1];
    if (event->kind < HL_COLOUR)
        return HL_SILENT;
    if (event->target == mind->seat)
        return HL_THROWN;
    for (unsigned slots = event->touched; slots; slots &= slots - 1) {
        int card = mind->view->hand[event->target][first_of(slots)];
        if (rank_of(rules, card) == pub->stacks[rules->suit_of[card]] + 1)
            return play(mind, hl_newest(mind, mind->seat));
    }
    return HL_SILENT;
}

/* I was told about one card, and the next player played at once: mine connects. */
static int play_finesse_told(hl_mind *mind) {
    const hl_public *pub = mind->pub;
    if (pub->turn < 2 || pub->history[pub->turn - 1].kind != HL_PLAY)
        return HL_SILENT;
    const hl_event *event = &pub->history[pub->turn - 2];
    if (event->kind < HL_COLOUR || event->target != mind->seat || count(event->touched) != 1)
        return HL_SILENT;
    return if_legal(mind, play(mind, first_of(event->touched)));
}

static int play_if_certain(hl_mind *mind) {
    for (unsigned slots = mind->sure_playable; slots; slots &= slots - 1)
        if (fully_known(mind, mind->seat, first_of(slots)))
            return play(mind, first_of(slots));
    return HL_SILENT;
}

/* Of these slots, the likeliest: the last one that is certain, or with at least `percent`. */
static int play_likeliest(hl_mind *mind, unsigned slots, int percent) {
    unsigned certain = slots & mind->sure_playable;
    int slot = certain ? last_of(certain) : hl_likeliest(mind, slots, mind->pub->playable, percent);
    return slot == HL_NONE ? HL_SILENT : play(mind, slot);
}

/* Cards that were played last on their suits. */
static uint64_t tops(const hl_mind *mind) {
    uint64_t cards = 0;
    for (int suit = 0; suit < mind->rules->suits; suit++)
        if (mind->pub->stacks[suit])
            cards |= mind->rules->cards_of[suit * mind->rules->ranks + mind->pub->stacks[suit] - 1];
    return cards;
}

/* A clue about one card alone says: play it. As published, a colour clue is checked against the
 * card already on the stack instead of the next one, and a rank clue is followed even when the
 * slot has been refilled, or is empty, since. */
static int play_unique_possible(hl_mind *mind) {
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->rules;
    unsigned refilled = 0;
    for (int turn = pub->turn - 1; turn >= 0; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->seat == mind->seat && event->drawn != HL_NONE) {
            refilled |= 1U << event->slot;
            if (refilled == (1U << rules->hand_size) - 1)
                return HL_SILENT;
        }
        if (event->target != mind->seat || count(event->touched) != 1)
            continue;
        int colour = event->kind == HL_COLOUR;
        if (colour && refilled & event->touched)
            continue;
        uint64_t wanted = colour ? tops(mind) : pub->playable;
        if (rules->clue_cards[event->clue] & wanted & mind->view->unseen)
            return if_legal(mind, play(mind, first_of(event->touched)));
    }
    return HL_SILENT;
}

/* Slots clued to me since somebody else last did anything but clue me. As published, a slot stays
 * marked when it is refilled. */
static unsigned just_hinted(const hl_mind *mind, const hl_rule *rule) {
    const hl_public *pub = mind->pub;
    unsigned slots = 0;
    for (int turn = pub->turn - 1; turn >= 0; turn--) {
        const hl_event *event = &pub->history[turn];
        if (event->seat == mind->seat)
            continue;
        if (event->target != mind->seat)
            break;
        if (!(rule->flags & HL_SINGLE) || count(event->touched) == 1)
            slots |= event->touched;
    }
    return slots;
}

static int play_just_hinted(hl_mind *mind, const hl_rule *rule) {
    unsigned slots = just_hinted(mind, rule) & mind->filled;
    if (slots && rule->flags & HL_NEWEST)
        slots &= 1U << hl_newest(mind, mind->seat);
    if (!slots)
        return HL_SILENT;
    return play_likeliest(mind, slots, mind->lives > rule->a ? rule->percent : 100);
}

int hl_answer_play(hl_mind *mind, const hl_rule *rule) {
    switch (rule->op) {
    case HL_PLAY_FINESSE:
        return play_finesse(mind);
    case HL_PLAY_FINESSE_TOLD:
        return play_finesse_told(mind);
    case HL_PLAY_IF_CERTAIN:
        return play_if_certain(mind);
    case HL_PLAY_PROBABLY_SAFE:
        return play_likeliest(mind, mind->filled, rule->percent);
    case HL_PLAY_SAFE:
        return mind->sure_playable ? play(mind, first_of(mind->sure_playable)) : HL_SILENT;
    case HL_PLAY_UNIQUE_POSSIBLE:
        return play_unique_possible(mind);
    default:
        return play_just_hinted(mind, rule);
    }
}
