/* The convention agent: clues mean what experienced people mean by them.
 *
 * Everybody at the table has the same public record of what each card was said to be
 * (hl_conv_memo), from the same reading of every clue. The seat to move tries every move on that
 * record: which cards would the others then play, what would they misread, what would they discard
 * before its next turn? It makes the move with the best outcome by a table of weights. Each file
 * implements one idea.
 */
#ifndef HANABI_CONV_H
#define HANABI_CONV_H

#include "play/blueprint.h"

/* --- cdef begin --- */

/* A version increases when its agents read a clue, or judge a position, differently: the second is
 * that of agents with HL_CONV_GROUP, the first of all others. */
#define HL_CONV_VERSION 3
#define HL_CONV_GROUP_VERSION 8

/* The weights of a position after a round, in hundredths of a point. */
enum hl_conv_weight {
    HL_CONV_TOKEN_1, /* the first clue token, the second ... */
    HL_CONV_TOKEN_2,
    HL_CONV_TOKEN_3, /* each of the third and fourth */
    HL_CONV_TOKEN_5, /* each further one */
    HL_CONV_STRIKE_1,
    HL_CONV_STRIKE_2,
    HL_CONV_STRIKE_3,
    HL_CONV_READY,        /* a card that its holder knows to be playable */
    HL_CONV_READY_MORE,   /* each beyond the first in a hand */
    HL_CONV_READY_OWN,    /* the same for a card in my hand */
    HL_CONV_GOT,          /* a touched useful card that is not misread */
    HL_CONV_GOT_CRITICAL, /* more if it is the last copy */
    HL_CONV_KNOWN,        /* more if its holder knows what it is */
    HL_CONV_NEAR,         /* more if only cards touched elsewhere are missing before it */
    HL_CONV_SPREAD,       /* each further identity that it may have */
    HL_CONV_BAD,          /* a touched useless card or second copy, its holder not aware */
    HL_CONV_AWARE,        /* a hand with a card that its holder knows to be useless */
    HL_CONV_MISREAD,      /* a touched useful card taken for another */
    HL_CONV_BOMB,         /* a card that its holder will play by mistake */
    HL_CONV_LOST,         /* the last copy is discarded: once, and for each point it costs */
    HL_CONV_LOST_POINT,
    HL_CONV_LOST_PLAYABLE, /* a playable card is discarded, of which another copy is left */
    HL_CONV_LOST_TWO,
    HL_CONV_LOST_OTHER,
    HL_CONV_TRUST,  /* percent of the cost of a card on my own chop: others would save it */
    HL_CONV_RISK_1, /* percent of an endangered chop's value: its holder has 1 token, 2 ... */
    HL_CONV_RISK_2,
    HL_CONV_RISK_4,
    HL_CONV_LATER,     /* percent of that if another seat moves in between */
    HL_CONV_IDLE,      /* a hand with nothing to do */
    HL_CONV_LOCKED,    /* a hand with nothing to do and no chop */
    HL_CONV_PACE,      /* each turn short of pace = players */
    HL_CONV_PACE_HALF, /* each turn short of half of that */
    HL_CONV_PACE_NONE, /* each turn short of 0 */
    HL_CONV_CLUE,      /* any clue at all */
    HL_CONV_DISCARD,   /* a discard while others hold playable cards that nobody knows of */
    HL_CONV_DARE,      /* percent that a touched card must be playable to be tried; 101: never */
    HL_CONV_PLAY_TOLD_NOW,  /* playing a card first touched since my last turn */
    HL_CONV_PLAY_CERTAIN,   /* playing a card that the clues alone show to be playable */
    HL_CONV_FIRST,          /* a clue that touches an untouched card */
    HL_CONV_FIRST_PLAYABLE, /* each of them that is playable */
    HL_CONV_FIRST_CRITICAL, /* each that is the last copy of a card */
    HL_CONV_UNREADABLE,     /* a clue whose focus is read as something that it is not */
    HL_CONV_UNTOUCHED,      /* a clue that touches no card for the first time and readies none */
    HL_CONV_BURN,           /* more if it says nothing new at all */
    HL_CONV_SAVED,          /* a bonus: a card on a chop is saved, of which no copy is in sight */
    HL_CONV_DOUBLE,         /* discarding my chop after a card that has no other copy in sight */
    HL_CONV_EARLY,          /* the first discard of a chop while there is something to clue */
    HL_CONV_GIFT,           /* a bonus: a discard shows another seat its copy */
    HL_CONV_LATE,           /* a discard, for each card that the deck is short of six */
    HL_CONV_COPY,           /* a clue that touches a copy of a touched card of mine */
    HL_CONV_LITERAL,        /* a card that a partner who takes clues literally would misplay */
    HL_CONV_WEIGHTS
};

