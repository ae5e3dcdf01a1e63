/* Conversion of a game to the solver's position, and the end of a game, which is searched
 * exhaustively. */
#include "solver/position.h"
#include "engine/turn.h"

#include <string.h>

void hl_problem_of(const hl_game *game, hl_problem *problem, hl_solver_state *root) {
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
    const hl_problem *problem;
    uint32_t hand[6], wanted;
    uint8_t stacks[6];
} last_turns;

static int best_from(const last_turns *now, unsigned seat, unsigned turns, uint8_t *plays) {
    const hl_problem *problem = now->problem;
    if (!turns)
        return 0;
    uint8_t later[6];
    unsigned after = seat + 1U == problem->players ? 0 : seat + 1U;
    plays[0] = HL_RUBBISH;
    int best = best_from(now, after, turns - 1, plays + 1);
    for (unsigned suit = 0; suit < problem->suits; suit++) {
        unsigned id = suit * problem->ranks + now->stacks[suit];
        if (now->stacks[suit] >= problem->ranks || !(now->hand[seat] >> id & 1))
            continue;
        last_turns then = *now;
        then.stacks[suit]++;
        int points = 1 + best_from(&then, after, turns - 1, later);
        if (points <= best)
            continue;
        best = points;
        plays[0] = (uint8_t)id;
        memcpy(plays + 1, later, turns - 1);
        if (best == (int)turns)
            break;
    }
    return best;
}

int hl_last_turns(const hl_problem *problem, const hl_solver_state *now, uint8_t plays[6]) {
    last_turns begin = {.problem = problem};
    memcpy(begin.hand, now->hand, sizeof begin.hand);
    memcpy(begin.stacks, now->stacks, sizeof begin.stacks);
    return best_from(&begin, now->mover, now->turns, plays);
}
