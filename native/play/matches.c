/* Play matches, each reduced to a few sums; and games that some rule lists play and all of them
 * judge, turn by turn. */
#include "play/matches.h"
#include "play/loop.h"
#include "play/tally.h"

#include <string.h>

static void count_scores(const hl_results *all, hl_match_result *result) {
    for (uint64_t score = 0; score < sizeof all->stacks / sizeof *all->stacks; score++) {
        result->points += score * all->stacks[score];
        result->squares += score * score * all->stacks[score];
        result->struck += all->struck[score];
        result->lost_points += score * all->struck[score];
        result->lost_squares += score * score * all->struck[score];
    }
}

/* HL_OK, or HL_BAD_ARGUMENT if a match names an agent that is not listed. */
static int check_matches(const hl_rules *rules, const hl_match *matches, uint64_t count,
                         uint64_t listed) {
    if (rules->players > HL_MAX_PLAYERS)
        return HL_BAD_RULES;
    for (uint64_t i = 0; i < count; i++)
        for (int seat = 0; seat < rules->players; seat++)
            if (matches[i].lists[seat] >= listed)
                return HL_BAD_ARGUMENT;
    return HL_OK;
}

static int play_match(const hl_rules *rules, const hl_rng *seed, const hl_blueprint *const *seating,
                      const hl_match *match, void *room, hl_match_result *result) {
    hl_results all;
    hl_rng stream = hl_child(seed, match->stream);
    memset(&all, 0, sizeof all);
    int error = hl_table_games(rules, seating, &stream, match->first, match->games, room, &all);
    if (error)
        return error;
    *result = (hl_match_result){
        .games = all.games, .turns = all.turns, .given_up = all.ends[HL_TERMINATED]};
    count_scores(&all, result);
    for (int seat = 0; seat < rules->players; seat++)
        add_conduct(&all.seats[seat].conduct, &result->conduct);
    return HL_OK;
}

int hl_matches(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists, uint64_t listed,
               const hl_match *matches, uint64_t count, hl_match_result *results) {
    int error = check_matches(rules, matches, count, listed);
    for (uint64_t i = 0; !error && i < count; i++) {
        hl_blueprint blueprints[HL_MAX_PLAYERS];
        const hl_blueprint *seating[HL_MAX_PLAYERS];
        for (int seat = 0; seat < rules->players; seat++) {
            blueprints[seat] = hl_rulelist_blueprint(&lists[matches[i].lists[seat]]);
            seating[seat] = &blueprints[seat];
        }
        error = play_match(rules, seed, seating, &matches[i], NULL, &results[i]);
    }
    return error;
}

static void seat_all(const hl_rules *rules, const hl_blueprint *const *blueprints,
                     const hl_match *match, const hl_blueprint *seating[HL_MAX_PLAYERS]) {
    for (int seat = 0; seat < rules->players; seat++)
        seating[seat] = blueprints[match->lists[seat]];
}

int hl_blueprint_matches(const hl_rules *rules, const hl_rng *seed,
                         const hl_blueprint *const *blueprints, uint64_t listed,
                         const hl_match *matches, uint64_t count, void *room,
                         hl_match_result *results) {
    int error = check_matches(rules, matches, count, listed);
    for (uint64_t i = 0; !error && i < count; i++) {
        const hl_blueprint *seating[HL_MAX_PLAYERS];
        seat_all(rules, blueprints, &matches[i], seating);
        error = play_match(rules, seed, seating, &matches[i], room, &results[i]);
    }
    return error;
}

int hl_match_rows(const hl_rules *rules, const hl_rng *seed, const hl_blueprint *const *blueprints,
                  uint64_t listed, const hl_match *matches, uint64_t count, void *room,
                  hl_row *rows) {
    int error = check_matches(rules, matches, count, listed);
    for (const hl_match *match = matches; !error && match < matches + count; match++) {
        const hl_blueprint *seating[HL_MAX_PLAYERS];
        hl_rng stream = hl_child(seed, match->stream);
        seat_all(rules, blueprints, match, seating);
        error = hl_table_rows(rules, seating, &stream, match->first, match->games, room, rows);
        rows += match->games;
    }
    return error;
}

void hl_draws(const hl_rng *seed, const uint64_t *streams, uint64_t count, uint64_t per,
              uint64_t *words) {
    for (uint64_t i = 0; i < count; i++) {
        hl_rng stream = hl_child(seed, streams[i]);
        for (uint64_t word = 0; word < per; word++)
            *words++ = hl_next(&stream);
    }
}

