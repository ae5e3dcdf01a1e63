/* A position as one seat sees it, on which moves are tried. Not public. */
#ifndef HANABI_CONV_SCENE_H
#define HANABI_CONV_SCENE_H

#include "strategies/conv/record.h"

/* A hand as the seat to move sees it. */
typedef struct {
    ids card[8];      /* the identity of each card; 0: my own, or not yet known to anybody */
    ids held, marked; /* identities of all cards, and of the touched ones */
} hl_conv_sight;

/* What a seat is assumed to know of its hand. */
typedef struct {
    ids may_be[HL_MAX_HAND];
    ids elsewhere;           /* identities touched in other hands */
    unsigned ready, useless; /* slots: certainly playable, certainly useless */
    unsigned asked;          /* untouched slots that it knows by what other cards need */
    int blind;               /* slot to play for a promise to another seat, or HL_NONE */
} hl_conv_mind;

typedef struct {
    const hl_conv_config *config;
    const int16_t *weights;
    const hl_view *view;
    const hl_rules *rules;
    int me;
    int danger;    /* the cost of what the others would discard before my turn */
    ids unseen;    /* identities unseen by me: my hand and the deck */
    ids refused;   /* identities that a clue to others asked for, and nobody played */
    unsigned read; /* seats (bit set) whose minds are up to date */
    hl_conv_sight seen[6];
    hl_conv_memo memo;
    hl_conv_mind minds[6];
} hl_conv_scene;

/* Whether a seat sees another hand that I see too. */
static inline int hl_conv_sees(const hl_conv_scene *scene, int seat, int other) {
    return other != seat && other != scene->me;
}

/* The identities that I see in all hands but one (HL_NONE: in all), and those of touched cards. */
static inline ids hl_conv_held(const hl_conv_scene *scene, int but) {
    ids held = 0;
    for (int seat = 0; seat < scene->rules->players; seat++)
        held |= seat == but ? 0 : scene->seen[seat].held;
    return held;
}

static inline ids hl_conv_marked(const hl_conv_scene *scene, int but) {
    ids marked = 0;
    for (int seat = 0; seat < scene->rules->players; seat++)
        marked |= seat == but ? 0 : scene->seen[seat].marked;
    return marked;
}

/* decide.c: `decide` of the agent's blueprint (hl_blueprint) */
void hl_conv_decide(const void *config, const hl_view *view, const void *memo, hl_rng *rng,
                    hl_choice *choice);

/* scene.c */
void hl_conv_set_scene(hl_conv_scene *scene, const hl_conv_config *config, const hl_view *view,
                       const hl_conv_memo *memo);
void hl_conv_copy_scene(hl_conv_scene *to, const hl_conv_scene *from);
hl_event hl_conv_clue_event(const hl_conv_scene *scene, const hl_event *clue);
void hl_conv_make_clue(hl_conv_scene *scene, const hl_event *clue);
void hl_conv_make_use(hl_conv_scene *scene, int kind, int slot, int id);

/* mind.c */
const hl_conv_mind *hl_conv_mind_of(hl_conv_scene *scene, int seat);

/* chain.c */
void hl_conv_follow_chains(const hl_conv_scene *scene, int seat, hl_conv_mind *mind);
int hl_conv_is_kept(const hl_conv_scene *scene);

/* foresee.c */
/* Predict and make the move of the seat to move, which plays a card or does nothing; `between` is
 * the number of seats that moved since mine. Returns the slot played, or HL_NONE, and writes to
 * `taken` the identities that the seat takes the card for. */
int hl_conv_foresee_move(hl_conv_scene *scene, int between, ids *taken);
void hl_conv_foresee(hl_conv_scene *scene);

/* literal.c */
int hl_conv_literal_mistakes(const hl_conv_scene *scene, int seat, int focus, int on_chop);

/* worth.c */
int hl_conv_worth(hl_conv_scene *scene);
int hl_conv_loss(const hl_conv_scene *scene, int holder, int id);
int hl_conv_copies(const hl_conv_scene *now, int id);
ids hl_conv_may_be(const hl_conv_scene *now, const hl_conv_mind *mine, int slot);
int hl_conv_worth_as(const hl_conv_scene *now, hl_conv_scene *then, int kind, int slot, int id);
int hl_conv_worth_of_play(const hl_conv_scene *now, hl_conv_scene *then, const hl_conv_mind *mine,
                          int slot, int loses);
int hl_conv_expected_loss(const hl_conv_scene *now, ids may_be, int *id);

#endif
