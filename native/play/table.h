/* Games at one table: many between blueprints in one call, or one in which some seats are moved
 * from outside. */
#ifndef HANABI_TABLE_H
#define HANABI_TABLE_H

#include "play/blueprint.h"
#include "play/conduct.h"

/* --- cdef begin --- */

/* One whole game. */
typedef struct {
    uint8_t score, strikes, turns, end; /* cards played, hl_end */
    uint8_t deck[64];                   /* identities in draw order */
    uint8_t moves[192];                 /* ids */
    hl_conduct seats[6];
} hl_row;

/* Play `count` games of a seed from number `first` on, the blueprint seating[s] on seat s, and add
 * their counts to the results; `fired` counts moves by reason. Game i is dealt from stream i of the
 * seed, and seat s draws its random choices from stream HL_SEAT_STREAM + s of that stream, so every
 * game is independent of those played before. Seats with the same blueprint (the same pointer)
 * share one memo where its hl_sight allows. `room` is scratch memory for the memos of all seats,
 * each rounded up to a multiple of 64 bytes. HL_OK, or HL_BAD_RULES or an error of a blueprint's
 * check, and nothing is played. */
int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results);

/* Play the games that hl_table_games plays, but write a row for each instead of sums. */
int hl_table_rows(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                  uint64_t first, uint64_t count, void *room, hl_row *rows);
/* Write the row of a game that has been played, which is replayed to count its moves. */
void hl_row_of_game(const hl_game *played, hl_row *row);

#define HL_MAX_STRIKES 16 /* the most misplays whose odds are recorded */

/* The tallies of the measures, and further counts of interest to a person. */
typedef struct {
    hl_conduct conduct;
    uint32_t turns;
    uint32_t told;        /* over clues: touched cards whose identities it narrowed */
    uint32_t idle_clues;  /* clues that narrowed no card */
    uint32_t tellings[9]; /* clues by the number of touched cards they narrowed */
    uint32_t lost_token;  /* tokens not gained because all were available */
    uint32_t strikes;
    double risks[16]; /* of each misplay: the exact chance that it was playable, over all deals */
} hl_style;

/* Replay a game from its deck and write the statistics of every seat's moves. Returns HL_OK or an
 * hl_position_error. */
int hl_styles(const hl_game *played, hl_style styles[6]);

/* Ask each of `count` blueprints for its move on every turn of a recorded game. Add to
 * same[blueprint * players + seat] the number of the seat's moves that the blueprint would have
 * made too, and write to chosen[blueprint * turns + turn], if not NULL, its move on each turn
 * (negative: it gives up). Random choices on a turn come from stream `turn` of the seed. `room` is
 * scratch memory for the largest memo on all seats. HL_OK, or an error of hl_blueprint_check. */
int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen);

/* Write the random stream of each seat's choices in the game of the stream `game`, as used by
 * hl_table_games. */
void hl_host_chances(const hl_rng *game, hl_rng chances[6]);
/* Let the host move until the game ends or a guest (bit set of seats) is to move. chances[seat] are
 * the random streams of the seats' choices, from hl_host_chances. `memo` is scratch memory of
 * host->memo_size bytes. HL_OK, or an error of hl_blueprint_check. */
int hl_host(hl_game *game, const hl_blueprint *host, unsigned guests, hl_rng chances[6],
            void *memo);

/* --- cdef end --- */

#endif
