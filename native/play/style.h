/* How each seat played in one recorded game. */
#ifndef HANABI_STYLE_H
#define HANABI_STYLE_H

#include "play/conduct.h"

/* --- cdef begin --- */

#define HL_MAX_STRIKES 16 /* the most misplays whose odds are recorded */

/* The tallies of the measures, and further counts of interest to a person. */
typedef struct {
    hl_conduct conduct;
    uint32_t turns;
    uint32_t told;        /* over clues: touched cards whose identities it narrowed */
    uint32_t idle_clues;  /* clues that narrowed no card */
    uint32_t tellings[9]; /* clues by the number of touched cards they narrowed */
    uint32_t lost_token;  /* tokens not gained because all were available */
    uint32_t strikes;
    double risks[16]; /* of each misplay: the exact chance that it was playable, over all deals */
} hl_style;

/* Replay a game from its deck and write the statistics of every seat's moves. Returns HL_OK or an
 * hl_position_error. */
int hl_styles(const hl_game *played, hl_style styles[6]);

/* --- cdef end --- */

#endif
