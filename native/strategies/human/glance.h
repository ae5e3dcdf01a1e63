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

/* features.c */
void hl_human_glance_at(const hl_human_config *config, const hl_view *view,
                        const hl_conv_memo *memo, hl_human_glance *glance);
void hl_human_see_table(hl_human_glance *glance, float features[WIDTH]);
void hl_human_see_own(const hl_human_glance *glance, int slot, float features[WIDTH]);
void hl_human_see_clue(hl_human_glance *glance, const hl_event *act, float features[WIDTH]);

#endif
