/* The canonical observation of the Hanabi Learning Environment, bit by bit.
 *
 * Bard et al., "The Hanabi challenge" (2020), publish the environment, and its encoder is what most
 * learners of the literature see. Seats are counted from the observer, cards of a hand from the
 * oldest, identities by suit and then rank. In this order, with P players, hands of H cards, I
 * identities, S suits and R ranks:
 *
 *   hands       (P-1) * H * I + P          each other card as one bit of I; whose hand is short
 *   board       deck - P * H + I + tokens + strikes   deck left, stacks' tops, tokens, lives
 *   discards    deck                       by identity, as many bits as copies are gone unplayed
 *   last turn   2P + 4 + S + R + 2H + I + 2
 *   knowledge   P * H * (I + S + R)        identities that pass the clues, colour and rank told
 *
 * That is 658, 956, 1041 and 1280 bits for 2 to 5 players. Bit b of an observation is bit b % 64 of
 * word b / 64. An action is a play or discard by position, the oldest card 0, or a clue; action ids
 * are the engine's move ids with positions for slots.
 */
#ifndef HANABI_OBSERVATION_H
#define HANABI_OBSERVATION_H

#include "environment/ledger.h"

/* --- cdef begin --- */

/* HL_OK, or HL_BAD_RULES: the layout supports one clue per suit and one per rank, each touching
 * exactly its cards, and one word of legal actions. */
int hl_observation_check(const hl_rules *rules);
unsigned hl_observation_bits(const hl_rules *rules);

/* Write a seat's observation over the words; `hands` of other seats are read, its own is not. */
void hl_observe_into(const hl_public *pub, const uint8_t (*hands)[8], const hl_ledger *ledger,
                     unsigned seat, uint64_t *words);
/* The actions (bit set) of the seat to move. `held` of the mover is not read. */
uint64_t hl_legal_actions(const hl_public *pub, const uint64_t held[6], const hl_ledger *ledger);
/* The move id of an action of the seat to move, or -1 if it has no such card or there is no such
 * action. */
int hl_move_of_action(const hl_public *pub, const hl_ledger *ledger, unsigned action);

/* Observation and legal actions of the seat of a view, whose turn it must be. HL_OK, HL_BAD_RULES,
 * HL_NOT_YOUR_TURN or HL_GAME_OVER. */
int hl_view_observation(const hl_view *view, uint64_t *words, uint64_t *legal);

/* --- cdef end --- */

#endif
