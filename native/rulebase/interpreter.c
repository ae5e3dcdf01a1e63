/* The interpreter of rule lists, and exact probabilities of their moves: every random choice of a
 * rule is enumerated. */
#include "rulebase/context.h"

/* Begin a turn: compute what most rules need; the rest waits until a rule asks. */
static void begin(hl_rule_context *context, const hl_view *view, hl_rng *rng) {
    const hl_public *pub = view->pub;
    context->view = view;
    context->pub = pub;
    context->rules = &pub->rules;
    context->rng = rng;
    context->pick = 0;
    context->seat = view->seat;
    context->lives = (uint8_t)(pub->rules.max_strikes - pub->strikes);
    context->target = context->slot = HL_NONE;
    hl_look_at_my_hand(context);
}

/* The conditions that hold now, as hl_need bits. */
static inline unsigned conditions(const hl_rule_context *context) {
    const hl_public *pub = context->pub;
    uint64_t unseen = context->view->unseen, seen = ~(unseen | pub->gone);
    unsigned held = context->rules->open_kinds[pub->tokens];
    held |= pub->tokens ? 0 : HL_NEEDS_NO_TOKEN;
    held |= pub->tokens < 4 ? HL_NEEDS_FEW_TOKENS : 0;
    held |= context->lives > 1 ? HL_NEEDS_LIVES : HL_NEEDS_LAST_LIFE;
    held |= context->sure_playable ? HL_NEEDS_SURE_PLAY : 0;
    held |= context->sure_useless ? HL_NEEDS_SURE_WASTE : 0;
    held |= seen & pub->playable ? HL_NEEDS_PLAY_SEEN : 0;
    held |= seen & pub->useless ? HL_NEEDS_WASTE_SEEN : 0;
    held |= held & HL_NEEDS_ROOM ? 0 : HL_NEEDS_ALL_TOKENS;
    if (pub->deck_left < 6) {
        held |= HL_NEEDS_LATE;
        held |= pub->deck_left ? 0 : HL_NEEDS_LAST_ROUND;
        held |= unseen ? 0 : HL_NEEDS_ALL_SEEN;
    }
    return held;
}

static int legal_random(hl_rule_context *context) {
    uint8_t moves[HL_MAX_MOVES];
    context->target = context->slot = HL_NONE;
    return moves[choose(context, hl_view_legal_moves(context->view, moves))];
}

static hl_ask *const ASK[HL_OPS] = {
    [HL_PLAY_FINESSE] = hl_play_finesse,
    [HL_PLAY_FINESSE_TOLD] = hl_play_finesse_told,
    [HL_PLAY_IF_CERTAIN] = hl_play_if_certain,
    [HL_PLAY_PROBABLY_SAFE] = hl_play_probably_safe,
    [HL_PLAY_SAFE] = hl_play_safe,
    [HL_PLAY_UNIQUE_POSSIBLE] = hl_play_unique_possible,
    [HL_PLAY_JUST_HINTED] = hl_play_just_hinted,
    [HL_PLAY_FOCUS] = hl_play_focus,
    [HL_PLAY_CONNECTING] = hl_play_connecting,
    [HL_PLAY_COMMONLY_KNOWN] = hl_play_commonly_known,
    [HL_PLAY_BY_STRIKES] = hl_play_by_strikes,
    [HL_PLAY_LOWEST] = hl_play_lowest,
    [HL_PLAY_FOR_MATE] = hl_play_for_mate,
    [HL_DISCARD_HIGHEST] = hl_discard_highest,
    [HL_DISCARD_IF_CERTAIN] = hl_discard_if_certain,
    [HL_DISCARD_LEAST_LIKELY_NECESSARY] = hl_discard_least_likely_necessary,
    [HL_DISCARD_OLDEST] = hl_discard_oldest,
    [HL_DISCARD_PROBABLY_USELESS] = hl_discard_probably_useless,
    [HL_DISCARD_RANDOMLY] = hl_discard_randomly,
    [HL_DISCARD_SAFE] = hl_discard_safe,
    [HL_DISCARD_UNIDENTIFIED] = hl_discard_unidentified,
    [HL_DISCARD_USELESS] = hl_discard_useless,
    [HL_DISCARD_OSAWA] = hl_discard_osawa,
    [HL_DISCARD_CHOP] = hl_discard_chop,
    [HL_DISCARD_CHOP_SAFELY] = hl_discard_chop_safely,
    [HL_DISCARD_CHOP_IN_TIME] = hl_discard_chop_in_time,
    [HL_DISCARD_CHOP_TO_TELL] = hl_discard_chop_to_tell,
    [HL_DISCARD_UNTOLD] = hl_discard_untold,
    [HL_DISCARD_SEEN_ELSEWHERE] = hl_discard_seen_elsewhere,
    [HL_UNBLOCK] = hl_unblock,
    [HL_TELL_FINESSE] = hl_tell_finesse,
    [HL_TELL_MOST_INFORMATION] = hl_tell_most_information,
    [HL_TELL_USEFUL... HL_TELL_ANY_PLAYABLE] = hl_tell_somebody,
    [HL_LEGAL_RANDOM] = legal_random,
};

