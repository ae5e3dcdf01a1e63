/* Declarations shared by the files of the multiplicative weights method. Not public. */
#ifndef HANABI_MWUM_AGENT_H
#define HANABI_MWUM_AGENT_H

#include "engine/rng.h"
#include "engine/sets.h"
#include "engine/turn.h"
#include "strategies/mwum/learning.h"

#include <stddef.h>

/* The actions of the seat to move, each with a move that does it. */
typedef struct {
    uint64_t state;             /* key of the state's own entry */
    uint64_t key[HL_MAX_MOVES]; /* of each action */
    uint8_t move[HL_MAX_MOVES];
    int count;
} hl_choices;

/* Marks: the role of each card in the clues so far, beyond the identities they rule out. */
enum hl_mark {
    HL_UNTOUCHED = 0,
    HL_COMPANY,      /* touched, but never the focus of a clue */
    HL_COLOUR_FOCUS, /* focus of a colour clue */
    HL_RANK_FOCUS,
    HL_COLOUR_CHOP, /* focus of a colour clue when it was the chop */
    HL_RANK_CHOP
};

/* What everybody knows of each card beyond its possible identities, derived from the moves so far.
 */
typedef struct {
    uint8_t turn; /* moves read */
    uint8_t hand_size;
    uint8_t mark[6][8];  /* [seat][slot] hl_mark */
    uint8_t since[6][8]; /* turn of the clue that set the mark */
    uint8_t order[6][8]; /* draw number, as at that turn */
    uint8_t last[6];     /* turn after each seat's last move */
} hl_marks;

/* Write the marks before the first move. */
void hl_marks_begin(hl_marks *marks, const hl_rules *rules);
/* Update the marks by the moves made since the last call. */
void hl_marks_follow(hl_marks *marks, const hl_public *pub);

static inline unsigned hl_mwum_at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

void hl_mwum_paper_choices(const hl_game *game, unsigned options, hl_choices *choices);
void hl_mwum_knowing_choices(const hl_view *view, const hl_marks *marks, hl_choices *choices);

#endif
