/* Hands that I may hold; and compare the others' moves, one after another, with every policy. */
#include "inference/evidence.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "play/replay.h"

/* After this many failures a slightly biased draw is used; it is rare. */
#define TRIES 400

/* Fill the slots in random order, each with a card still available for it; 0 if there is none. */
static int fill(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    int size = view->pub->rules.hand_size, first = (int)hl_rng_below(rng, (uint32_t)size);
    uint64_t left = ~0ULL;
    for (int i = 0; i < size; i++) {
        int slot = (first + i) % size;
        uint64_t all = hl_may_be(view, view->seat, slot), cards = all & left;
        if (all && !cards)
            return 0;
        hand[slot] = all ? (uint8_t)hl_any_of(rng, cards) : HL_NONE;
        left &= all ? ~(1ULL << hand[slot]) : ~0ULL;
    }
    return 1;
}

static int draw_each(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    uint64_t drawn = 0;
    for (int slot = 0; slot < view->pub->rules.hand_size; slot++) {
        uint64_t cards = hl_may_be(view, view->seat, slot);
        hand[slot] = cards ? (uint8_t)hl_any_of(rng, cards) : HL_NONE;
        if (cards && drawn >> hand[slot] & 1)
            return 0;
        drawn |= cards ? 1ULL << hand[slot] : 0;
    }
    return 1;
}

void hl_deal_my_hand(const hl_view *view, hl_rng *rng, uint8_t hand[8]) {
    for (int tries = 0; tries < TRIES; tries++)
        if (draw_each(view, rng, hand))
            return;
    while (!fill(view, rng, hand))
        ;
}

typedef struct {
    const hl_suspects *suspects;
    const hl_view *view; /* mine, of the current turn */
    hl_evidence_room *room;
    uint32_t policies;
    uint8_t card[64];                 /* by draw number, the cards known to me now */
    uint8_t cards[HL_MOST_HANDS][64]; /* the same with each sampled hand of mine */
    hl_public before, then;           /* the position that is weighed, and the one before it */
} weighing;

static void draw_hands(weighing *weighing, const hl_rng *seed) {
    const hl_view *view = weighing->view;
    const uint8_t *order = view->pub->order[view->seat];
    hl_rng rng = hl_child(seed, view->pub->turn);
    for (uint32_t i = 0; i < weighing->suspects->hands; i++) {
        uint8_t hand[HL_MAX_HAND];
        hl_deal_my_hand(view, &rng, hand);
        memcpy(weighing->cards[i], weighing->card, sizeof weighing->card);
        for (int slot = 0; slot < view->pub->rules.hand_size; slot++)
            if (order[slot] != HL_NONE)
                weighing->cards[i][order[slot]] = hand[slot];
    }
}

/* Whether the view's seat held, at the weighed turn, a card whose identity it still does not know.
 */
static int is_open(const weighing *weighing) {
    const hl_public *then = &weighing->then;
    for (int slot = 0; slot < then->rules.hand_size; slot++) {
        int order = then->order[weighing->view->seat][slot];
        if (order != HL_NONE && weighing->card[order] == HL_NONE)
            return 1;
    }
    return 0;
}

/* The probabilities of the policies that are not rule lists, by asking them for their move. */
static void ask_others(const weighing *weighing, const hl_view *view, int move, double *chances) {
    uint8_t *kept = weighing->room->memos;
    for (uint32_t i = 0; i < weighing->suspects->count_others; i++) {
        const hl_blueprint *other = weighing->suspects->others[i];
        hl_rng rng = {0};
        hl_memo seen;
        hl_choice choice;
        void *memo = kept + i * HL_MAX_MEMO;
        if (other->by_sight)
            hl_recall(other, view, memo = seen.bytes);
        other->decide(other->config, view, memo, &rng, &choice);
        chances[i] = choice.move == move;
    }
}

static void add(double *sum, const double *terms, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        sum[i] += terms[i];
}

