/* The order of questions: lines that are cheap to find, proofs that are cheap to make, then both
 * with growing budgets. */
#include "solver/whole_deals.h"

#include <string.h>

#include "engine/rng.h"
#include "solver/position.h"

enum { WIDTHS = 5, WIDE_ATTEMPTS = 4 };

static const int WIDTH[WIDTHS] = {4, 16, 64, 512, 2048};

typedef struct {
    const hl_game *game;
    hl_problem problem;
    hl_solver_state root;
    hl_use uses[64];
    int judged;
    hl_prospect *prospect;
} quest;

static int plays_out(quest *task) {
    return hl_plays_out(task->game, &task->problem, &task->root, task->uses, task->prospect);
}

static int line_by_beam(quest *task, int patience, unsigned attempt) {
    int width = WIDTH[patience < WIDTHS ? patience : WIDTHS - 1];
    uint64_t noise = patience ? hl_mix((uint64_t)patience + WIDTHS * attempt) : 0;
    return hl_beam(&task->problem, &task->root, width, noise, task->uses) && plays_out(task);
}

static int proved(quest *task, int proof, unsigned suits) {
    task->prospect->high = (uint8_t)(task->problem.target - 1);
    task->prospect->proof = (uint8_t)proof;
    task->prospect->suits = (uint8_t)suits;
    return 0;
}

/* Mark as unwanted what a suit cannot reach even alone. Returns the suits that lost cards. */
static unsigned judge_suits(quest *task) {
    hl_solver_state *root = &task->root;
    unsigned lost = 0;
    for (unsigned suit = 0; suit < task->problem.suits; suit++) {
        uint32_t ids = root->wanted & task->problem.suit_ids[suit];
        while (ids && !hl_suits_alone(&task->problem, root, 1U << suit, 0)) {
            uint32_t others = ~(1U << (31 - __builtin_clz(ids)));
            lost |= 1U << suit;
            ids &= others;
            root->wanted &= others;
            for (unsigned seat = 0; seat < task->problem.players; seat++)
                root->hand[seat] &= others;
        }
    }
    task->judged = 1;
    return lost;
}

/* A set of `many` suits that cannot all be finished even if only they mattered, 0 if there is none.
 */
static unsigned clash(quest *task, int many, uint64_t budget) {
    hl_problem *problem = &task->problem;
    for (unsigned suits = 1; suits < 1U << problem->suits; suits++) {
        if (count(suits) != many)
            continue;
        problem->budget = problem->nodes + budget;
        if (!hl_suits_alone(problem, &task->root, suits, 0))
            return suits;
    }
    return 0;
}

/* Search for a line and a proof. 1: a line, 0: a proof that there is none, -1: neither. */
static int settle(quest *task, uint64_t budget) {
    hl_problem *problem = &task->problem;
    hl_solver_state *root = &task->root;
    int spare, room;
    problem->budget = problem->nodes + budget;
    if (!hl_in_time(problem, root, &spare, &room))
        return proved(task, spare < 0 ? HL_NO_TIME : HL_HANDS_FULL, 0);
    if (line_by_beam(task, 0, 0))
        return 1;
    if (!hl_common_hand(problem, root))
        return proved(task, HL_HANDS_FULL, 0);
    if (line_by_beam(task, 1, 0))
        return 1;
    unsigned suits = task->judged ? 0 : judge_suits(task);
    if (root->score + count(root->wanted) < problem->target)
        return proved(task, HL_WHO_HOLDS, suits);
    int all_wanted = root->score + count(root->wanted) == problem->target;
    for (int patience = 2; patience < WIDTHS + 2; patience++) {
        uint64_t share = budget >> 2 * (WIDTHS + 1 - patience);
        problem->budget = problem->nodes + budget;
        for (unsigned attempt = 0; attempt < (patience < WIDTHS ? 1 : WIDE_ATTEMPTS); attempt++)
            if (line_by_beam(task, patience, attempt))
                return 1;
        if (all_wanted && patience < WIDTHS && (suits = clash(task, patience, 4 * share)))
            return proved(task, HL_WHO_HOLDS, suits);
        for (int leniency = HL_FREE_CLUES; leniency <= HL_STRICT; leniency++) {
            problem->budget = problem->nodes + share;
            int answer = hl_exhaust(problem, root, leniency, task->uses);
            if (!answer)
                return proved(task, leniency ? HL_EXHAUSTED : HL_EVEN_FREE, 0);
            if (answer > 0 && plays_out(task))
                return 1;
            if (answer < 0 && leniency == HL_FREE_STRIKES)
                break;
        }
    }
    return -1;
}

static int every_card_has_a_clue(const hl_rules *rules) {
    uint64_t touched = 0;
    for (int clue = 0; clue < rules->colour_clues + rules->rank_clues; clue++)
        touched |= rules->clue_cards[clue];
    return (rules->options & HL_EMPTY_CLUES) || touched == rules->all;
}

static int begin(quest *task, const hl_game *game, hl_solver_memory *memory) {
    if (game->pub.end)
        return HL_GAME_OVER;
    if (!every_card_has_a_clue(&game->pub.rules))
        return HL_BAD_RULES;
    task->game = game;
    hl_problem_of(game, &task->problem, &task->root);
    task->problem.memory = memory;
    task->problem.call = hl_mix(++memory->calls);
    return HL_OK;
}

int hl_prospect_of(const hl_game *game, int least, uint64_t budget, hl_solver_memory *memory,
                   hl_prospect *prospect) {
    quest task = {.prospect = prospect};
    int error = begin(&task, game, memory);
    if (error)
        return error;
    memset(prospect, 0, sizeof *prospect);
    prospect->low = task.root.score;
    prospect->high = (uint8_t)(task.root.score + count(task.root.wanted));
    int all = game->pub.rules.ids;
    prospect->proof = prospect->high == all ? HL_ALL_STACKED : HL_LAST_COPY_GONE;
    for (int target = prospect->high; target > prospect->low && target >= least; target--) {
        task.problem.target = (uint8_t)target;
        int settled = settle(&task, budget);
        if (settled > 0)
            prospect->low = (uint8_t)target;
    }
    prospect->nodes = task.problem.nodes;
    return HL_OK;
}
