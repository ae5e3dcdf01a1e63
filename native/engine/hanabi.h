/* The public interface of the Hanabi core: plain structs, caller-owned memory, no globals, no heap.
 *
 * A deck has at most 63 physical cards, so a set of cards is one 64-bit word (bit = card) and a set
 * of identities one 32-bit word (bit = suit * ranks + rank, ranks from 0). Cards are numbered by
 * identity: copies of one identity are adjacent. Players may count copies, never depend on which
 * copy a card is. The types separate who may know what:
 *
 *   hl_public  what everybody at the table knows: moves, stacks, discards, clue marks
 *   hl_game    hl_public plus the hidden part: hands and deck
 *   hl_view    what one seat knows: hl_public, the other hands, never its own
 *
 * Functions return HL_OK (0) or one of the negative hl_error codes and, on an error, have changed
 * nothing. The lines between the two cdef markers are read by native/_build.py for cffi.
 */
#ifndef HANABI_H
#define HANABI_H

#include <stdint.h>

/* --- cdef begin --- */

#define HL_MAX_PLAYERS 6
#define HL_MAX_SUITS 6
#define HL_MAX_RANKS 5
#define HL_MAX_IDS 30
#define HL_MAX_HAND 8
#define HL_MAX_DECK 63  /* one bit stays free: an empty slot is in no set of cards */
#define HL_MAX_CLUES 12 /* different clue values: colours, then ranks */
#define HL_MAX_TOKENS 16
#define HL_MAX_TURNS 192 /* >= tokens + one token a card and stack + one use a card */
#define HL_MAX_MOVES 76  /* 2 * HL_MAX_HAND + (HL_MAX_PLAYERS - 1) * HL_MAX_CLUES */
#define HL_NONE 255      /* no card, no slot, no seat */

enum hl_error {
    HL_OK = 0,
    HL_BAD_RULES = -1, /* a parameter is out of range */
    HL_BAD_DECK = -2,  /* the deck does not hold the copies the rules ask for */
    HL_GAME_OVER = -3,
    HL_NO_SUCH_MOVE = -4, /* move id out of range */
    HL_EMPTY_SLOT = -5,   /* no card there */
    HL_NO_TOKENS = -6,    /* a clue without a clue token */
    HL_TOKENS_FULL = -7,  /* a discard with all clue tokens */
    HL_EMPTY_CLUE = -8,   /* a clue that touches nothing */
    HL_NOT_YOUR_TURN = -9,
    HL_BAD_ARGUMENT = -10,
    HL_OUT_OF_BUDGET = -11
};

enum hl_end {
    HL_RUNNING = 0,
    HL_PERFECT = 1,      /* every stack complete */
    HL_STRIKEOUT = 2,    /* last strike used */
    HL_OUT_OF_TURNS = 3, /* every seat had its turn after the deck ran out */
    HL_TERMINATED = 4,   /* given up, or an agent failed in faithful mode */
    HL_NOTHING_LEFT = 5  /* option: no card that could still score */
};

enum hl_kind { HL_DISCARD = 0, HL_PLAY = 1, HL_COLOUR = 2, HL_RANK = 3 };

/* Streams derived from the seed of one game. */
enum hl_stream { HL_DECK_STREAM = 0, HL_SEAT_STREAM = 1 /* + seat */ };

enum hl_option {
    HL_EMPTY_CLUES = 1,      /* clues may touch nothing */
    HL_DISCARD_AT_MAX = 2,   /* discarding with all clue tokens is legal (gains nothing) */
    HL_STOP_WHEN_NOTHING = 4 /* end the game when nothing is left to score */
};

/* One turn as everybody saw it. */
typedef struct {
    uint8_t kind;    /* hl_kind */
    uint8_t slot;    /* of a play or discard, else HL_NONE */
    uint8_t target;  /* seat clued, else HL_NONE */
    uint8_t clue;    /* index into clue_ids, else HL_NONE */
    uint8_t move;    /* dense id relative to the mover */
    uint8_t seat;    /* mover */
    uint8_t touched; /* slots of the target touched (bit set) */
    uint8_t success; /* a play that scored */
    uint8_t token;   /* tokens gained (1) */
    uint8_t card;    /* physical card that left the hand, else HL_NONE */
    uint8_t order;   /* draw number of `card`, else HL_NONE */
    uint8_t drawn;   /* draw number of the card that came into the slot, else HL_NONE */
} hl_event;

/* Rules of one game. The caller fills the first block; hl_rules_prepare checks it and derives the
 * rest. */
typedef struct {
    uint8_t players, suits, ranks, hand_size;
    uint8_t max_tokens, max_strikes, options;
    uint8_t colour_clues, rank_clues; /* number of clue values of each kind */
    uint8_t copies[30];               /* [suit * ranks + rank] */
    uint32_t clue_ids[12];            /* identities touched: colour clues first, then rank clues */
    /* A start in the middle of a game; all 0 at the rule book's start. */
    uint8_t built[6], lost[30];   /* stack heights; copies thrown away, by identity */
    uint8_t spent, struck, first; /* clue tokens used, strikes taken, the first seat to move */
    /* derived */
    uint8_t gone;                   /* cards built or lost: in the deck they follow the hands */
    uint8_t open_kinds[17];         /* kinds of move (bit = hl_kind) allowed with [n] tokens */
    uint8_t ids, deck_size, moves;  /* moves = 2*hand + (players-1)*(colour_clues+rank_clues) */
    uint8_t id_of[64], suit_of[64]; /* identity and suit of each physical card */
    uint64_t cards_of[30];          /* physical cards of each identity */
    uint64_t next_cards[30];        /* physical cards of the next rank, 0 for the last */
    uint64_t clue_cards[12];        /* physical cards each clue touches */
    uint32_t named_ids[12]; /* identities each clue touches, without those that it touches whatever
                             * their rank and that another rank clue names */
    uint32_t by_rank, silent; /* identities that a rank clue touches, and that no clue touches */
    uint16_t vague; /* clues (bit set) by colour that touch several suits, by rank several ranks */
    uint64_t rank_cards[5], suit_cards[6];
    uint64_t all;
    uint64_t single;   /* cards of identities with one copy */
    hl_event acts[76]; /* the initial event of each move id, `target` in seats after the mover */
} hl_rules;