/* The conventions that a profile gives and understands, as bits. Without HL_CONV_GROUP a clue is
 * read as the earliest levels do: one unknown card at most comes before the focus. */
enum hl_conv_idea {
    HL_CONV_FINESSES = 1,   /* a clue may ask another seat for a blind play */
    HL_CONV_GROUP = 2,      /* the readings of the H-group: chain.c, and no save of a 2 in sight */
    HL_CONV_DEEP = 4,       /* more than one unknown card may come before the focus */
    HL_CONV_SELF = 8,       /* they may be in the hand of the focus, if nothing else fits */
    HL_CONV_LAYERED = 16,   /* other playable cards may lie over the card asked for */
    HL_CONV_ORDER = 32,     /* several 1s are played in a fixed order */
    HL_CONV_MOVES = 64,     /* chop moves by 5s, by useless cards, and by the order of 1s */
    HL_CONV_DISCARDS = 128, /* the discard of a known useful card shows another seat its copy */
    HL_CONV_BLUFFS = 256,   /* the blind card may be any playable one, if it is asked for at once */
    HL_CONV_TEMPO = 512,    /* a clue that readies one touched card, and no more, moves the chop */
    HL_CONV_SCREAMS = 1024, /* a discard in place of a better move moves the next seat's chop */
    HL_CONV_STALLS = 2048,  /* a seat that may not discard gives clues that mean only their facts */
    HL_CONV_PAIR = 4096,    /* two players: saves beside the chop, and on the first turn */
    HL_CONV_SIEVE = 8192,   /* sieve.c instead of all these: clues point at the card beside */
    HL_CONV_TOUCH = 16384   /* all cards that a clue touches are useful, and no two are the same;
                             * of the H-group's readings, without it: the focus alone */
};

enum hl_conv_reason {
    HL_CONV_PLAY_TOLD,     /* clues said that it is playable */
    HL_CONV_PLAY_PROMPT,   /* a clue to another seat needs this touched card before it */
    HL_CONV_PLAY_BLIND,    /* the same for the newest untouched card: a finesse */
    HL_CONV_PLAY_RISK,     /* nothing can be lost by trying */
    HL_CONV_PLAY_LIKELY,   /* uncertain, but worth the risk */
    HL_CONV_DISCARD_KNOWN, /* known, or said, to be useless */
    HL_CONV_DISCARD_CHOP,
    HL_CONV_DISCARD_LOCKED, /* no chop: the card that will be missed least */
    HL_CONV_CLUE_PLAY,      /* the focus may be played now, or in turn */
    HL_CONV_CLUE_FINESSE,
    HL_CONV_CLUE_SAVE,
    HL_CONV_CLUE_FIX,  /* stops a mistake */
    HL_CONV_CLUE_FILL, /* new facts about touched cards */
    HL_CONV_CLUE_STALL,
    HL_CONV_REASONS
};

typedef struct {
    uint32_t ideas;                      /* hl_conv_idea */
    int16_t weights[5][HL_CONV_WEIGHTS]; /* [players - 2][hl_conv_weight] */
} hl_conv_config;

/* A promise: a clue whose focus may need a card from another hand first. Cards are named by slot
 * and draw number; if the slot has another draw number, the card has left. */
typedef struct {
    uint32_t later;                   /* identities of the focus that need such a card first */
    uint8_t target, slot, order;      /* the focus */
    uint8_t waiting;                  /* seats (bit set) that have not moved since the clue */
    uint8_t turn;                     /* of the clue */
    uint8_t blind[6], blind_order[6]; /* by seat, the newest untouched card; HL_NONE: none */
    uint8_t giver, drawn; /* of the clue, and the cards drawn before it; HL_CONV_GROUP only */
    uint8_t shown_by;     /* the seat that played a card for it, or HL_NONE */
    uint8_t deferred;     /* seats (bit set) that have saved a card before playing for it */
    uint32_t shown;       /* identities of the focus that come after the card played for it */
} hl_conv_promise;

/* A hand as everybody knows it; identities are bit sets. */
typedef struct {
    uint32_t know[8];        /* what each card may be by the clues; 0: an empty slot */
    uint32_t said[8];        /* what the table takes it for; 0: said to be useless */
    uint8_t order[8];        /* draw number, HL_NONE when empty */
    uint8_t since[8];        /* turn on which a clue first touched it, HL_NONE: none has */
    uint8_t filled, touched; /* slots (bit set) */
    uint8_t moved;           /* slots protected by a chop move */
    uint8_t newest_first;    /* the chop is the newest card */
    uint8_t saved;           /* slots that were on the chop when a clue was about them */
    uint8_t by[8], drawn[8]; /* giver of the first clue that touched it, and cards drawn before */
} hl_conv_hand;

