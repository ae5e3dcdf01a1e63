/* Rule lists: the agents of Walton-Rivers et al. (2017) and Canaan et al. (2018, 2019) as data.
 *
 * A rule maps one seat's view to a move or no answer; an agent is a list of rules, and the first
 * rule that answers decides. A rule is one row of data: an op (what it does) with parameters, so
 * that a new agent, or an old op under another condition, needs no code. rules.jsonl in this folder
 * holds the table of all rows. The interpreter sees only hl_view.
 */
#ifndef HANABI_RULEBASE_H
#define HANABI_RULEBASE_H

#include "engine/hanabi.h"

/* --- cdef begin --- */

#define HL_RULEBASE_VERSION 1 /* increases when any rule answers differently */
#define HL_MAX_RULES 160      /* in one list */

enum hl_op {
    /* ops that look at the whole table */
    HL_PLAY_FINESSE = 0,
    HL_PLAY_FINESSE_TOLD,
    HL_PLAY_IF_CERTAIN,
    HL_PLAY_PROBABLY_SAFE,
    HL_PLAY_SAFE,
    HL_PLAY_UNIQUE_POSSIBLE,
    HL_PLAY_JUST_HINTED,
    HL_PLAY_FOCUS,
    HL_PLAY_CONNECTING,
    HL_PLAY_COMMONLY_KNOWN,
    HL_PLAY_BY_STRIKES,
    HL_PLAY_LOWEST,
    HL_PLAY_FOR_MATE,
    HL_DISCARD_HIGHEST,
    HL_DISCARD_IF_CERTAIN,
    HL_DISCARD_LEAST_LIKELY_NECESSARY,
    HL_DISCARD_OLDEST,
    HL_DISCARD_PROBABLY_USELESS,
    HL_DISCARD_RANDOMLY,
    HL_DISCARD_SAFE,
    HL_DISCARD_UNIDENTIFIED,
    HL_DISCARD_USELESS,
    HL_DISCARD_OSAWA,
    HL_DISCARD_CHOP,
    HL_DISCARD_CHOP_SAFELY,
    HL_DISCARD_CHOP_IN_TIME,
    HL_DISCARD_CHOP_TO_TELL,
    HL_DISCARD_UNTOLD,
    HL_DISCARD_SEEN_ELSEWHERE,
    HL_UNBLOCK,
    HL_TELL_FINESSE,
    HL_TELL_MOST_INFORMATION,
    /* ops that ask about one other hand after another, in the order of the rule's reach */
    HL_TELL_USEFUL,
    HL_TELL_MISSING,
    HL_TELL_ONES,
    HL_TELL_FIVES,
    HL_TELL_LAST_USEFUL,
    HL_TELL_USELESS,
    HL_TELL_DISPENSABLE,
    HL_TELL_ILL_INFORMED,
    HL_TELL_PLAYABLE,
    HL_TELL_RANDOMLY,
    HL_TELL_UNKNOWN,
    HL_TELL_UNAMBIGUOUS,
    HL_TELL_LOOKS_PLAYABLE,
    HL_TELL_LAST_PLAYABLE,
    HL_TELL_MANY_USELESS,
    HL_TELL_MISTAKE,
    HL_TELL_FOCUS,
    HL_TELL_CHOP,
    HL_TELL_CHOP_TWO,
    HL_TELL_NEWLY_PLAYABLE,
    HL_TELL_NEWLY_USELESS,
    HL_TELL_RULES_OUT,
    HL_TELL_ANY_PLAYABLE,
    HL_LEGAL_RANDOM,
    HL_OPS
};

/* Conditions for a rule to be asked at all. */
enum hl_need {
    HL_NEEDS_ROOM = 1 << HL_DISCARD, /* a discard is legal: fewer than all clue tokens */
    HL_NEEDS_TOKEN = 1 << HL_COLOUR, /* a clue token to spend */
    HL_NEEDS_NO_TOKEN = 16,
    HL_NEEDS_FEW_TOKENS = 32, /* fewer than 4 */
    HL_NEEDS_LIVES = 64,      /* more than one life */
    HL_NEEDS_LAST_LIFE = 128,
    HL_NEEDS_ALL_SEEN = 256,    /* no card unseen: the published “hail mary”, so never */
    HL_NEEDS_SURE_PLAY = 512,   /* a card of mine that can only be playable */
    HL_NEEDS_SURE_WASTE = 1024, /* a card of mine that can only be useless */
    HL_NEEDS_PLAY_SEEN = 2048,  /* a playable card in another hand */
    HL_NEEDS_WASTE_SEEN = 4096, /* a useless card in another hand */
    HL_NEEDS_LAST_ROUND = 8192, /* an empty deck */
    HL_NEEDS_LATE = 16384,      /* fewer than 6 cards in the deck */
    HL_NEEDS_ALL_TOKENS = 32768
};

