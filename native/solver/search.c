/* Exhaustive search over all lines, cut where the target is out of reach or the position was tried
 * before. */
#include "engine/rng.h"
#include "solver/position.h"

#include <string.h>

typedef struct {
    hl_problem *problem;
    hl_use *uses;
    int leniency;
    uint64_t question; /* hash of the target and start */
} search;

typedef struct {
    uint64_t key[2];
} name;

/* A 128-bit hash that distinguishes the positions of one search. */
static name name_of(const search *task, const hl_solver_state *now) {
    uint64_t words[4] = {(uint64_t)now->hand[0] << 32 | now->hand[1],
                         (uint64_t)now->hand[2] << 32 | now->hand[3],
                         (uint64_t)now->hand[4] << 32 | now->hand[5], 0};
    words[3] = (uint64_t)now->wanted << 32 | (uint64_t)now->score << 16 | (uint64_t)now->drawn << 8;
    if (task->leniency != HL_FREE_CLUES)
        words[3] |= now->mover;
    if (task->leniency == HL_STRICT)
        words[3] |= (uint64_t)now->tokens << 24 | (uint64_t)(now->strikes & 31) << 3;
    words[2] |= (uint64_t)(now->strikes >> 5) << 62; /* a hand has 30 bits, and a deck 64 cards */
    name named = {{task->question, ~task->question}};
    for (int word = 0; word < 4; word++) {
        named.key[0] = hl_mix(named.key[0] + words[word] + HL_GOLDEN);
        named.key[1] = hl_mix((named.key[1] ^ words[word]) * HL_SISTER + HL_GOLDEN);
    }
    return named;
}

/* Find the table entry of a position by its hash. The place does not depend on entries of earlier
 * calls, which never match: so the result of a search within its budget is independent of earlier
 * searches. */
static int way_of(const search *task, const name *named, unsigned *row) {
    const hl_problem *problem = task->problem;
    *row = (unsigned)(named->key[0] & (HL_SOLVER_ROWS - 1));
    for (int way = 0; way < HL_SOLVER_WAYS; way++)
        if (problem->memory->keys[0][*row][way] == (named->key[0] ^ problem->call) &&
            problem->memory->keys[1][*row][way] == (named->key[1] ^ problem->call))
            return way;
    return -1;
}

static int failed(const search *task, const name *named, unsigned tokens) {
    unsigned row;
    int way = way_of(task, named, &row);
    return way >= 0 && tokens <= task->problem->memory->tokens[row][way];
}

static void note_failure(const search *task, const name *named, unsigned tokens) {
    hl_solver_memory *memory = task->problem->memory;
    unsigned row;
    int way = way_of(task, named, &row);
    if (way < 0)
        way = (int)(named->key[1] & (HL_SOLVER_WAYS - 1));
    memory->keys[0][row][way] = named->key[0] ^ task->problem->call;
    memory->keys[1][row][way] = named->key[1] ^ task->problem->call;
    memory->tokens[row][way] = (uint8_t)tokens;
}

static int look(search *task, const hl_solver_state *now);

static int after(search *task, const hl_solver_state *now, hl_use use) {
    hl_solver_state then = *now;
    if (task->leniency == HL_FREE_CLUES)
        then.tokens = task->problem->max_tokens;
    hl_make_use(task->problem, &then, use);
    int answer = look(task, &then);
    if (answer > 0)
        task->uses[now->drawn] = use;
    return answer;
}

static int try_each(search *task, const hl_solver_state *now, unsigned seat, int kind,
                    uint32_t ids) {
    int verdict = 0;
    foreach (id, ids) {
        int answer = after(task, now, (hl_use){(uint8_t)seat, (uint8_t)kind, (uint8_t)id});
        if (answer > 0)
            return 1;
        verdict |= answer;
    }
    return verdict;
}

/* Search with free clues, where a seat that can play never has to discard instead. While the next
 * card to be drawn is rubbish it does not matter who draws it, and a play is never too early. */
