/* Play matches, each as an arena, reduced to a few sums. */
#include "play/matches.h"
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

/* The agents of matches: rule lists, which play fastest, or blueprints. */
typedef struct {
    const hl_rulelist *lists;
    const hl_blueprint *const *blueprints;
    void *room; /* for memos of blueprints */
} players;

static int anybody_missing(const hl_match *match, int players, uint64_t listed) {
    for (int seat = 0; seat < players; seat++)
        if (match->lists[seat] >= listed)
            return 1;
    return 0;
}

static int play_games(const hl_rules *rules, const hl_rng *stream, const players *who,
                      const hl_match *match, hl_results *all) {
    const hl_rulelist *lists[HL_MAX_PLAYERS];
    const hl_blueprint *blueprints[HL_MAX_PLAYERS];
    for (int seat = 0; seat < rules->players; seat++) {
        if (who->lists)
            lists[seat] = &who->lists[match->lists[seat]];
        else
            blueprints[seat] = who->blueprints[match->lists[seat]];
    }
    if (who->lists)
        return hl_arena(rules, lists, stream, match->first, match->games, all);
    return hl_table_games(rules, blueprints, stream, match->first, match->games, who->room, all);
}

static int play_match(const hl_rules *rules, const hl_rng *seed, const players *who,
                      const hl_match *match, hl_match_result *result) {
    hl_results all;
    hl_rng stream;
    hl_rng_derive(&stream, seed, match->stream);
    memset(&all, 0, sizeof all);
    int error = play_games(rules, &stream, who, match, &all);
    if (error)
        return error;
    *result = (hl_match_result){
        .games = all.games, .turns = all.turns, .given_up = all.ends[HL_TERMINATED]};
    count_scores(&all, result);
    for (int seat = 0; seat < rules->players; seat++)
        add_conduct(&all.seats[seat].conduct, &result->conduct);
    return HL_OK;
}

static int play_matches(const hl_rules *rules, const hl_rng *seed, const players *who,
                        uint64_t listed, const hl_match *matches, uint64_t count,
                        hl_match_result *results) {
    int error = rules->players <= HL_MAX_PLAYERS ? HL_OK : HL_BAD_RULES;
    for (uint64_t i = 0; !error && i < count; i++) {
        if (anybody_missing(&matches[i], rules->players, listed))
            return HL_BAD_ARGUMENT;
        error = play_match(rules, seed, who, &matches[i], &results[i]);
    }
    return error;
}

int hl_matches(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists, uint64_t listed,
               const hl_match *matches, uint64_t count, hl_match_result *results) {
    players who = {.lists = lists};
    return play_matches(rules, seed, &who, listed, matches, count, results);
}

int hl_blueprint_matches(const hl_rules *rules, const hl_rng *seed,
                         const hl_blueprint *const *blueprints, uint64_t listed,
                         const hl_match *matches, uint64_t count, void *room,
                         hl_match_result *results) {
    players who = {.blueprints = blueprints, .room = room};
    return play_matches(rules, seed, &who, listed, matches, count, results);
}

int hl_match_rows(const hl_rules *rules, const hl_rng *seed, const hl_blueprint *const *blueprints,
                  uint64_t listed, const hl_match *matches, uint64_t count, void *room,
                  hl_row *rows) {
    int error = rules->players <= HL_MAX_PLAYERS ? HL_OK : HL_BAD_RULES;
    for (const hl_match *match = matches; !error && match < matches + count; match++) {
        const hl_blueprint *seating[HL_MAX_PLAYERS];
        hl_rng stream;
        if (anybody_missing(match, rules->players, listed))
            return HL_BAD_ARGUMENT;
        for (int seat = 0; seat < rules->players; seat++)
            seating[seat] = blueprints[match->lists[seat]];
        hl_rng_derive(&stream, seed, match->stream);
        error = hl_table_rows(rules, seating, &stream, match->first, match->games, room, rows);
        rows += match->games;
    }
    return error;
}

void hl_draws(const hl_rng *seed, const uint64_t *streams, uint64_t count, uint64_t per,
              uint64_t *words) {
    for (uint64_t i = 0; i < count; i++) {
        hl_rng stream;
        hl_rng_derive(&stream, seed, streams[i]);
        for (uint64_t word = 0; word < per; word++)
            *words++ = hl_rng_next(&stream);
    }
}
