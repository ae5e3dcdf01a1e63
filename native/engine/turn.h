/* One turn, inlined into every loop that plays. Not public. */
#ifndef HANABI_TURN_H
#define HANABI_TURN_H

#include "engine/hanabi.h"

/* Always inlined: link-time optimisation sees all units as one and would otherwise stop inlining
 * when it has grown too much. */
#define HL_INLINE inline __attribute__((always_inline))

/* Set a game, whose rules and deck are filled in, to its first turn; hl_open does so for the public
 * part alone, whose rules are filled in. Old bytes of the history stay. In engine/deal.c. */
void hl_start(hl_game *game);
void hl_open(hl_public *pub);
/* Deal a game, whose rules are filled in, from its own random stream: shuffle the deck by the
 * stream HL_DECK_STREAM derived from it, and set the game to its first turn. */
void hl_deal_own(hl_game *game, const hl_rng *own);

static HL_INLINE unsigned hl_seat_after(const hl_rules *rules, unsigned seat, unsigned offset) {
    unsigned after = seat + offset;
    return after < rules->players ? after : after - rules->players;
}

/* The number of seats from `from` on to `to`. */
static HL_INLINE unsigned hl_seats_on(const hl_rules *rules, unsigned from, unsigned to) {
    return to >= from ? to - from : to + rules->players - from;
}

/* The id of a clue to the player `offset` seats on. */
static HL_INLINE int hl_clue_move(const hl_rules *rules, int offset, int clue) {
    int colours = rules->colour_clues, first = 2 * rules->hand_size;
    if (clue < colours)
        return first + (offset - 1) * colours + clue;
    first += (rules->players - 1) * colours;
    return first + (offset - 1) * rules->rank_clues + clue - colours;
}

/* The cards that a slot may hold as far as the view's seat can tell: consistent with the clues, and
 * neither gone nor in another hand. The seat's own hand, unknown to it, excludes nothing. 0: the
 * slot is empty. */
static HL_INLINE uint64_t hl_may_be(const hl_view *view, int seat, int slot) {
    return view->pub->know[seat][slot] & (view->unseen | view->held[seat]);
}

/* The slots (bit set) of a hand of physical cards that hold one of these cards. */
static inline unsigned hl_slots_of(const hl_rules *rules, const uint8_t hand[8], uint64_t cards) {
    unsigned slots = 0;
    for (int slot = rules->hand_size - 1; slot >= 0; slot--)
        slots = slots << 1 | ((hand[slot] < HL_MAX_DECK) & (unsigned)(cards >> (hand[slot] & 63)));
    return slots;
}

/* Whether the move `act`, one of rules->acts, is legal for the seat to move; the game is assumed to
 * run. `held` are the cards of each hand; that of the mover is not read. */
static HL_INLINE int hl_may(const hl_public *pub, const uint64_t held[6], const hl_event *act) {
    const hl_rules *rules = &pub->rules;
    int open = rules->open_kinds[pub->tokens] >> act->kind & 1;
    if (act->kind <= HL_PLAY)
        return open & (pub->order[pub->to_move][act->slot] != HL_NONE);
    uint64_t hand = held[hl_seat_after(rules, pub->to_move, act->target)];
    int touches = (hand & rules->clue_cards[act->clue]) != 0;
    int any = (rules->options & HL_EMPTY_CLUES) != 0;
    return open & (touches | any);
}

/* Whether the move with this id is legal for the seat to move: HL_OK, or the hl_error that forbids
 * it. `held` are the cards of each hand; that of the mover is not read. */
static HL_INLINE int hl_check(const hl_public *pub, const uint64_t held[6], int move) {
    if (pub->end)
        return HL_GAME_OVER;
    if (move < 0 || move >= pub->rules.moves)
        return HL_NO_SUCH_MOVE;
    const hl_event *act = &pub->rules.acts[move];
    if (hl_may(pub, held, act))
        return HL_OK;
    if (act->kind >= HL_COLOUR)
        return pub->tokens ? HL_EMPTY_CLUE : HL_NO_TOKENS;
    return pub->order[pub->to_move][act->slot] == HL_NONE ? HL_EMPTY_SLOT : HL_TOKENS_FULL;
}

static HL_INLINE void hl_gain_token(hl_public *pub, hl_event *event, unsigned earned) {
    unsigned gain = earned & (pub->tokens < pub->rules.max_tokens);
    pub->tokens = (uint8_t)(pub->tokens + gain);
    event->token = (uint8_t)gain;
}

static HL_INLINE void hl_score(hl_public *pub, unsigned card) {
    const hl_rules *rules = &pub->rules;
    unsigned id = rules->id_of[card];
    uint64_t copies = rules->cards_of[id];
    pub->score++;
    pub->stacks[rules->suit_of[card]]++;
    pub->playable ^= copies | rules->next_cards[id];
    pub->useless |= copies;
    pub->critical &= ~copies;
}

/* A card leaves the game unplayed: its identity may become critical, or its suit be capped. A copy
 * on the stack counts as left, so a played rank caps nothing. Masks, because branches here
 * mispredict. */
static HL_INLINE void hl_lose(hl_public *pub, unsigned card) {
    const hl_rules *rules = &pub->rules;
    uint64_t copies = rules->cards_of[rules->id_of[card]];
    uint64_t from_here_up = rules->suit_cards[rules->suit_of[card]] & -(copies & -copies);
    pub->discarded |= 1ULL << card;
    uint64_t left = copies & ~pub->discarded;
    pub->useless |= -(uint64_t)!left & from_here_up;
    pub->critical |= -(uint64_t) !(left & (left - 1)) & copies;
    pub->critical &= ~pub->useless;
}

