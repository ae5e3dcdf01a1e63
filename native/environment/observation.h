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

#include "engine/hanabi.h"

/* --- cdef begin --- */

/* What the Hanabi Learning Environment reports of each card beyond the engine's data.
 *
 * There a hand is a row of cards, the oldest first, and each card has the identities that pass its
 * clues and the colour and rank that were named in clues to it. Here slots do not shift and clues
 * are stored as sets of cards, so a ledger is updated along with a game, or built from its history.
 */
typedef struct {
    uint8_t count[6];      /* [seat] cards in hand */
    uint8_t by_age[6][8];  /* [seat][position] slots, the oldest card first */
    uint32_t passes[6][8]; /* [seat][slot] identities that pass every clue */
    uint16_t clues[6][8];  /* [seat][slot] clues that touched the card (bit: the clue's value) */
} hl_ledger;

/* Write the ledger of a newly dealt game. */
void hl_ledger_start(const hl_rules *rules, hl_ledger *ledger);
/* Update the ledger of a game by its last turn; it must include all turns before. */
void hl_ledger_enter(const hl_public *pub, hl_ledger *ledger);
/* Write the ledger of a game from its history. */
void hl_ledger_read(const hl_public *pub, hl_ledger *ledger);

/* Whether the layout fits the rules: HL_OK, or HL_BAD_RULES unless there is one clue per suit and
 * one per rank, each touching exactly its cards, and at most 64 actions. */
int hl_observation_check(const hl_rules *rules);
/* The number of bits of an observation. */
unsigned hl_observation_bits(const hl_rules *rules);

/* Write the observation of `seat` to `words`, hl_observation_bits rounded up to whole words.
 * `hands` are the physical cards by seat and slot; those of the seat itself are not read. */
void hl_observe_into(const hl_public *pub, const uint8_t (*hands)[8], const hl_ledger *ledger,
                     unsigned seat, uint64_t *words);
/* The legal actions (bit set) of the seat to move. `held` are the cards of each hand; that of the
 * mover is not read. */
uint64_t hl_legal_actions(const hl_public *pub, const uint64_t held[6], const hl_ledger *ledger);
/* Convert an action of the seat to move to the engine's move id; -1 if the seat has no such card or
 * there is no such action. */
int hl_move_of_action(const hl_public *pub, const hl_ledger *ledger, unsigned action);

/* Write the observation (words) and the legal actions (bit set) of the view's seat, which must be
 * to move. HL_OK, HL_BAD_RULES, HL_NOT_YOUR_TURN or HL_GAME_OVER. */
int hl_view_observation(const hl_view *view, uint64_t *words, uint64_t *legal);

/* --- cdef end --- */

#endif
