/* Conversion of a game to the solver's position, and of a line of uses to moves of the game. Then
 * the order of questions: lines that are cheap to find, proofs that are cheap to make, then both
 * with growing budgets. */
#include "solver/whole_deals.h"

#include <string.h>

#include "engine/rng.h"
#include "engine/turn.h"
#include "solver/position.h"

enum { WIDTHS = 5, WIDE_ATTEMPTS = 4 };

static const int WIDTH[WIDTHS] = {4, 16, 64, 512, 2048};

/* Convert a running game to a problem and its first state; problem->target is left to the caller.
 */
static void set_problem(const hl_game *game, hl_problem *problem, hl_solver_state *root) {
    const hl_public *pub = &game->pub;
    const hl_rules *rules = &pub->rules;
    memset(problem, 0, sizeof *problem);
    memset(root, 0, sizeof *root);
    problem->players = rules->players;
    problem->suits = rules->suits;
    problem->ranks = rules->ranks;
    problem->hand_size = rules->hand_size;
    problem->max_tokens = rules->max_tokens;
    problem->spare_strikes = (uint8_t)(rules->max_strikes - 1 - pub->strikes);
    problem->discard_at_max = (rules->options & HL_DISCARD_AT_MAX) != 0;
    problem->deck = pub->deck_left;
    for (int place = 0; place < pub->deck_left; place++) {
        unsigned id = rules->id_of[game->deck[rules->deck_size - pub->deck_left + place]];
        problem->draw[place] = (uint8_t)id;
        problem->where[id] |= 1ULL << place;
    }
    for (unsigned suit = 0; suit < rules->suits; suit++) {
        problem->suit_ids[suit] = ((1U << rules->ranks) - 1) << suit * rules->ranks;
        root->stacks[suit] = pub->stacks[suit];
    }
    root->wanted = hl_wanted(pub);
    for (unsigned seat = 0; seat < rules->players; seat++)
        root->hand[seat] = hl_identities(rules, game->held[seat]) & root->wanted;
    root->mover = pub->to_move;
    root->tokens = pub->tokens;
    root->score = pub->score;
    root->turns = pub->turns_left;
}

typedef struct {
    hl_game game;
    hl_prospect *prospect;
} score_sheet;

static int make(score_sheet *sheet, unsigned move) {
    if (sheet->prospect->moves >= sizeof sheet->prospect->line || hl_move(&sheet->game, (int)move))
        return 0;
    sheet->prospect->line[sheet->prospect->moves++] = (uint8_t)move;
    return 1;
}

static int pass(score_sheet *sheet) {
    const hl_rules *rules = &sheet->game.pub.rules;
    for (unsigned move = 0; move < rules->moves; move++)
        if (rules->acts[move].kind >= HL_COLOUR && hl_legal(&sheet->game, (int)move) == HL_OK)
            return make(sheet, move);
    return 0;
}

static int use_slot(score_sheet *sheet, unsigned kind, unsigned slot) {
    unsigned hand_size = sheet->game.pub.rules.hand_size;
    return slot < hand_size && make(sheet, slot + hand_size * (kind == HL_PLAY));
}

/* The slot of a card with this identity or, for HL_RUBBISH, of one that is not wanted. */
static unsigned slot_of(const score_sheet *sheet, const hl_solver_state *at, hl_use use) {
    const hl_public *pub = &sheet->game.pub;
    const uint8_t *hand = sheet->game.hand[use.seat];
    uint32_t wanted = at->hand[use.seat];
    for (unsigned slot = 0; slot < pub->rules.hand_size; slot++) {
        if (hand[slot] == HL_NONE)
            continue;
        unsigned id = pub->rules.id_of[hand[slot]];
        int playable = (pub->playable >> hand[slot] & 1) != 0;
        if (use.kind == HL_USE_STRIKE && playable)
            continue;
        if (use.id == id || (use.id == HL_RUBBISH && !(wanted >> id & 1)))
            return slot;
        wanted &= ~(1U << id);
    }
    return HL_NONE;
}

static int make_use(score_sheet *sheet, const hl_solver_state *at, hl_use use) {
    const hl_public *pub = &sheet->game.pub;
    int rounds = use.kind == HL_USE_AFTER_A_ROUND;
    while (pub->to_move != use.seat || rounds-- > 0)
        if (!pass(sheet))
            return 0;
    int misplayed = use.kind == HL_USE_STRIKE;
    unsigned slot = slot_of(sheet, at, use);
    return slot != HL_NONE &&
           use_slot(sheet, use.kind == HL_USE_PLAY || misplayed ? HL_PLAY : HL_DISCARD, slot);
}

/* Make the last turns: a seat that plays nothing passes, or discards a card that it never plays. */
static int make_last_turns(score_sheet *sheet, const hl_problem *problem,
                           const hl_solver_state *at) {
    uint8_t plays[6];
    hl_last_turns(problem, at, plays);
    for (int turn = 0; turn < at->turns && sheet->game.pub.score < problem->target; turn++) {
        unsigned seat = sheet->game.pub.to_move;
        hl_use use = {(uint8_t)seat, HL_USE_PLAY, plays[turn]};
        int made = plays[turn] != HL_RUBBISH ? make_use(sheet, at, use)
                                             : pass(sheet) || use_slot(sheet, HL_DISCARD, 0) ||
                                                   use_slot(sheet, HL_DISCARD, 1);
        if (!made)
            return 0;
    }
    return 1;
}

/* Play a line of uses with the engine. Returns 1 and writes its moves to `prospect` if it reaches
 * the target; otherwise returns 0, and `prospect` is unchanged. */
static int play_line(const hl_game *game, const hl_problem *problem, const hl_solver_state *root,
                     const hl_use uses[64], hl_prospect *prospect) {
    score_sheet sheet = {*game, prospect};
    hl_solver_state at = *root;
    uint8_t kept_moves = prospect->moves, kept[sizeof prospect->line];
    memcpy(kept, prospect->line, sizeof kept);
    prospect->moves = 0;
    int fine = 1;
    while (fine && at.score < problem->target && at.drawn < problem->deck) {
        hl_use use = uses[at.drawn];
        fine = make_use(&sheet, &at, use);
        if (fine)
            hl_make_use(problem, &at, use);
    }
    if (fine && at.score < problem->target)
        fine = make_last_turns(&sheet, problem, &at);
    if (fine && sheet.game.pub.score >= problem->target)
        return 1;
    prospect->moves = kept_moves;
    memcpy(prospect->line, kept, sizeof kept);
    return 0;
}

typedef struct {
    const hl_game *game;
    hl_problem problem;
    hl_solver_state root;
    hl_use uses[64];
    int judged;
    hl_prospect *prospect;
} quest;

static int plays_out(quest *task) {
    return play_line(task->game, &task->problem, &task->root, task->uses, task->prospect);
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

/* Mark as unwanted the cards that cannot be played even if no other suit mattered. Returns the
 * suits of these cards (bit set). */
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

/* A set (bit set) of `many` suits that cannot all be finished even if only they mattered; 0 if no
 * such set was found. */
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
    set_problem(game, &task->problem, &task->root);
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
