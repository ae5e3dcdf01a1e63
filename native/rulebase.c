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
    mind->weighed = 0;
    hl_look_at_my_hand(mind);
}

/* What holds now, as hl_need bits. */
static unsigned conditions(const hl_mind *mind) {
    const hl_public *pub = mind->pub;
    uint64_t seen = ~(mind->view->unseen | pub->gone);
    unsigned held = pub->tokens ? HL_NEEDS_TOKEN : HL_NEEDS_NO_TOKEN;
    held |= mind->lives > 1 ? HL_NEEDS_LIVES : HL_NEEDS_LAST_LIFE;
    held |= pub->tokens < mind->rules->max_tokens ? HL_NEEDS_ROOM : 0;
    held |= pub->tokens < 4 ? HL_NEEDS_FEW_TOKENS : 0;
    held |= mind->view->unseen ? 0 : HL_NEEDS_ALL_SEEN;
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
    if (rule->op == HL_LEGAL_RANDOM)
        return legal_random(mind);
    int move = rule->op < HL_DISCARD_HIGHEST ? hl_answer_play(mind, rule)
               : rule->op < HL_TELL_FINESSE  ? hl_answer_discard(mind, rule)
                                             : hl_answer_tell(mind, rule);
    if (move >= 0 && hl_check(mind->pub, mind->view->held, move) != HL_OK)
        return HL_ILLEGAL;
    return move;
}

int hl_rulelist_check(const hl_rulelist *list) {
    if (list->count > HL_MAX_RULES || list->mode > HL_CLEAN)
        return HL_BAD_ARGUMENT;
    for (int i = 0; i < list->count; i++)
        if (list->rules[i].op >= HL_OPS || list->rules[i].reach > HL_BY_SEAT ||
            list->rules[i].percent > 100)
            return HL_BAD_ARGUMENT;
    return HL_OK;
}

/* The chance the mover saw that the card would do what the move is for. */
static void add_chance(const hl_mind *mind, hl_decision *decision) {
    decision->hits = decision->of = 0;
    if (is_clue(mind->rules, decision->move))
        return;
    int discards = is_discard(mind->rules, decision->move);
    decision->slot = (uint8_t)(decision->move - (discards ? 0 : mind->rules->hand_size));
    uint64_t cards = may_be(mind, decision->slot);
    decision->hits = (uint8_t)count(cards & (discards ? mind->pub->useless : mind->pub->playable));
    decision->of = (uint8_t)count(cards);
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
    if (move >= 0)
        add_chance(&mind, decision);
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