/* The public record. */
typedef struct {
    hl_conv_hand hands[6];
    uint32_t playable, useless, critical; /* identities, as in hl_public */
    uint32_t gone;                        /* played, or all copies thrown away */
    uint32_t claimed;                     /* identities that touched cards are known to have */
    uint8_t left[30];                     /* copies of each identity not thrown away */
    uint8_t tokens, strikes, score, deck_left, turns_left, to_move, turn;
    uint8_t open;    /* promises that are open (bit set) */
    uint8_t missed;  /* promises that closed before anybody kept them (bit set); HL_CONV_GROUP */
    uint8_t focus;   /* slot that the last turn's clue was about; HL_NONE: no clue, or a repair */
    uint8_t started; /* a chop was discarded: the early game is over */
    uint8_t given, giver, open_to; /* identity of a useful card discarded on purpose, or HL_NONE;
                                    * by whom, and seats (bit set) that may hold its copy */
    uint8_t given_drawn;           /* cards drawn before that discard */
    uint8_t lost;     /* identity of the last turn's lost card, if one copy is left; or HL_NONE */
    uint8_t screamed; /* the last turn protected the chop of the seat to move */
    uint8_t vague;    /* the last clue touched new cards, but its focus fits no play or save */
    hl_conv_promise promises[8];
} hl_conv_memo;

/* What a clue communicates to the table. */
typedef struct {
    uint8_t target, touched; /* seat clued and slots touched; HL_NONE and 0: no clue */
    uint8_t focus, chop;     /* slot that it is about, and whether that was the chop */
    uint32_t said;           /* identities that the table then takes the focus for; 0: useless */
    uint32_t later;          /* those of them that need a card from another hand first */
    uint8_t waiting;         /* seats (bit set) that may hold such a card untouched */
    uint32_t reach;          /* identities then playable, or after cards known to the table */
    uint32_t before[6][8], after[6][8]; /* what the table takes every card for */
    uint8_t plays[6];                   /* by seat, the slot that it would then play; HL_NONE */
    uint32_t plays_as[6];               /* what the seat takes that card for */
} hl_conv_meaning;

/* A promise that a seat would fulfil by playing a slot. */
typedef struct {
    uint8_t target, focus; /* seat and slot that the clue was about */
    uint8_t turn;          /* of the clue */
    uint32_t missing; /* playable identities of the slot that must be played before the focus */
} hl_conv_asked;

/* What the table knows of the cards by the clues and conventions, by seat and slot. */
typedef struct {
    uint32_t said[6][8];       /* identities; 0: said to be useless */
    hl_conv_asked asked[6][8]; /* with `missing` 0 if no promise asks for the card */
    uint8_t waiting[6][8];     /* seats (bit set) that have yet to move before a clue to the card is
                                * settled: one of them may hold the card that comes before it */
    uint8_t chop[6];           /* slot; HL_NONE: the hand is locked */
    uint8_t focus;             /* as in hl_conv_memo */
    uint8_t given, gift[6];    /* identity discarded on purpose; slots that may hold its copy */
} hl_conv_reading;

/* Wrap a convention agent as a blueprint; the config must stay alive. */
hl_blueprint hl_conv_blueprint(const hl_conv_config *config);
/* Write what a move of the view's seat would communicate to the table. HL_OK, the hl_error that
 * makes the move illegal, or HL_BAD_RULES if the agent cannot play by these rules. */
int hl_conv_explain(const hl_conv_config *config, const hl_view *view, int move,
                    hl_conv_meaning *meaning);
/* Write what the conventions say of every card on the table after all turns of a history. HL_OK, or
 * HL_BAD_RULES if the agent cannot play by these rules. */
int hl_conv_read_table(const hl_conv_config *config, const hl_public *pub,
                       hl_conv_reading *reading);
/* Write to may_be[slot] the identities (bit set) that the view's seat takes each of its cards for,
 * by the conventions and by what it sees; and to `asked` the slots (bit set) of untouched cards
 * about which the conventions say something, such as a finesse. HL_OK, or HL_BAD_RULES if the agent
 * cannot play by these rules. */
int hl_conv_expect(const hl_conv_config *config, const hl_view *view, uint32_t may_be[8],
                   uint32_t *asked);

/* --- cdef end --- */

#endif
