/* The interpreter of rule lists. */
#include "mind.h"

/* What the likeliest questions need is worked out; the rest waits until a rule asks. */
static void open_mind(hl_mind *mind, const hl_view *view, hl_rng *rng) {
    const hl_public *pub = view->pub;
    mind->view = view;
    mind->pub = pub;
    mind->rules = &pub->rules;
    mind->rng = rng;
    mind->pick = 0;
    mind->seat = view->seat;
    mind->lives = (uint8_t)(pub->rules.max_strikes - pub->strikes);
    mind->target = mind->slot = HL_NONE;
    hl_look_at_my_hand(mind);
}

/* What holds now, as hl_need bits. */
static inline unsigned conditions(const hl_mind *mind) {
    const hl_public *pub = mind->pub;
    uint64_t unseen = mind->view->unseen, seen = ~(unseen | pub->gone);
    unsigned held = mind->rules->open_kinds[pub->tokens];
    held |= pub->tokens ? 0 : HL_NEEDS_NO_TOKEN;
    held |= pub->tokens < 4 ? HL_NEEDS_FEW_TOKENS : 0;
    held |= mind->lives > 1 ? HL_NEEDS_LIVES : HL_NEEDS_LAST_LIFE;
    held |= unseen ? 0 : HL_NEEDS_ALL_SEEN;
    held |= mind->sure_playable ? HL_NEEDS_SURE_PLAY : 0;
    held |= mind->sure_useless ? HL_NEEDS_SURE_WASTE : 0;
    held |= seen & pub->playable ? HL_NEEDS_PLAY_SEEN : 0;
    held |= seen & pub->useless ? HL_NEEDS_WASTE_SEEN : 0;
    return held;
}

static int legal_random(hl_mind *mind) {
    uint8_t moves[HL_MAX_MOVES];
    mind->target = mind->slot = HL_NONE;
    return moves[choose(mind, hl_view_legal_moves(mind->view, moves))];
}

static int answer(hl_mind *mind, const hl_rule *rule) {
    if (rule->op < HL_DISCARD_HIGHEST)
        return hl_answer_play(mind, rule);
    if (rule->op < HL_TELL_FINESSE)
        return hl_answer_discard(mind, rule);
    return rule->op < HL_LEGAL_RANDOM ? hl_answer_tell(mind, rule) : legal_random(mind);
}

/* What keeps every answer of an op legal but for those that check it themselves. */
static unsigned least_needs(int op) {
    if (op < HL_DISCARD_HIGHEST || op == HL_LEGAL_RANDOM)
        return 0;
    return op < HL_TELL_FINESSE ? HL_NEEDS_ROOM : HL_NEEDS_TOKEN;
}

int hl_rulelist_check(const hl_rulelist *list) {
    if (list->count > HL_MAX_RULES || list->mode > HL_CLEAN)
        return HL_BAD_ARGUMENT;
    for (const hl_rule *rule = list->rules; rule < list->rules + list->count; rule++)
        if (rule->op >= HL_OPS || rule->reach > HL_BY_SEAT || rule->percent > 100 ||
            least_needs(rule->op) & ~(unsigned)rule->needs)
            return HL_BAD_ARGUMENT;
    return HL_OK;
}

int hl_decide(const hl_view *view, const hl_rulelist *list, hl_rng *rng, hl_decision *decision) {
    hl_mind mind;
    open_mind(&mind, view, rng);
    unsigned held = conditions(&mind);
    int move = HL_SILENT, position = 0;
    for (; position < list->count; position++) {
        const hl_rule *rule = &list->rules[position];
        if (rule->needs & ~held)
            continue;
        move = answer(&mind, rule);
        if (move >= 0 || (move != HL_SILENT && list->mode == HL_FAITHFUL))
            break;
        move = HL_SILENT;
    }
    int fired = position < list->count;
    if (!fired && list->mode == HL_CLEAN)
        move = legal_random(&mind);
    decision->move = (int16_t)move;
    decision->position = fired ? (uint8_t)position : HL_NONE;
    decision->gene = fired ? list->rules[position].gene : HL_NONE;
    decision->target = mind.target;
    decision->slot = mind.slot;
    return move;
}

int hl_answers(const hl_view *view, const hl_rule *rule, uint8_t moves[76]) {
    hl_mind mind;
    open_mind(&mind, view, NULL);
    if (rule->needs & ~conditions(&mind))
        return HL_SILENT;
    int answers = 0;
    mind.options = 1;
    do {
        int move = answer(&mind, rule);
        if (move < 0)
            return move;
        moves[answers++] = (uint8_t)move;
    } while (++mind.pick < mind.options);
    return answers;
}