static int look_free(search *task, const hl_solver_state *now, uint32_t next) {
    const hl_problem *problem = task->problem;
    int counts = now->wanted >> problem->draw[now->drawn] & 1 || now->drawn + 1 == problem->deck;
    int verdict = 0, played = 0, answer;
    for (unsigned seat = 0; seat < problem->players; seat++)
        if (now->hand[seat] & next) {
            played = 1;
            if ((answer = try_each(task, now, seat, HL_USE_PLAY, now->hand[seat] & next)) > 0)
                return 1;
            verdict |= answer;
        }
    if (played && !counts)
        return verdict;
    for (int rubbish = 1; rubbish >= 0; rubbish--)
        for (unsigned seat = 0; seat < problem->players; seat++) {
            if (now->hand[seat] & next || hl_has_rubbish(problem, now, seat) != rubbish)
                continue;
            answer = rubbish ? after(task, now, (hl_use){(uint8_t)seat, HL_USE_DISCARD, HL_RUBBISH})
                             : try_each(task, now, seat, HL_USE_DISCARD, now->hand[seat]);
            if (answer > 0)
                return 1;
            verdict |= answer;
            if (rubbish && !counts)
                return verdict;
        }
    return verdict;
}

static int look_at_cost(search *task, const hl_solver_state *now, uint32_t next) {
    const hl_problem *problem = task->problem;
    int verdict = 0, answer, strict = task->leniency == HL_STRICT;
    for (int kind = 0; kind < 3; kind++)
        for (unsigned ahead = 0; ahead < problem->players && ahead <= now->tokens; ahead++) {
            unsigned seat = now->mover + ahead;
            seat -= seat >= problem->players ? problem->players : 0;
            int use =
                kind ? hl_way_out(problem, now, now->tokens - (int)ahead, !strict) : HL_USE_PLAY;
            uint32_t spared = use == HL_USE_STRIKE && strict ? next : 0;
            if (kind == 0)
                answer = try_each(task, now, seat, use, now->hand[seat] & next);
            else if (use < 0 || (kind == 1) != hl_has_rubbish(problem, now, seat))
                continue;
            else if (kind == 1)
                answer = after(task, now, (hl_use){(uint8_t)seat, (uint8_t)use, HL_RUBBISH});
            else
                answer = try_each(task, now, seat, use, now->hand[seat] & ~spared);
            if (answer > 0)
                return 1;
            verdict |= answer;
        }
    return verdict;
}

static int look(search *task, const hl_solver_state *now) {
    hl_problem *problem = task->problem;
    uint8_t plays[6];
    int spare, room;
    if (now->score >= problem->target)
        return 1;
    if (now->drawn == problem->deck)
        return now->score + hl_last_turns(problem, now, plays) >= problem->target;
    if (problem->nodes++ >= problem->budget)
        return -1;
    if (!hl_in_time(problem, now, &spare, &room))
        return 0;
    name named = name_of(task, now);
    unsigned tokens = task->leniency == HL_FREE_STRIKES ? now->tokens : 0;
    if (failed(task, &named, tokens))
        return 0;
    uint32_t next = hl_next_ids(problem, now);
    int answer = 0;
    if (hl_common_hand(problem, now))
        answer = task->leniency == HL_FREE_CLUES ? look_free(task, now, next)
                                                 : look_at_cost(task, now, next);
    if (!answer)
        note_failure(task, &named, tokens);
    return answer;
}

int hl_exhaust(hl_problem *problem, const hl_solver_state *root, int leniency, hl_use uses[64]) {
    uint64_t asked = (uint64_t)problem->target << 8 | (uint64_t)leniency;
    search task = {problem, uses, leniency, hl_mix((asked << 32 | root->wanted) + HL_GOLDEN)};
    return look(&task, root);
}

int hl_suits_alone(hl_problem *problem, const hl_solver_state *now, unsigned suits, int missing) {
    hl_use uses[64];
    hl_solver_state alone = *now;
    uint8_t target = problem->target;
    uint32_t ids = 0;
    alone.score = 0;
    for (unsigned suit = 0; suit < problem->suits; suit++)
        if (suits >> suit & 1) {
            ids |= problem->suit_ids[suit];
            alone.score = (uint8_t)(alone.score + now->stacks[suit]);
        }
    alone.wanted &= ids;
    for (unsigned seat = 0; seat < problem->players; seat++)
        alone.hand[seat] &= ids;
    problem->target = (uint8_t)(alone.score + count(alone.wanted) - missing);
    int answer = hl_exhaust(problem, &alone, HL_FREE_CLUES, uses);
    problem->target = target;
    return answer != 0;
}