/* Scale the weights of a seat so that the largest is 1: only ratios matter. */
static void level(double *weights, uint32_t count) {
    double best = 0;
    for (uint32_t i = 0; i < count; i++)
        best = weights[i] > best ? weights[i] : best;
    for (uint32_t i = 0; i < count; i++)
        weights[i] /= best > 0 ? best : 1;
}

static void weigh_move(weighing *weighing, const hl_event *event, double *weights) {
    const hl_suspects *suspects = weighing->suspects;
    hl_evidence_room *room = weighing->room;
    int unsure = event->seat != weighing->view->seat && is_open(weighing);
    uint32_t hands = unsure ? suspects->hands : 1;
    uint8_t moves[HL_MAX_MOVES];
    double any = 0; /* the share of any legal move, which depends on the hand that the seat sees */
    memset(room->mean, 0, weighing->policies * sizeof *room->mean);
    for (uint32_t i = 0; i < hands; i++) {
        hl_view view;
        hl_look(&weighing->then, weighing->cards[i], event->seat, &view);
        hl_chances(&view, suspects->lists, event->move, room->shares, room->chances);
        ask_others(weighing, &view, event->move, room->chances + suspects->lists->lists);
        add(room->mean, room->chances, weighing->policies);
        any += suspects->deviation / hands / hl_view_legal_moves(&view, moves);
    }
    double share = (1 - suspects->deviation) / hands;
    for (uint32_t i = 0; i < weighing->policies; i++)
        weights[i] *= share * room->mean[i] + any;
    level(weights, weighing->policies);
}

static void start_memos(const weighing *weighing) {
    uint8_t *memos = weighing->room->memos;
    for (uint32_t i = 0; i < weighing->suspects->count_others; i++) {
        const hl_blueprint *other = weighing->suspects->others[i];
        if (other->memo_size && !other->by_sight)
            other->start(other->config, &weighing->then.rules, memos + i * HL_MAX_MEMO);
    }
}

/* Update the memos that need no hands; the rest are rebuilt from what a seat saw. */
static void observe(const weighing *weighing) {
    uint8_t unknown[HL_MAX_PLAYERS][8];
    uint8_t *memos = weighing->room->memos;
    memset(unknown, HL_NONE, sizeof unknown);
    for (uint32_t i = 0; i < weighing->suspects->count_others; i++) {
        const hl_blueprint *other = weighing->suspects->others[i];
        if (other->memo_size && !other->by_sight)
            other->observe(other->config, &weighing->before, &weighing->then,
                           (const uint8_t(*)[8])unknown, HL_NONE, memos + i * HL_MAX_MEMO);
    }
}

static int check(const hl_suspects *suspects, const hl_rules *rules) {
    if (!suspects->hands || suspects->hands > HL_MOST_HANDS)
        return HL_BAD_ARGUMENT;
    if (!(suspects->deviation >= 0 && suspects->deviation <= 1))
        return HL_BAD_ARGUMENT;
    for (uint32_t i = 0; i < suspects->count_others; i++) {
        const hl_blueprint *other = suspects->others[i];
        if (!hl_can_be_simulated(other) || hl_blueprint_check(other, rules))
            return HL_BAD_ARGUMENT;
    }
    return HL_OK;
}

int hl_weigh(const hl_suspects *suspects, const hl_view *view, unsigned seats, const hl_rng *seed,
             hl_evidence_room *room, double *weights) {
    const hl_public *now = view->pub;
    int error = check(suspects, &now->rules);
    if (error)
        return error;
    weighing weighing = {.suspects = suspects, .view = view, .room = room};
    weighing.policies = suspects->lists->lists + suspects->count_others;
    hl_name_cards(view, weighing.card);
    draw_hands(&weighing, seed);
    hl_replay_start(&weighing.then, &now->rules);
    weighing.before.rules = now->rules;
    start_memos(&weighing);
    for (int turn = 0; turn < now->turn; turn++) {
        const hl_event *event = &now->history[turn];
        if (seats >> event->seat & 1)
            weigh_move(&weighing, event, weights + event->seat * (size_t)weighing.policies);
        hl_remember(&weighing.before, &weighing.then);
        hl_replay(&weighing.then, event);
        observe(&weighing);
    }
    return HL_OK;
}
