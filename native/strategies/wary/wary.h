/* The wary agent: plays by conventions while the others do, and by a rule list otherwise.
 *
 * A partner who follows the conventions makes a certain move with certain hands. A spectator knows
 * no hand, but can deal all of them at random from the public information and ask: in how many of
 * these deals would the conventions make the observed move? Each answer is evidence for or against,
 * by a table of log likelihood ratios, and the sum is the trust that a seat has earned. All of this
 * is public, so everybody at the table has the same trust in each seat.
 */
#ifndef HANABI_WARY_H
#define HANABI_WARY_H

#include "strategies/conv/conv.h"

/* --- cdef begin --- */

#define HL_WARY_VERSION 1        /* increases when the same moves earn a different trust */
#define HL_WARY_NEVER 8          /* on none of 128 deals */
#define HL_WARY_MAX_FALLBACK 146 /* rules; numbered as reasons after those of the conventions */

typedef struct {
    hl_conv_config conv;
    hl_rulelist fallback;
    int16_t prior[HL_MAX_PLAYERS]; /* trust before the first move, in hundredths of a nat */
    /* At tables with people: after this many expected moves in a row a seat is trusted, and a known
     * last copy is kept while a clued card may be played. 0: neither rule. */
    uint8_t company;
    int16_t most;           /* bound on the absolute trust */
    int16_t evidence[3][9]; /* [discard, play, clue][number of doublings] */
} hl_wary_config;

/* Wrap a wary agent as a blueprint; the config must stay alive. The reason of a choice is that of
 * the conventions (hl_conv_reason), or HL_CONV_REASONS + the position of a rule in the fallback. */
hl_blueprint hl_wary_blueprint(const hl_wary_config *config);
/* Follow the history of a game, and write two arrays. efforts[turn]: how
 * often the number of random deals was doubled until the conventions made the turn's move on one of
 * them; HL_WARY_NEVER if they did on none, HL_NONE if none could be dealt. trust[turn][seat]: the
 * trust in each seat before each turn, and after the last, as log odds in hundredths of a nat.
 * HL_OK, or an error of hl_blueprint_check, such as HL_BAD_RULES. */
int hl_wary_follow(const hl_wary_config *config, const hl_public *pub, uint8_t efforts[192],
                   int16_t trust[193][6]);

/* --- cdef end --- */

#endif
