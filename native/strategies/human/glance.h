/* Declarations shared by the files of the learned person. Not public. */
#ifndef HANABI_HUMAN_GLANCE_H
#define HANABI_HUMAN_GLANCE_H

#include "strategies/conv/scene.h"
#include "strategies/human/human.h"

enum { WIDTH = 80 };
_Static_assert((int)HL_HUMAN_FEATURES <= WIDTH, "a feature has its place");

/* A position before the move, as the seat to move sees it. */
typedef struct {
    const hl_human_config *config;
    hl_conv_scene now,
        then; /* by the expert's weights; then: scratch position on which moves are tried */
    const hl_conv_mind *mine;
    hl_event told; /* the last clue to me, touched 0: none */
    int focus;     /* its slot, or HL_NONE */
    int chop, blind, newest;
} hl_human_glance;

/* worths.c */
void hl_human_worths(hl_human_glance *glance, const hl_conv_config *conv, const uint8_t *moves,
                     int count, int *worths);

/* table.c */
void hl_human_glance_at(const hl_human_config *config, const hl_view *view,
                        const hl_conv_memo *memo, hl_human_glance *glance);
void hl_human_see_table(hl_human_glance *glance, float features[WIDTH]);

/* cards.c */
void hl_human_see_own(const hl_human_glance *glance, int slot, float features[WIDTH]);

/* clues.c */
void hl_human_see_clue(hl_human_glance *glance, const hl_event *act, float features[WIDTH]);

/* network.c */
float hl_human_weigh(const hl_human_config *config, const float features[WIDTH]);

#endif
