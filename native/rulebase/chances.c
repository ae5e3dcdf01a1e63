/* Exact probabilities of moves: every random choice of a rule is enumerated. */
#include "rulebase/chances.h"
#include "rulebase/context.h"

/* A share that has not been computed yet. */
#define UNASKED (-1.0)

typedef struct {
    hl_rule_context context;
    unsigned held;
    int move;
} question;

static question ask(const hl_view *view, int move) {
    question question = {.move = move};
    question.held = hl_rule_begin(&question.context, view);
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
        int answer = hl_rule_answer(context, rule);
        same += answer == question->move;
        silent += answer == HL_SILENT;
        failed += answer < HL_SILENT;
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
