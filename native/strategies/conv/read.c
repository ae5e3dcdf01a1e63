/* Reading a clue. The focus is a card to play: now, after cards that the table knows, or after one
 * that somebody holds without knowing (promise.c). On the chop it may also be a card to save: a 5
 * or a 2 by rank, and any other last copy. Of the further cards the clue says only that they are
 * useful. A clue after which a card can no longer be played as it was going to be is a repair: it
 * says nothing but its facts. */
#include "strategies/conv/record.h"

typedef struct {
    const hl_conv_config *config;
    const hl_public *before, *after;
    const hl_rules *rules;
    const hl_event *clue;
    hl_conv_memo *memo;
    int target;
    unsigned fresh; /* slots touched for the first time */
} reading;

static int is_rank(const reading *clue, int rank) {
    return clue->clue->kind == HL_RANK && clue->clue->clue - clue->rules->colour_clues == rank;
}

/* What is left of each card by the facts. Whether a card that was about to be played no longer
 * is. */
static int take_facts(const reading *clue) {
    const hl_public *after = clue->after;
    cards *said = clue->memo->said[clue->target];
    int repaired = 0;
    for (int slot = 0; slot < clue->rules->hand_size; slot++) {
        cards know = after->know[clue->target][slot], was = said[slot];
        int was_touched = clue->before->touched[clue->target] >> slot & 1;
        said[slot] = was & know;
        if (clue->fresh >> slot & 1)
            clue->memo->since[clue->target][slot] = (uint8_t)(after->turn - 1);
        if (clue->fresh >> slot & 1)
            said[slot] = know & ~after->useless & ~clue->memo->claimed;
        else if (!said[slot] && was)
            said[slot] = know & ~after->useless;
        if (was_touched && was && subset(was, after->playable) &&
            !(said[slot] && subset(said[slot], after->playable)))
            repaired = 1;
    }
    return repaired;
}

/* Cards that may have to be saved on the chop. */
static cards saves(const reading *clue) {
    const hl_rules *rules = clue->rules;
    cards fives = rules->rank_cards[rules->ranks - 1];
    if (is_rank(clue, 1))
        return rules->rank_cards[1];
    return clue->clue->kind == HL_RANK ? clue->after->critical : clue->after->critical & ~fives;
}

/* Cards that one card in another hand, which nobody there knows of, would bring within reach. */
static cards after_a_blind_play(const reading *clue, cards reach) {
    if (!clue->config->finesses || clue->rules->players < 3)
        return 0;
    cards useful = ~clue->after->useless & ~reach;
    return next_of(clue->rules, reach & ~clue->memo->claimed) & useful;
}

static int focus_of(const reading *clue) {
    const hl_public *after = clue->after;
    unsigned slots = clue->clue->touched;
    if (clue->fresh)
        return hl_conv_focus(clue->before, clue->clue);
    for (unsigned left = slots; left; left &= left - 1) {
        cards said = clue->memo->said[clue->target][first_of(left)];
        if (!said || subset(said, after->playable))
            slots &= ~(1U << first_of(left));
    }
    return hl_conv_newest(after, clue->target, slots);
}

static void promise(const reading *clue, int focus, cards direct, cards later) {
    const hl_public *after = clue->after;
    unsigned seats = (1U << clue->rules->players) - 1;
    hl_conv_promise made = {
        .direct = direct,
        .later = later,
        .giver = clue->clue->seat,
        .target = clue->clue->target,
        .order = after->order[clue->target][focus],
        .waiting = (uint8_t)(seats & ~(1U << clue->clue->seat) & ~(1U << clue->target)),
        .turn = (uint8_t)(after->turn - 1),
    };
    for (int seat = 0; seat < clue->rules->players; seat++) {
        int slot = hl_conv_newest(after, seat, ~(unsigned)after->touched[seat] & 0xff);
        made.blind[seat] = slot == HL_NONE ? HL_NONE : after->order[seat][slot];
    }
    hl_conv_promise_add(clue->memo, &made);
}

/* The other cards that the clue touches for the first time are not the one that it is about. */
static void take_from_others(const reading *clue, int focus) {
    cards *said = clue->memo->said[clue->target];
    if (!is_alone(clue->memo->firsts, said[focus]))
        return;
    for (unsigned left = clue->fresh & ~(1U << focus); left; left &= left - 1)
        said[first_of(left)] &= ~said[focus];
}

static void read_focus(const reading *clue, int focus) {
    cards *said = &clue->memo->said[clue->target][focus];
    if (!*said)
        *said = clue->after->know[clue->target][focus] & ~clue->after->useless;
    cards facts = *said;
    cards reach = hl_conv_within_reach(clue->after, clue->memo);
    cards direct = facts & reach;
    int is_fresh = clue->fresh >> focus & 1;
    if (is_fresh && focus == hl_conv_chop(clue->before, clue->target))
        direct |= facts & saves(clue);
    else if (is_rank(clue, clue->rules->ranks - 1))
        return;
    cards later = facts & after_a_blind_play(clue, reach) & ~direct;
    if (!(direct | later))
        return;
    *said = direct | later;
    if (later)
        promise(clue, focus, direct, later);
}

void hl_conv_read(const hl_conv_config *config, const hl_public *before, const hl_public *after,
                  hl_conv_memo *memo) {
    const hl_event *event = &after->history[after->turn - 1];
    reading clue = {.config = config,
                    .before = before,
                    .after = after,
                    .rules = &after->rules,
                    .clue = event,
                    .memo = memo,
                    .target = event->target,
                    .fresh = event->touched & ~(unsigned)before->touched[event->target]};
    memo->spoken[event->target] = (uint8_t)(after->turn - 1);
    int repaired = take_facts(&clue);
    if (repaired)
        return;
    int focus = focus_of(&clue);
    if (focus == HL_NONE)
        return;
    read_focus(&clue, focus);
    take_from_others(&clue, focus);
}
