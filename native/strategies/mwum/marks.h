/* What clues have said of the cards in hand, beyond what they rule out. Not part of the public
 * face. */
#ifndef HANABI_MWUM_MARKS_H
#define HANABI_MWUM_MARKS_H

#include "engine/hanabi.h"

enum hl_mark {
    HL_UNTOUCHED = 0,
    HL_COMPANY,      /* touched, but never what a clue was about */
    HL_COLOUR_FOCUS, /* what a colour clue was about */
    HL_RANK_FOCUS,
    HL_COLOUR_CHOP, /* the same, when it was the next to be discarded */
    HL_RANK_CHOP
};

/* Everybody reads the same from the moves so far. */
typedef struct {
    uint8_t turn; /* moves read */
    uint8_t hand_size;
    uint8_t mark[6][8];  /* [seat][slot] hl_mark */
    uint8_t since[6][8]; /* turn of the clue that made it */
    uint8_t order[6][8]; /* draw number, as at that turn */
    uint8_t last[6];     /* turn after each seat's last move */
} hl_marks;

void hl_marks_begin(hl_marks *marks, const hl_rules *rules);
/* Read the moves that were made since. */
void hl_marks_follow(hl_marks *marks, const hl_public *pub);

/* What a clue that touches these slots would be about, as hl_focus has it. */
int hl_marks_focus(const hl_marks *marks, int seat, unsigned touched, int *on_chop);
/* The oldest untouched card, HL_NONE if there is none. */
int hl_marks_chop(const hl_marks *marks, int seat);

#endif
