/* Games that some rule lists play and all of them judge, turn by turn. */
#include "play/action_agreement.h"
#include "play/loop.h"

#include <string.h>

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
        hl_decision decision;
        int move = hl_decide(view, &lists[i], chances, &decision);
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
    hl_decision decision;
    trial->turns[view->seat]++;
    if (trial->jury)
        judge(view, trial->jury);
    return hl_decide(view, trial->seating[view->seat], chances, &decision);
}

/* Judge the finished game as if this seat were to move, once for each turn it had. */
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
    hl_rng_derive(&jury->chances, own, JUDGES_STREAM);
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

static int check_seatings(const hl_match *matches, uint64_t count, uint64_t listed, int players) {
    for (uint64_t i = 0; i < count; i++)
        for (int seat = 0; seat < players; seat++)
            if (matches[i].lists[seat] >= listed)
                return HL_BAD_ARGUMENT;
    return HL_OK;
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
    error = error ? error : check_seatings(matches, count, listed, rules->players);
    for (const hl_match *match = matches; !error && match < matches + count; match++) {
        const hl_rulelist *seating[HL_MAX_PLAYERS];
        hl_rng stream, own;
        hl_rng_derive(&stream, seed, match->stream);
        for (int seat = 0; seat < rules->players; seat++)
            seating[seat] = &lists[match->lists[seat]];
        for (uint64_t i = 0; i < match->games; i++) {
            hl_rng_derive(&own, &stream, match->first + i);
            judge_game(&game, seating, &own, moment, &jury);
        }
    }
    return error;
}
