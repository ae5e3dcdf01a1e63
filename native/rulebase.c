/* The interpreter of rule lists. */
#include "mind.h"

/* What holds now, as hl_need bits. */
static uint8_t conditions(const hl_mind *mind) {
    const hl_public *pub = mind->pub;
    int held = pub->tokens ? HL_NEEDS_TOKEN : HL_NEEDS_NO_TOKEN;
    held |= mind->lives > 1 ? HL_NEEDS_LIVES : HL_NEEDS_LAST_LIFE;
    if (pub->tokens < mind->rules->max_tokens)
        held |= HL_NEEDS_ROOM;
    if (pub->tokens < 4)
        held |= HL_NEEDS_FEW_TOKENS;
    if (!mind->view->unseen)
        held |= HL_NEEDS_ALL_SEEN;
    return (uint8_t)held;
}

/* Everything else in a mind is worked out on demand, so it is not cleared. */
static void open_mind(hl_mind *mind, const hl_view *view, hl_rng *rng) {
    mind->view = view;
    mind->pub = view->pub;
    mind->rules = &view->pub->rules;
    mind->rng = rng;
    mind->pick = 0;
    mind->seat = view->seat;
    mind->lives = (uint8_t)(view->pub->rules.max_strikes - view->pub->strikes);
    mind->weighed = mind->studied = 0;
}

static int legal_random(hl_mind *mind) {
    uint8_t moves[HL_MAX_MOVES];
    return moves[choose(mind, hl_view_legal_moves(mind->view, moves))];
}

static int answer(hl_mind *mind, const hl_rule *rule) {
    mind->options = 1;
    mind->target = mind->slot = HL_NONE;
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
    uint8_t held = conditions(&mind);
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
    if (!fired && list->mode == HL_CLEAN) {
        mind.target = mind.slot = HL_NONE;
        move = legal_random(&mind);
    }
    decision->move = (int16_t)move;
    decision->position = fired ? (uint8_t)position : HL_NONE;
    decision->gene = fired ? list->rules[position].gene : HL_NONE;
    decision->target = mind.target;
    decision->slot = mind.slot;
    if (move >= 0)
        add_chance(&mind, decision);
    return move;
}

int hl_answers(const hl_view *view, const hl_rule *rule, uint8_t moves[96]) {
    hl_mind mind;
    open_mind(&mind, view, NULL);
    if (rule->needs & ~conditions(&mind))
        return HL_SILENT;
    int answers = 0;
    do {
        int move = answer(&mind, rule);
        if (move < 0)
            return move;
        moves[answers++] = (uint8_t)move;
    } while (++mind.pick < mind.options);
    return answers;
}