/* Counter-based splittable generator: output = mix(key, counter), with a 128-bit key. The words of
 * a stream and of the streams derived from it never coincide. */
typedef struct {
    uint64_t key0, key1, counter;
} hl_rng;

/* What everybody knows. */
typedef struct {
    hl_rules rules;
    uint8_t stacks[6]; /* cards played per suit: next rank index */
    uint8_t tokens, strikes, end, to_move;
    uint8_t deck_left, turns_left; /* turns_left: HL_NONE until the deck is empty */
    uint8_t score;                 /* sum of stacks */
    uint8_t turn;                  /* moves made so far */
    uint8_t order[6][8];           /* [seat][slot] draw number, HL_NONE when empty */
    uint8_t touched[6];            /* slots touched by a clue (bit set) */
    uint64_t know[6][8]; /* [seat][slot] cards that pass every clue given (closed over copies) */
    uint64_t gone;       /* played or discarded (misplays too) */
    uint64_t discarded;  /* discarded or misplayed */
    uint64_t playable;   /* cards whose identity is next on its stack (all copies) */
    uint64_t useless;    /* cards that can never score: played identity, or a lower one is lost */
    uint64_t critical;   /* not useless and last copy left (all copies' bits) */
    hl_event history[192];
} hl_public;

typedef struct {
    hl_public pub;
    uint8_t hand[6][8]; /* [seat][slot] physical card, HL_NONE when empty */
    uint64_t held[6];   /* cards of each hand */
    uint8_t deck[64];   /* physical cards in draw order */
} hl_game;

/* What one seat knows. `hand` and `held` of the seat itself are HL_NONE and 0. Valid until the game
 * that it was taken from changes. */
typedef struct {
    const hl_public *pub;
    uint8_t seat;
    uint8_t hand[6][8];
    uint64_t held[6]; /* cards of each other hand */
    uint64_t unseen;  /* own hand + deck, as this seat sees it */
} hl_view;

/* Check the first block of the rules and compute the derived block. HL_OK or HL_BAD_RULES. */
int hl_rules_prepare(hl_rules *rules);
/* The identities (bit set) of a set of physical cards. */
uint32_t hl_identities(const hl_rules *rules, uint64_t cards);

/* Begin the random stream of a 128-bit key. */
void hl_rng_seed(hl_rng *rng, uint64_t key0, uint64_t key1);
/* Begin the child stream with the number `index`; it does not depend on the draws of the parent. */
void hl_rng_derive(hl_rng *child, const hl_rng *parent, uint64_t index);
/* Draw a uniform 64-bit word. */
uint64_t hl_rng_next(hl_rng *rng);
/* Draw a uniform number from 0 to bound - 1; 0 if the bound is 0. */
uint32_t hl_rng_below(hl_rng *rng, uint32_t bound);

/* Write a shuffled deck of physical cards, which is determined by the generator's state. */
void hl_shuffle(const hl_rules *rules, hl_rng *rng, uint8_t deck[64]);
/* Begin a game with the given deck: seat 0 gets the first hand_size cards, then seat 1 ... `deck`
 * holds identities if `identities` is not 0 (copies are numbered in draw order), physical cards
 * otherwise. HL_OK, HL_BAD_RULES or HL_BAD_DECK. */
int hl_deal(hl_game *game, const hl_rules *rules, const uint8_t *deck, int identities);
/* Begin a game from a seed: the deck is shuffled by the stream HL_DECK_STREAM derived from it.
 * HL_OK, or HL_BAD_RULES, also if the rules start in the middle of a game. */
int hl_deal_seed(hl_game *game, const hl_rules *rules, const hl_rng *seed);

/* Whether the seat to move may make the move with this id: HL_OK, or the hl_error that forbids it.
 */
int hl_legal(const hl_game *game, int move);
/* Write the ids of the legal moves in ascending order; returns their number, 0 after the end. */
int hl_legal_moves(const hl_game *game, uint8_t moves[76]);
/* Make the move with this id. HL_OK, or the hl_error that forbids it, and nothing has changed. */
int hl_move(hl_game *game, int move);
/* End the game because the players give up. HL_OK, or HL_GAME_OVER if it has already ended. */
int hl_terminate(hl_game *game);
/* Write what a seat knows; view->pub points into the game. HL_OK, or HL_BAD_ARGUMENT if there is no
 * such seat. */
int hl_see(const hl_game *game, int seat, hl_view *view);
/* Whether the view's seat may make the move with this id: HL_OK, or the hl_error that forbids it,
 * such as HL_NOT_YOUR_TURN. */
int hl_view_legal(const hl_view *view, int move);
/* Write the ids of the legal moves of the view's seat in ascending order; returns their number, 0
 * if it is not to move. */
int hl_view_legal_moves(const hl_view *view, uint8_t moves[76]);

/* --- cdef end --- */

#endif
