/* The wary agent: plays by conventions as far as the others do, and by a rule list otherwise.
 *
 * A partner who knows the conventions makes a certain move on certain hands. Whoever looks on
 * knows neither hand, but can deal both out of what everybody knows and ask: in how many of these
 * deals would the conventions make the move that was made? Each answer is evidence for or against,
 * by a table of log likelihood ratios, and the sum is the trust that a seat has earned. Everything
 * that it is made of is public, so all at the table have the same trust in each.
 */
#ifndef HANABI_WARY_H
#define HANABI_WARY_H

#include "strategies/conv/conv.h"

/* --- cdef begin --- */

#define HL_WARY_VERSION 1 /* goes up when the same moves earn another trust */
#define HL_WARY_NEVER 8   /* on none of 128 deals */

typedef struct {
    hl_conv_config conv;
    hl_rulelist fallback;
    int16_t prior;          /* trust before the first move, in hundredths of a nat */
    int16_t most;           /* trust lies between minus and plus this */
    int16_t evidence[3][9]; /* [discard, play, clue][how often the deals doubled] */
} hl_wary_config;

/* A reason of the conventions (hl_conv_reason), or HL_CONV_REASONS + position in the fallback. */
hl_blueprint hl_wary_blueprint(const hl_wary_config *config);
/* For each turn of a history how often the number of deals had to be doubled until conv made its
 * move on one of them, HL_WARY_NEVER, or HL_NONE if none could be dealt. HL_OK, or why conv cannot
 * play by these rules. */
int hl_wary_efforts(const hl_wary_config *config, const hl_public *pub, uint8_t efforts[192]);
/* The trust in each seat by now. */
int hl_wary_trust(const hl_wary_config *config, const hl_public *pub, int16_t trust[6]);

/* --- cdef end --- */

#endif