enum { NO_MOVE = -1, JUDGES_STREAM = HL_SEAT_STREAM + HL_MAX_PLAYERS };

/* Everything but the game itself. */
typedef struct {
    const hl_rulelist *lists, *others;
    uint64_t listed, other_count;
    int8_t *first, *second;
    uint32_t *equal;
    hl_judged *judged;
    hl_rng chances;
} jury;

static void answer(const hl_view *view, const hl_rulelist *lists, uint64_t count, hl_rng *chances,
                   int8_t *answers) {
    for (uint64_t i = 0; i < count; i++) {
        hl_choice choice;
        int move = hl_decide(view, &lists[i], chances, &choice);
        answers[i] = (int8_t)(move < 0 ? NO_MOVE : move);
    }
}

static void judge(const hl_view *view, jury *jury) {
    uint8_t moves[HL_MAX_MOVES];
    uint32_t *equal = jury->equal;
    jury->judged->turns++;
    jury->judged->options += (uint64_t)hl_view_legal_moves(view, moves);
    answer(view, jury->lists, jury->listed, &jury->chances, jury->first);
    answer(view, jury->others, jury->other_count, &jury->chances, jury->second);
    for (uint64_t i = 0; i < jury->listed; i++, equal += jury->other_count)
        for (uint64_t j = 0; j < jury->other_count; j++)
            equal[j] += jury->first[i] == jury->second[j];
}

/* A game between some of the lists. */
typedef struct {
    const hl_rulelist *const *seating;
    jury *jury; /* NULL: the turns are not judged as they are played */
    unsigned turns[HL_MAX_PLAYERS];
} trial;

static HL_INLINE int turn(void *table, const hl_view *view, hl_rng *chances) {
    trial *trial = table;
    hl_choice choice;
    trial->turns[view->seat]++;
    if (trial->jury)
        judge(view, trial->jury);
    return hl_decide(view, trial->seating[view->seat], chances, &choice);
}

/* Ask all lists for a move in the final position, as if this seat were to move, as often as it had
 * a turn. */
static void judge_end(hl_game *game, int seat, unsigned turns, jury *jury) {
    hl_view view;
    game->pub.end = HL_RUNNING;
    game->pub.to_move = (uint8_t)seat;
    hl_see(game, seat, &view);
    while (turns--)
        judge(&view, jury);
}

static void judge_game(hl_game *game, const hl_rulelist *const *seating, const hl_rng *own,
                       int moment, jury *jury) {
    trial trial = {seating, moment == HL_AS_PLAYED ? jury : NULL, {0}};
    jury->chances = hl_child(own, JUDGES_STREAM);
    play_game(game, own, turn, &trial);
    for (int seat = 0; moment == HL_AT_THE_END && seat < game->pub.rules.players; seat++)
        judge_end(game, seat, trial.turns[seat], jury);
}

static int check_lists(const hl_rulelist *lists, uint64_t count) {
    int error = HL_OK;
    for (uint64_t i = 0; !error && i < count; i++)
        error = hl_rulelist_check(&lists[i]);
    return error;
}

int hl_action_agreement(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists,
                        uint64_t listed, const hl_rulelist *others, uint64_t other_count,
                        const hl_match *matches, uint64_t count, int moment, int8_t *answers,
                        uint32_t *equal, hl_judged *judged) {
    hl_game game = {.pub.rules = *rules};
    jury jury = {lists, others, listed, other_count, answers, answers + listed, equal, judged, {0}};
    int error = hl_rules_prepare(&game.pub.rules);
    if (!error && moment != HL_AS_PLAYED && moment != HL_AT_THE_END)
        error = HL_BAD_ARGUMENT;
    error = error ? error : check_lists(lists, listed);
    error = error ? error : check_lists(others, other_count);
    error = error ? error : check_matches(rules, matches, count, listed);
    for (const hl_match *match = matches; !error && match < matches + count; match++) {
        const hl_rulelist *seating[HL_MAX_PLAYERS];
        hl_rng stream = hl_child(seed, match->stream);
        for (int seat = 0; seat < rules->players; seat++)
            seating[seat] = &lists[match->lists[seat]];
        for (uint64_t i = 0; i < match->games; i++) {
            hl_rng own = hl_child(&stream, match->first + i);
            judge_game(&game, seating, &own, moment, &jury);
        }
    }
    return error;
}
