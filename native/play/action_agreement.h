/* Action agreement of rule lists: how often two of them choose the same move in recorded games. */
#ifndef HANABI_ACTION_AGREEMENT_H
#define HANABI_ACTION_AGREEMENT_H

#include "play/matches.h"

/* --- cdef begin --- */

enum hl_moment {
    HL_AS_PLAYED = 0, /* what the seat to move saw */
    HL_AT_THE_END = 1 /* its view of the finished game: the published analysis, by mistake */
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
