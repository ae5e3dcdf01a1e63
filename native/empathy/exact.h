/* Exact empathy: the identities that each card can have, as any group of observers knows it.
 *
 * The observers pool their knowledge: a card of theirs can have any identity that it has in a deal
 * reachable from the true one in steps, in each of which one of them forgets its own hand. All
 * seats together: common knowledge. One seat: its own knowledge.
 *
 * An identity is free if the deck has a copy of it, or if some card that has it could, by its
 * clues, have another free identity instead. A card with a free identity can have every free
 * identity that its clues leave. All other cards are tight: together they hold every remaining copy
 * of the identities they can have, so a tight card can only exchange places with tight cards of the
 * same hand, in a cycle in which each card's clues allow the next identity. Both are closures, so
 * no subsets of cards are searched.
 */
#ifndef HANABI_EMPATHY_H
#define HANABI_EMPATHY_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

#define HL_HIDDEN 254 /* a held card whose identity the caller does not know */

enum hl_position_error {
    HL_NOT_POSSIBLE = -20,   /* a card is not one of the identities its clues leave */
    HL_TOO_MANY_HELD = -21,  /* more copies of an identity are held than are left */
    HL_NO_DEAL = -22,        /* no remaining cards fit the hidden ones */
    HL_HIDDEN_OUTSIDE = -23, /* hidden cards of two seats, or of one that is no observer */
    HL_BAD_POSITION = -24    /* a number is out of range */
};

/* The part of a position that empathy depends on; the history is not needed. */
typedef struct {
    uint8_t players, hand_size;
    uint8_t left[30];     /* copies of each identity in hands and deck */
    uint8_t held[6][8];   /* [seat][slot] identity, HL_HIDDEN, or HL_NONE for an empty slot */
    uint32_t clued[6][8]; /* [seat][slot] identities that pass every clue */
    uint8_t touched[6];   /* slots touched by a clue (bit set); hl_eliminate alone reads it */
} hl_position;

typedef struct {
    uint32_t possible[6]
                     [8]; /* [seat][slot] identities; the true one outside the group, 0 if empty */
    uint8_t tight[6];     /* slots (bit set) of cards that no swap with the deck can reach */
} hl_knowledge;

/* Convert a game, with all hands, to a position. */
void hl_position_of_game(const hl_game *game, hl_position *position);
/* Convert a view to a position. The cards of the view's own seat are hidden in it, so this seat
 * must be among the observers. */
void hl_position_of_view(const hl_view *view, hl_position *position);

/* Write to `known` the identities that each card can have, by what the observers (bit set of seats)
 * know together, and which cards are tight. Returns HL_OK or an hl_position_error; then nothing is
 * written. Takes at most a microsecond. */
int hl_empathy(const hl_position *position, unsigned observers, hl_knowledge *known);
/* Do what hl_empathy does for `count` positions, each with its own observers. Writes the result of
 * each to `errors` and returns the number of positions that failed. */
int hl_empathy_batch(const hl_position *positions, const uint8_t *observers, int count,
                     hl_knowledge *known, int8_t *errors);

/* --- cdef end --- */

#endif
