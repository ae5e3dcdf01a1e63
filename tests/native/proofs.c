/* No kind of proof refutes a score that the engine can reach: `proofs SEED GAMES` plays random
 * moves into games of many sizes, searches each for a line, and asks every proof about the scores
 * up to what the line reaches. Prints how many were asked; ends with 1 at a proof that is wrong. */
#include "solver/whole_deals.c"

#include <stdio.h>
#include <stdlib.h>

enum { BUDGET = 20000 };

/* Whether one kind of proof, from HL_NO_TIME on, shows alone that the target is out of reach. */
static int refutes(const hl_game *game, int target, int proof, uint64_t budget,
                   hl_solver_memory *memory) {
    quest task = {.judged = 0};
    hl_problem *problem = &task.problem;
    hl_solver_state *root = &task.root;
    int spare, room, error = begin(&task, game, memory);
    if (error)
        return 0;
    problem->target = (uint8_t)target;
    problem->budget = budget;
    switch (proof) {
    case HL_NO_TIME:
        return !hl_in_time(problem, root, &spare, &room);
    case HL_HANDS_FULL:
        return !hl_common_hand(problem, root);
    case HL_WHO_HOLDS: {
        int all_wanted = root->score + count(root->wanted) == target;
        for (int many = 2; all_wanted && many <= problem->suits; many++)
            if (clash(&task, many, budget))
                return 1;
        judge_suits(&task);
        return root->score + count(root->wanted) < target;
    }
    case HL_EVEN_FREE:
        return !hl_exhaust(problem, root, HL_FREE_CLUES, task.uses);
    case HL_EXHAUSTED:
        return !hl_exhaust(problem, root, HL_FREE_STRIKES, task.uses) ||
               !hl_exhaust(problem, root, HL_STRICT, task.uses);
    default:
        return 0;
    }
}

/* A small game of few cards, or a whole deck. */
static hl_rules drawn_rules(hl_rng *rng) {
    int small = (int)hl_rng_below(rng, 3) == 0;
    hl_rules rules = {.players = (uint8_t)(2 + hl_rng_below(rng, small ? 2 : 4)),
                      .suits = (uint8_t)(small ? 2 + hl_rng_below(rng, 2) : 5),
                      .ranks = (uint8_t)(small ? 2 + hl_rng_below(rng, 3) : 5),
                      .hand_size =
                          (uint8_t)(small ? 1 + hl_rng_below(rng, 2) : 2 + hl_rng_below(rng, 4)),
                      .max_tokens = (uint8_t)(1 + hl_rng_below(rng, small ? 2 : 4)),
                      .max_strikes = (uint8_t)(small ? 1 + 9 * hl_rng_below(rng, 2) : 20),
                      .options = hl_rng_below(rng, 2) ? HL_DISCARD_AT_MAX : 0};
    rules.colour_clues = rules.suits;
    rules.rank_clues = rules.ranks;
    for (int id = 0; id < rules.suits * rules.ranks; id++) {
        int rank = id % rules.ranks;
        rules.copies[id] = rank == 0 ? 3 : rank == rules.ranks - 1 ? 1 : 2;
        rules.clue_ids[id / rules.ranks] |= 1U << id;
        rules.clue_ids[rules.suits + rank] |= 1U << id;
    }
    return rules;
}

/* Whether a card that is still wanted leaves its hand unplayed. */
static int wastes(const hl_game *game, int move) {
    const hl_event *act = &game->pub.rules.acts[move];
    if (act->kind > HL_PLAY)
        return 0;
    uint64_t card = 1ULL << game->hand[game->pub.to_move][act->slot];
    return !(card & (act->kind == HL_PLAY ? game->pub.playable : game->pub.useless));
}

/* Random moves, most of which waste nothing and play little, so that much is left to be done. */
static void play_on(hl_game *game, hl_rng *rng, unsigned moves) {
    while (moves--) {
        uint8_t legal[HL_MAX_MOVES];
        int count = game->pub.end ? 0 : hl_legal_moves(game, legal);
        for (int tries = 0; count; tries++) {
            int move = legal[hl_rng_below(rng, (uint32_t)count)];
            int plays = game->pub.rules.acts[move].kind == HL_PLAY;
            if (tries < 4 && (wastes(game, move) || (plays && tries < 2)))
                continue;
            hl_move(game, move);
            break;
        }
    }
}

/* The best score by trying every move, which clue is given making no difference; -1 if there are
 * too many to try. */
static int best_by_trying(const hl_game *game, int most, int *patience) {
    uint8_t legal[HL_MAX_MOVES];
    int best = game->pub.score, clued = 0;
    int count = game->pub.end ? 0 : hl_legal_moves(game, legal);
    for (int i = 0; i < count && best < most; i++) {
        int clue = game->pub.rules.acts[legal[i]].kind >= HL_COLOUR;
        if (clue && clued)
            continue;
        clued |= clue;
        if (--*patience < 0)
            return -1;
        hl_game then = *game;
        hl_move(&then, legal[i]);
        int score = best_by_trying(&then, most, patience);
        if (*patience < 0)
            return -1;
        best = score > best ? score : best;
    }
    return best;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    hl_rng seed;
    hl_rng_seed(&seed, strtoull(argv[1], NULL, 10), 0);
    hl_solver_memory *memory = calloc(1, sizeof *memory);
    unsigned asked = 0;
    for (int index = 0; index < atoi(argv[2]); index++) {
        hl_rng rng;
        hl_rng_derive(&rng, &seed, (uint64_t)index);
        hl_rules rules = drawn_rules(&rng);
        hl_game game;
        hl_prospect known;
        if (hl_deal_seed(&game, &rules, &rng))
            return 2;
        play_on(&game, &rng, hl_rng_below(&rng, 50));
        while (rules.suits < 5 && !game.pub.end && game.pub.deck_left > 4)
            play_on(&game, &rng, 1);
        if (hl_prospect_of(&game, 0, BUDGET, memory, &known))
            continue;
        int patience = 400000, reached = known.low;
        if (game.pub.deck_left < 5) {
            int best = best_by_trying(&game, known.high + 1, &patience);
            if (best >= 0 && (best < known.low || best > known.high)) {
                fprintf(stderr, "%d points, not %d to %d\n", best, known.low, known.high);
                return 1;
            }
            reached = best >= 0 ? best : reached;
        }
        for (int proof = HL_NO_TIME; proof <= HL_EXHAUSTED; proof++)
            for (int target = game.pub.score; target <= reached; target++, asked++)
                if (refutes(&game, target, proof, BUDGET, memory)) {
                    fprintf(stderr, "proof %d refutes %d of %d points\n", proof, target, reached);
                    return 1;
                }
    }
    printf("%u\n", asked);
    free(memory);
    return 0;
}
