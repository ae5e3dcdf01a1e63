/* How each seat played in one recorded game. */
#ifndef HANABI_STYLE_H
#define HANABI_STYLE_H

#include "rulebase/rulebase.h"

/* --- cdef begin --- */

#define HL_MAX_STRIKES 16 /* of which a style keeps the odds */

/* The measures of ad-hoc play in counts, as in hl_conduct, and what a person may want to know. */
typedef struct {
    uint32_t turns;
    uint32_t offered;    /* turns with a clue token */
    uint32_t clues;      /* of them, those on which a clue was given */
    uint32_t plays;      /* cards played */
    uint64_t certainty;  /* over plays: chance to be playable as the seat saw it, in 2^-32 */
    uint32_t known;      /* over plays: 1 for a known colour, 1 for a known rank */
    uint32_t told;       /* over clues: cards that it touched and left fewer identities */
    uint32_t idle_clues; /* clues that said nothing new of any card */
    uint32_t
        tellings[9]; /* clues by how many of the cards they touched were left fewer identities */
    uint32_t lost_token; /* tokens not gained since all were there */
    uint32_t strikes;
    double risks[16]; /* of each misplay: the exact chance to be playable, counted over all deals */
} hl_style;

/* Play a game again from its deck and its moves, and write a style for every seat. */
int hl_styles(const hl_game *played, hl_style styles[6]);

/* For every list and seat the moves of the seat that the list would have made as well, written to
 * same[list * players + seat]. A list draws lots from stream turn of the seed. */
int hl_agreements(const hl_game *played, const hl_rulelist *const *lists, uint32_t listed,
                  const hl_rng *seed, uint32_t *same);

/* --- cdef end --- */

#endif
