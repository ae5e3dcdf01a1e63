/* A position as one seat sees it, to try moves on. Not part of the public face. */
#ifndef HANABI_CONV_SCENE_H
#define HANABI_CONV_SCENE_H

#include "play/replay.h"
#include "strategies/conv/record.h"

typedef struct {
    const hl_conv_config *config;
    const int16_t *weights;
    int me;
    uint8_t hand[6][8]; /* HL_NONE: mine, or nobody knows it yet */
    cards held[6];      /* the cards of each hand */
    cards marked[6];    /* of the touched ones among them, all copies */
    int danger;         /* what the others would throw away before my turn, by its weights */
    hl_conv_memo memo;
    hl_public pub, before; /* before: scratch of what comes before a turn */
} hl_conv_scene;

/* What a seat is taken to know of its hand. */
typedef struct {
    cards may_be[HL_MAX_HAND];
    unsigned filled, ready, useless; /* slots: with a card, surely playable, surely useless */
    int blind;                       /* slot to play for a promise to another seat, or HL_NONE */
} hl_conv_mind;

void hl_conv_observe(const hl_conv_config *config, const hl_public *before, const hl_public *after,
                     hl_conv_memo *memo);
void hl_conv_decide(const hl_conv_config *config, const hl_view *view, const hl_conv_memo *memo,
                    hl_choice *choice);

/* scene.c */
void hl_conv_set_scene(hl_conv_scene *scene, const hl_conv_config *config, const hl_view *view,
                       const hl_conv_memo *memo);
void hl_conv_copy_scene(hl_conv_scene *to, const hl_conv_scene *from);
cards hl_conv_unseen(const hl_conv_scene *scene, int seat);
hl_event hl_conv_clue_event(const hl_conv_scene *scene, const hl_event *clue);
void hl_conv_make_clue(hl_conv_scene *scene, const hl_event *clue);
void hl_conv_make_use(hl_conv_scene *scene, int kind, int slot, int card);
int hl_conv_over(const hl_public *pub);

/* mind.c */
void hl_conv_read_mind(const hl_conv_scene *scene, int seat, hl_conv_mind *mind);

/* foresee.c */
void hl_conv_foresee(hl_conv_scene *scene);

/* worth.c */
int hl_conv_worth(const hl_conv_scene *scene);
int hl_conv_loss(const hl_conv_scene *scene, int holder, int card);

#endif
