/* How each seat played in one recorded game. */
#ifndef HANABI_STYLE_H
#define HANABI_STYLE_H

#include "play/conduct.h"

/* --- cdef begin --- */

#define HL_MAX_STRIKES 16 /* of which a style keeps the odds */

/* What the measures are made of, and what a person may want to know. */
typedef struct {
    hl_conduct conduct;
    uint32_t turns;
    uint32_t told;        /* over clues: cards that it touched and left fewer identities */
    uint32_t idle_clues;  /* clues that told nothing new of any card */
    uint32_t tellings[9]; /* clues by the number of cards they told in that sense */
    uint32_t lost_token;  /* tokens not gained since all were there */
    uint32_t strikes;
    double risks[16]; /* of each misplay: the exact chance to be playable, counted over all deals */
} hl_style;

/* Play a game again from its deck and its moves, and write a style for every seat. */
int hl_styles(const hl_game *played, hl_style styles[6]);

/* --- cdef end --- */

#endif
