/* What every card can still be, exactly, as any group of observers knows it.
 *
 * The observers share what each of them can tell, and nothing else: a card of theirs can be
 * whatever it is in a deal that they can reach from the true one in steps in which one of them
 * gives up knowing its own hand. All seats together: common knowledge. One seat: what it knows
 * itself.
 *
 * An identity is free if a copy of it is in the deck, or if some card that is one could, by its
 * clues, be another free identity instead. A card of a free identity can be every free identity
 * that its clues leave. All others are tight: between them they are every copy left of what they
 * can be, so a tight card can only change places with tight cards of the same hand, round a circle
 * in which each card's clues allow the next. Both are closures, so no subset of cards is ever
 * searched for.
 */
#ifndef HANABI_EMPATHY_H
#define HANABI_EMPATHY_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

#define HL_HIDDEN 254 /* a held card whose identity the caller does not know */

enum hl_position_error {
    HL_NOT_POSSIBLE = -20,   /* a card is not one of the identities its clues leave */
    HL_TOO_MANY_HELD = -21,  /* more copies of an identity are held than are left */
    HL_NO_DEAL = -22,        /* the hidden cards can be nothing that is left */
    HL_HIDDEN_OUTSIDE = -23, /* hidden cards of two seats, or of one that is no observer */
    HL_BAD_POSITION = -24    /* a number is out of range */
};

/* One moment, as far as empathy goes. History adds nothing to it. */
typedef struct {
    uint8_t players, hand_size;
    uint8_t left[30];     /* copies of each identity in hands and deck */
    uint8_t held[6][8];   /* [seat][slot] identity, HL_HIDDEN, or HL_NONE for an empty slot */
    uint32_t clued[6][8]; /* [seat][slot] identities that pass every clue */
    uint8_t touched[6];   /* slots touched by a clue (bit set); hl_eliminate alone reads it */
} hl_position;

typedef struct {
    uint32_t possible[6][8]; /* [seat][slot] identities; an outsider's card has its own, empty 0 */
    uint8_t tight[6];        /* slots (bit set) of cards that no swap with the deck can reach */
} hl_knowledge;

void hl_position_of_game(const hl_game *game, hl_position *position);
/* The seat's own cards are hidden, so it must be among the observers. */
void hl_position_of_view(const hl_view *view, hl_position *position);

/* `observers` is a bit set of seats. No heap, no state; at most a microsecond. */
int hl_empathy(const hl_position *position, unsigned observers, hl_knowledge *known);
/* The same for `count` positions; the number that was refused, with the reasons in `errors`. */
int hl_empathy_batch(const hl_position *positions, const uint8_t *observers, int count,
                     hl_knowledge *known, int8_t *errors);

/* --- cdef end --- */

#endif
