/* Learning from a game, by one reward or several. */
#include "strategies/mwum/agent.h"

#include <math.h>

/* The change of a log weight by a reward: listing 3, or listing 6, which counts the visits of the
 * state. Mini-episodes count those of the action. */
static float step(const hl_mwum_setting *setting, double reward, uint32_t visits) {
    if (!(setting->options & HL_MWUM_VISITS))
        return (float)(setting->eta * reward);
    double move = setting->eta / sqrt(visits > 1 ? visits : 1) * reward;
    return (float)(move < 0 ? -log1p(-move) : log1p(move));
}

/* The shaped reward of listing 5. */
static double shaped(unsigned score, const hl_mwum_past *past) {
    uint64_t recent = past->games < 100 ? past->games : 100, sum = 0;
    for (uint64_t i = 0; i < recent; i++)
        sum += past->scores[i];
    int better = recent && (uint64_t)score * recent > sum;
    double base = score / 25.0;
    if (score < 5)
        return -1;
    if (score < 10)
        return base * 0.5;
    return score < 15 ? base * 1.5 + 0.1 * better : base * 3 + 0.2 * better;
}

void hl_mwum_reward_game(const hl_mwum_setting *setting, const hl_diary *diary,
                         const hl_public *end, const hl_mwum_past *past, hl_mwum_table *table) {
    double reward = setting->options & HL_MWUM_SHAPED ? shaped(end->score, past) : end->score;
    for (int i = 0; i < diary->count; i++) {
        uint32_t visits = hl_mwum_at(table, diary->state[i])->visits;
        hl_mwum_entry *action = hl_mwum_at(table, diary->key[i]);
        action->visits++;
        action->value += step(setting, reward, visits);
    }
}

uint64_t hl_mwum_position(const hl_public *pub) {
    uint64_t position = (unsigned)count(hl_wanted(pub));
    position = position << 8 | pub->deck_left;
    position = position << 4 | (pub->deck_left ? 0 : pub->turns_left);
    position = position << 4 | (pub->tokens < 6 ? pub->tokens : 6);
    return 2ULL << 40 | position << 4 | pub->strikes;
}

/* Update a running mean whose step size does not fall to 0. */
static void follow(hl_mwum_entry *entry, double value) {
    double share = entry->visits > 1000 ? 0.001 : 1.0 / entry->visits;
    entry->value += (float)(share * (value - entry->value));
}

/* Learn by mini-episodes. The reward of one is the change that it made to the expected final score:
 * the points so far plus the mean of the points still scored from positions like this one. Only the
 * excess over the mean reward of the state moves a weight. */
void hl_mwum_reward_episodes(const hl_mwum_setting *setting, const hl_diary *diary,
                             const hl_public *end, hl_mwum_table *table) {
    double expected[HL_MAX_TURNS + 1];
    int moves = diary->count, over = end->end == HL_STRIKEOUT;
    for (int i = 0; i < moves; i++)
        expected[i] = diary->score[i] + hl_mwum_at(table, diary->position[i])->value;
    expected[moves] = end->score - (over ? setting->penalty : 0);
    for (int i = 0; i < moves; i++) {
        int last = i + setting->episode < moves ? i + setting->episode : moves;
        double reward = expected[last] - expected[i];
        hl_mwum_entry *state = hl_mwum_at(table, diary->state[i]);
        double unusual = reward - state->value;
        follow(state, reward);
        hl_mwum_entry *action = hl_mwum_at(table, diary->key[i]);
        action->value += step(setting, unusual, ++action->visits);
    }
    for (int i = 0; i < moves; i++) {
        hl_mwum_entry *position = hl_mwum_at(table, diary->position[i]);
        position->visits++;
        follow(position, end->score - diary->score[i]);
    }
}
