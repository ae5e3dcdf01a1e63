/* The encoding of the knowing agent's states and actions as bit fields, defined once: C packs the
 * numbers, words.py reads them. */
#ifndef HANABI_MWUM_CODES_H
#define HANABI_MWUM_CODES_H

/* --- cdef begin --- */

/* The kind of an action is in the highest of its 16 bits. */
enum hl_mwum_kind {
    HL_MWUM_DISCARD = 0x0000,
    HL_MWUM_PLAY = 0x4000,
    HL_MWUM_COLOUR = 0x8000,
    HL_MWUM_RANK = 0xc000,
    HL_MWUM_KINDS = 0xc000, /* the bits of the kind */
    HL_MWUM_ITSELF = 0xffff /* in place of an action's code: the state's own entry */
};

/* A field is its width in bits << 8 | its lowest bit. */
enum hl_mwum_field {
    /* of a play */
    HL_MWUM_CHANCE = 3 << 8 | 0, /* probability to be playable: 0 never ... 5 certainly */
    HL_MWUM_MARK = 3 << 8 | 3,   /* hl_mark */
    HL_MWUM_FRESH = 1 << 8 | 6,  /* clued since the holder moved */
    /* of a discard */
    HL_MWUM_USELESS = 2 << 8 | 0,  /* seldom 0, often 1, certainly 2 */
    HL_MWUM_CRITICAL = 2 << 8 | 2, /* never 0, rarely 1, perhaps 2 */
    HL_MWUM_TOUCHED = 2 << 8 | 4,  /* hl_mark up to HL_COLOUR_FOCUS */
    HL_MWUM_IS_CHOP = 1 << 8 | 6,  /* the oldest untouched card */
    HL_MWUM_PLAYABLE = 1 << 8 | 7, /* playable with a chance of 70 % or more */
    /* of a clue: hl_clue_effect */
    HL_MWUM_ON_CHOP = 1 << 8 | 0,
    HL_MWUM_WORTH = 3 << 8 | 1,
    HL_MWUM_TOLD = 2 << 8 | 4,
    HL_MWUM_REPEATED = 1 << 8 | 6,
    HL_MWUM_LEARNS = 1 << 8 | 7,
    HL_MWUM_WASTE = 2 << 8 | 8,
    HL_MWUM_WARNS = 1 << 8 | 10,
    /* of a state */
    HL_MWUM_PHASE = 2 << 8 | 0,
    HL_MWUM_TOKENS = 2 << 8 | 2,
    HL_MWUM_LIVES = 2 << 8 | 4,
    HL_MWUM_LOADED = 2 << 8 | 6, /* cards that others will probably play correctly */
    HL_MWUM_MISLED = 1 << 8 | 8, /* whether others may misplay a card */
    HL_MWUM_CALL = 3 << 8 | 9,   /* the strongest call to play among the own cards */
    HL_MWUM_KNOWS_WASTE = 1 << 8 | 12,
    HL_MWUM_OFFER = 2 << 8 | 13, /* the best clue for a playable card */
    HL_MWUM_STAKE = 2 << 8 | 15, /* what the next seat would lose by discarding */
    /* of a key in the table */
    HL_MWUM_STATE = 24 << 8 | 16
};

/* --- cdef end --- */

/* A number whose field has this value, while all other fields are 0. */
static inline unsigned hl_mwum_put(enum hl_mwum_field field, unsigned value) {
    return value << (field & 0xff);
}

#endif
