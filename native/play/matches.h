/* Many short matches between many agents in one call, for generators and cross-play. */
#ifndef HANABI_MATCHES_H
#define HANABI_MATCHES_H

#include "play/table.h"

/* --- cdef begin --- */

/* Games first, first + 1 ... of one stream of the seed, with these lists on the seats. */
typedef struct {
    uint64_t stream, first, games;
    uint16_t lists[6]; /* by seat: index of its list, or blueprint */
} hl_match;

/* The result of a match, all seats pooled. Adding two field by field gives the result of both. */
typedef struct {
    uint64_t games, turns;
    uint64_t points, squares; /* sums of stack scores and of their squares */
    uint64_t struck, lost_points,
        lost_squares;  /* the number, sum and squares of games that ended by strikes */
    uint64_t given_up; /* games that an agent gave up (faithful mode) */
    hl_conduct conduct;
} hl_match_result;

/* Play `count` matches between the `listed` rule lists and write a result for each. HL_OK, or
 * HL_BAD_ARGUMENT if a match names an unknown list and nothing is played, or an error of
 * hl_table_games and later results are not written. */
int hl_matches(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists, uint64_t listed,
               const hl_match *matches, uint64_t count, hl_match_result *results);

/* Play `count` matches between the `listed` blueprints and write a result for each. `room` is
 * scratch memory for the largest memo on all seats, as for hl_table_games. Returns what hl_matches
 * does. */
int hl_blueprint_matches(const hl_rules *rules, const hl_rng *seed,
                         const hl_blueprint *const *blueprints, uint64_t listed,
                         const hl_match *matches, uint64_t count, void *room,
                         hl_match_result *results);

/* Play `count` matches between the `listed` blueprints, as hl_blueprint_matches does, and write a
 * row for every game, match after match. */
int hl_match_rows(const hl_rules *rules, const hl_rng *seed, const hl_blueprint *const *blueprints,
                  uint64_t listed, const hl_match *matches, uint64_t count, void *room,
                  hl_row *rows);

/* Write random words for decisions made outside the core: the first `per` words of each of `count`
 * streams of the seed, stream after stream. */
void hl_draws(const hl_rng *seed, const uint64_t *streams, uint64_t count, uint64_t per,
              uint64_t *words);

/* Action agreement of rule lists: how often two of them choose the same move. */
enum hl_moment {
    HL_AS_PLAYED = 0, /* what the seat to move saw */
    HL_AT_THE_END = 1 /* its view of the finished game, as in the published analysis, by mistake */
};

/* The turns judged. */
typedef struct {
    uint64_t turns;   /* turns played, each of which every list answers */
    uint64_t options; /* legal moves in them, added up */
} hl_judged;

/* Play matches between `lists`, ask every list of `lists` and `others` for its move on every turn,
 * and add to equal[list * other_count + other] the number of turns on which both choose the same
 * move, and to `judged` the turns and legal moves. `moment` (hl_moment) selects the view that they
 * are asked in. Random choices are drawn independently for each answer, and giving no move is an
 * answer too. `answers` is scratch memory for listed + other_count answers. HL_OK, or HL_BAD_RULES
 * or HL_BAD_ARGUMENT (an invalid list or moment, or a match with an unknown list) and nothing is
 * played.
 */
int hl_action_agreement(const hl_rules *rules, const hl_rng *seed, const hl_rulelist *lists,
                        uint64_t listed, const hl_rulelist *others, uint64_t other_count,
                        const hl_match *matches, uint64_t count, int moment, int8_t *answers,
                        uint32_t *equal, hl_judged *judged);

/* --- cdef end --- */

#endif