enum hl_reach {
    HL_TO_NEXT = 0, /* the next player only */
    HL_TO_EACH = 1, /* in turn order, until one yields a clue */
    HL_BY_SEAT = 2  /* in seat order from 0, until one yields a clue */
};

enum hl_flag {
    HL_SINGLE = 1,   /* just hinted: only clues that touched one card */
    HL_NEWEST = 2,   /* just hinted: only my newest card */
    HL_LATEST = 4,   /* just hinted: the newest card touched since my last move that may fit */
    HL_NEW_ONLY = 4, /* most information: count only what the holder does not know */
    HL_PLAYABLE_FIRST = 8, /* unambiguous: most playable companions first, else fewest others */
    HL_UNPLAYABLE = 16,    /* mistake: an unplayable card that looks playable, else the reverse */
    HL_BY_COLOUR = 32,     /* focus: of colour clues only; chop: colour first */
    HL_BY_RANK = 64,       /* focus: of rank clues only */
    HL_NOT_CHOP = 128      /* focus: a clue to the chop saves it and does not ask to play it */
};

typedef struct {
    uint16_t needs;  /* hl_need bits */
    uint8_t op;      /* hl_op */
    uint8_t gene;    /* HL_NONE: not in the chromosome alphabet */
    uint8_t reach;   /* hl_reach */
    uint8_t flags;   /* hl_flag bits */
    uint8_t percent; /* threshold of a probability */
    int8_t a, b;     /* looks playable: weights; many useless: least count; just hinted: lives; by
                      * strikes: percent a strike */
} hl_rule;

enum hl_mode {
    HL_FAITHFUL = 0, /* as published: a rule that fails, or no rule at all, ends the game */
    HL_CLEAN = 1     /* a rule that fails is passed over; at last any legal move */
};

typedef struct {
    uint8_t count, mode;
    hl_rule rules[160];
} hl_rulelist;

/* Why a rule answers no move. */
enum hl_silence {
    HL_SILENT = -1, /* does not fire */
    HL_THROWN = -2, /* the published code throws here */
    HL_ILLEGAL = -3 /* the published code answers an illegal move here */
};

/* A move and its grounds. */
typedef struct {
    int16_t move;   /* or hl_silence: the game is given up; of a list, HL_SILENT: no rule fired */
    uint8_t reason; /* a list's position of the rule, HL_NONE if none fired (clean mode: a random
                     * legal move); another strategy's number for it, or HL_NONE */
    uint8_t target; /* seat clued, else HL_NONE */
    uint8_t slot;   /* card the move is about: own, or the target's; HL_NONE: no single one */
} hl_choice;

/* Check a rule list: HL_OK, or HL_BAD_ARGUMENT if a number is out of range or a rule may be asked
 * when its moves are not legal. */
int hl_rulelist_check(const hl_rulelist *list);
/* Choose a move for the view's seat, which must be to move, by a checked list. Returns
 * choice->move, a legal move's id or an hl_silence. */
int hl_decide(const hl_view *view, const hl_rulelist *list, hl_rng *rng, hl_choice *choice);
/* Write the ids of all moves that one rule may choose for the view's seat, which must be to move. A
 * random rule has several, equally likely, possibly with repeats. Returns their number, or an
 * hl_silence if the rule chooses no move. */
int hl_answers(const hl_view *view, const hl_rule *rule, uint8_t moves[76]);

/* A rule's answers in one position as shares of its random choices; the remainder up to 1 are other
 * moves. */
typedef struct {
    double same;   /* it makes the move that is asked about */
    double silent; /* it does not fire */
    double failed; /* it throws, or answers an illegal move */
} hl_share;

/* Many lists, by the distinct rules among them. A rule's answer does not depend on its list, so
 * each distinct rule is asked once, and the lists look up its answer. Not owned, read-only. */
typedef struct {
    const hl_rule *rules;
    const uint16_t *asked; /* for each list in turn, the numbers of its rules in their order */
    const uint32_t *first; /* [lists + 1] where each list begins in `asked` */
    const uint8_t *modes;  /* [lists] hl_mode */
    uint32_t different, lists;
} hl_many_lists;

/* The probability, over its random choices, that a rule list (checked by hl_rulelist_check) makes
 * the legal move with this id for the view's seat, which must be to move. */
double hl_chance(const hl_view *view, const hl_rulelist *list, int move);
/* Write to chances[list] what hl_chance returns for each of many lists. `shares` is scratch memory
 * for lists->different entries. */
void hl_chances(const hl_view *view, const hl_many_lists *lists, int move, hl_share *shares,
                double *chances);

/* --- cdef end --- */

#endif