static int answer(hl_rule_context *context, const hl_rule *rule) {
    context->rule = rule;
    return ASK[rule->op](context);
}

/* The conditions that make every answer of an op legal, except for ops that check it themselves. */
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

int hl_decide(const hl_view *view, const hl_rulelist *list, hl_rng *rng, hl_choice *choice) {
    hl_rule_context context;
    begin(&context, view, rng);
    unsigned held = conditions(&context);
    int move = HL_SILENT, position = 0;
    for (; position < list->count; position++) {
        const hl_rule *rule = &list->rules[position];
        if (rule->needs & ~held)
            continue;
        move = answer(&context, rule);
        if (move >= 0 || (move != HL_SILENT && list->mode == HL_FAITHFUL))
            break;
        move = HL_SILENT;
    }
    int fired = position < list->count;
    if (!fired && list->mode == HL_CLEAN)
        move = legal_random(&context);
    choice->move = (int16_t)move;
    choice->reason = fired ? (uint8_t)position : HL_NONE;
    choice->target = context.target;
    choice->slot = context.slot;
    return move;
}

int hl_answers(const hl_view *view, const hl_rule *rule, uint8_t moves[76]) {
    hl_rule_context context;
    begin(&context, view, NULL);
    if (rule->needs & ~conditions(&context))
        return HL_SILENT;
    int answers = 0;
    context.options = 1;
    do {
        int move = answer(&context, rule);
        if (move < 0)
            return move;
        moves[answers++] = (uint8_t)move;
    } while (++context.pick < context.options);
    return answers;
}

/* A share that has not been computed yet. */
#define UNASKED (-1.0)

typedef struct {
    hl_rule_context context;
    unsigned held;
    int move;
} question;

static question ask(const hl_view *view, int move) {
    question question = {.move = move};
    begin(&question.context, view, NULL);
    question.held = conditions(&question.context);
    return question;
}

static hl_share share_of(question *question, const hl_rule *rule) {
    hl_rule_context *context = &question->context;
    int same = 0, silent = 0, failed = 0;
    if (rule->needs & ~question->held)
        return (hl_share){.silent = 1};
    context->pick = 0;
    context->options = 1;
    do {
        int move = answer(context, rule);
        same += move == question->move;
        silent += move == HL_SILENT;
        failed += move < HL_SILENT;
    } while (++context->pick < context->options);
    double lots = context->options;
    return (hl_share){same / lots, silent / lots, failed / lots};
}

/* Ask one rule of a list; returns the probability that the list reaches the next rule. */
static double pass(const hl_share *share, int mode, double left, double *chance) {
    *chance += left * share->same;
    return left * (share->silent + (mode == HL_CLEAN ? share->failed : 0));
}

/* The probability of a move once a list is exhausted: a clean list makes any legal move. */
static double at_the_end(const hl_view *view, int mode, double left) {
    uint8_t moves[HL_MAX_MOVES];
    return mode == HL_CLEAN && left > 0 ? left / hl_view_legal_moves(view, moves) : 0;
}

double hl_chance(const hl_view *view, const hl_rulelist *list, int move) {
    question question = ask(view, move);
    double left = 1, chance = 0;
    for (int position = 0; position < list->count && left > 0; position++) {
        hl_share share = share_of(&question, &list->rules[position]);
        left = pass(&share, list->mode, left, &chance);
    }
    return chance + at_the_end(view, list->mode, left);
}

void hl_chances(const hl_view *view, const hl_many_lists *lists, int move, hl_share *shares,
                double *chances) {
    question question = ask(view, move);
    for (uint32_t rule = 0; rule < lists->different; rule++)
        shares[rule].silent = UNASKED;
    for (uint32_t list = 0; list < lists->lists; list++) {
        double left = 1, chance = 0;
        int mode = lists->modes[list];
        for (uint32_t i = lists->first[list]; i < lists->first[list + 1] && left > 0; i++) {
            hl_share *share = &shares[lists->asked[i]];
            if (share->silent == UNASKED)
                *share = share_of(&question, &lists->rules[lists->asked[i]]);
            left = pass(share, mode, left, &chance);
        }
        chances[list] = chance + at_the_end(view, mode, left);
    }
}