/* Draw the next card of the deck, if any, into the slot that was emptied. */
static HL_INLINE void hl_draw(hl_game *game, hl_event *event, unsigned seat, unsigned slot) {
    hl_public *pub = &game->pub;
    unsigned card = HL_NONE, order = HL_NONE;
    uint64_t know = 0;
    if (pub->deck_left) {
        order = (unsigned)(pub->rules.deck_size - pub->deck_left);
        card = game->deck[order];
        know = pub->rules.all;
        game->held[seat] |= 1ULL << card;
        /* The seat that draws the last card has one more turn as well. */
        if (!--pub->deck_left)
            pub->turns_left = (uint8_t)(pub->rules.players + 1);
    }
    game->hand[seat][slot] = (uint8_t)card;
    pub->order[seat][slot] = event->drawn = (uint8_t)order;
    pub->know[seat][slot] = know;
    pub->touched[seat] &= (uint8_t) ~(1U << slot);
}

static HL_INLINE void hl_use_card(hl_game *game, hl_event *event, const hl_event *act) {
    hl_public *pub = &game->pub;
    unsigned seat = pub->to_move, slot = act->slot, card = game->hand[seat][slot];
    unsigned plays = act->kind == HL_PLAY, scores = plays & (unsigned)(pub->playable >> card);
    event->card = (uint8_t)card;
    event->order = pub->order[seat][slot];
    event->success = (uint8_t)scores;
    game->held[seat] ^= 1ULL << card;
    pub->gone |= 1ULL << card;
    if (scores) {
        hl_score(pub, card);
        hl_gain_token(pub, event, !pub->rules.next_cards[pub->rules.id_of[card]]);
    } else {
        hl_lose(pub, card);
        hl_gain_token(pub, event, !plays);
        pub->strikes = (uint8_t)(pub->strikes + plays);
    }
    hl_draw(game, event, seat, slot);
}

static HL_INLINE void hl_clue(hl_game *game, hl_event *event, const hl_event *act) {
    hl_public *pub = &game->pub;
    unsigned target = hl_seat_after(&pub->rules, pub->to_move, act->target);
    uint64_t cards = pub->rules.clue_cards[act->clue], *know = pub->know[target];
    const uint8_t *hand = game->hand[target];
    unsigned touched = 0;
    for (int slot = pub->rules.hand_size - 1; slot >= 0; slot--) {
        uint64_t missed = (cards >> (hand[slot] & 63) & 1) - 1; /* all ones, or none */
        know[slot] &= cards ^ missed;
        touched += touched + 1 + (unsigned)missed;
    }
    pub->tokens--;
    pub->touched[target] |= (uint8_t)touched;
    event->touched = (uint8_t)touched;
    event->target = (uint8_t)target;
}

/* The cards that may still be played: all that are not gone or, once the deck is empty, those in
 * the hands of seats with a turn left. hanab.live's early end depends on them. */
static HL_INLINE uint64_t hl_reachable(const hl_game *game) {
    const hl_public *pub = &game->pub;
    if (pub->deck_left)
        return pub->rules.all & ~pub->gone;
    uint64_t cards = 0;
    for (unsigned turn = 0; turn < pub->turns_left; turn++)
        cards |= game->held[hl_seat_after(&pub->rules, pub->to_move, turn)];
    return cards;
}

static HL_INLINE uint8_t hl_end_now(const hl_game *game) {
    const hl_public *pub = &game->pub;
    const hl_rules *rules = &pub->rules;
    if (pub->strikes == rules->max_strikes)
        return HL_STRIKEOUT;
    if (pub->score == rules->ids)
        return HL_PERFECT;
    if (!pub->turns_left)
        return HL_OUT_OF_TURNS;
    if (rules->options & HL_STOP_WHEN_NOTHING && !(hl_reachable(game) & pub->playable))
        return HL_NOTHING_LEFT;
    return HL_RUNNING;
}

/* Make the move with this id, which must be legal. */
static HL_INLINE void hl_apply(hl_game *game, int move) {
    hl_public *pub = &game->pub;
    const hl_event *act = &pub->rules.acts[move];
    hl_event *event = &pub->history[pub->turn++];
    *event = *act;
    event->seat = pub->to_move;
    if (act->kind <= HL_PLAY)
        hl_use_card(game, event, act);
    else
        hl_clue(game, event, act);
    if (pub->turns_left != HL_NONE)
        pub->turns_left--;
    pub->to_move = (uint8_t)hl_seat_after(&pub->rules, pub->to_move, 1);
    pub->end = hl_end_now(game);
}

/* The identities (bit set) that can still score. */
static inline uint32_t hl_wanted(const hl_public *pub) {
    return hl_identities(&pub->rules, pub->rules.all & ~pub->useless);
}

/* The pace: the number of cards that may still be discarded before there are too few turns for the
 * highest possible score; undefined in the last round. */
static inline int hl_pace(const hl_public *pub) {
    return pub->deck_left + pub->rules.players - __builtin_popcount(hl_wanted(pub));
}

/* Whether the view's seat is to move: HL_OK, HL_GAME_OVER or HL_NOT_YOUR_TURN. */
static inline int hl_may_decide(const hl_view *view) {
    if (view->pub->end)
        return HL_GAME_OVER;
    return view->pub->to_move == view->seat ? HL_OK : HL_NOT_YOUR_TURN;
}

#endif
