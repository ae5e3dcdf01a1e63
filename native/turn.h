/* One turn, inlined into every loop that plays. Not part of the public face. */
#ifndef HANABI_TURN_H
#define HANABI_TURN_H

#include "hanabi.h"

/* From rules and deck to the first turn; leaves the history's old bytes alone. In deal.c. */
void hl_start(hl_game *game);

static inline int hl_seat_after(const hl_rules *rules, int seat, int offset) {
    int after = seat + offset;
    return after < rules->players ? after : after - rules->players;
}

/* HL_OK or why the seat to move may not do this. `held` of the mover is not read. */
static inline int hl_check(const hl_public *pub, const uint64_t held[6], int move) {
    const hl_rules *rules = &pub->rules;
    if (pub->end)
        return HL_GAME_OVER;
    if (move < 0 || move >= rules->moves)
        return HL_NO_SUCH_MOVE;
    hl_choice choice = rules->choices[move];
    if (choice.kind <= HL_PLAY) {
        if (pub->order[pub->to_move][choice.slot] == HL_NONE)
            return HL_EMPTY_SLOT;
        if (choice.kind == HL_DISCARD && pub->tokens == rules->max_tokens &&
            !(rules->options & HL_DISCARD_AT_MAX))
            return HL_TOKENS_FULL;
        return HL_OK;
    }
    if (!pub->tokens)
        return HL_NO_TOKENS;
    int target = hl_seat_after(rules, pub->to_move, choice.offset);
    if (!(held[target] & rules->clue_cards[choice.clue]) && !(rules->options & HL_EMPTY_CLUES))
        return HL_EMPTY_CLUE;
    return HL_OK;
}

static inline void hl_gain_token(hl_public *pub, hl_event *event) {
    event->token = pub->tokens < pub->rules.max_tokens;
    pub->tokens = (uint8_t)(pub->tokens + event->token);
}

/* A card left the game unplayed: its identity may now be critical, or its suit may be capped. */
static inline void hl_lose(hl_public *pub, int card) {
    const hl_rules *rules = &pub->rules;
    uint64_t copies = rules->cards_of[rules->id_of[card]];
    pub->discarded |= 1ULL << card;
    if (pub->useless & copies)
        return;
    uint64_t left = copies & ~pub->discarded;
    if (!left) {
        uint64_t from_here_up = rules->suit_cards[rules->suit_of[card]] & -(copies & -copies);
        pub->useless |= from_here_up;
        pub->critical &= ~from_here_up;
    } else if (!(left & (left - 1))) {
        pub->critical |= copies;
    }
}

static inline void hl_score(hl_public *pub, int card, hl_event *event) {
    const hl_rules *rules = &pub->rules;
    int id = rules->id_of[card], suit = rules->suit_of[card];
    uint64_t copies = rules->cards_of[id];
    pub->score++;
    pub->useless |= copies;
    pub->critical &= ~copies;
    pub->playable &= ~copies;
    if (++pub->stacks[suit] < rules->ranks)
        pub->playable |= rules->cards_of[id + 1];
    else
        hl_gain_token(pub, event);
}

/* The next card of the deck comes into the slot that the last one left. */
static inline void hl_draw(hl_game *game, int seat, int slot, hl_event *event) {
    hl_public *pub = &game->pub;
    pub->touched[seat] &= (uint8_t) ~(1U << slot);
    if (!pub->deck_left) {
        game->hand[seat][slot] = pub->order[seat][slot] = HL_NONE;
        pub->know[seat][slot] = 0;
        return;
    }
    uint8_t order = (uint8_t)(pub->rules.deck_size - pub->deck_left);
    uint8_t card = game->deck[order];
    game->hand[seat][slot] = card;
    game->held[seat] |= 1ULL << card;
    pub->order[seat][slot] = event->drawn = order;
    pub->know[seat][slot] = pub->rules.all;
    /* Whoever draws the last card has one more turn as well. */
    if (!--pub->deck_left)
        pub->turns_left = (uint8_t)(pub->rules.players + 1);
}

static inline void hl_use_card(hl_game *game, hl_event *event) {
    hl_public *pub = &game->pub;
    int seat = event->seat, slot = event->slot, card = game->hand[seat][slot];
    uint64_t bit = 1ULL << card;
    event->card = (uint8_t)card;
    event->order = pub->order[seat][slot];
    pub->gone |= bit;
    game->held[seat] &= ~bit;
    if (event->kind == HL_DISCARD) {
        hl_gain_token(pub, event);
        hl_lose(pub, card);
    } else if (pub->playable & bit) {
        event->success = 1;
        hl_score(pub, card, event);
    } else {
        pub->strikes++;
        hl_lose(pub, card);
    }
    hl_draw(game, seat, slot, event);
}

static inline void hl_clue(hl_game *game, hl_event *event, int offset) {
    hl_public *pub = &game->pub;
    int target = hl_seat_after(&pub->rules, event->seat, offset);
    uint64_t cards = pub->rules.clue_cards[event->clue];
    unsigned touched = 0;
    for (int slot = 0; slot < pub->rules.hand_size; slot++) {
        unsigned card = game->hand[target][slot];
        uint64_t hit = card < HL_MAX_DECK ? cards >> card & 1 : 0;
        touched |= (unsigned)hit << slot;
        pub->know[target][slot] &= cards ^ (hit - 1);
    }
    pub->tokens--;
    pub->touched[target] |= (uint8_t)touched;
    event->touched = (uint8_t)touched;
    event->target = (uint8_t)target;
}

/* Cards that a seat with a turn to come may still play: hanab.live's early end looks at these. */
static inline uint64_t hl_reachable(const hl_game *game) {
    const hl_public *pub = &game->pub;
    if (pub->deck_left)
        return pub->rules.all & ~pub->gone;
    uint64_t cards = 0;
    for (int turn = 0; turn < pub->turns_left; turn++)
        cards |= game->held[hl_seat_after(&pub->rules, pub->to_move, turn)];
    return cards;
}

static inline uint8_t hl_end_now(const hl_game *game) {
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

/* Make a legal move. */
static inline void hl_apply(hl_game *game, int move) {
    hl_public *pub = &game->pub;
    hl_choice choice = pub->rules.choices[move];
    hl_event *event = &pub->history[pub->turn++];
    *event = (hl_event){.move = (uint8_t)move,
                        .kind = choice.kind,
                        .seat = pub->to_move,
                        .slot = choice.slot,
                        .target = HL_NONE,
                        .clue = choice.clue,
                        .card = HL_NONE,
                        .order = HL_NONE,
                        .drawn = HL_NONE};
    if (choice.kind <= HL_PLAY)
        hl_use_card(game, event);
    else
        hl_clue(game, event, choice.offset);
    if (pub->turns_left != HL_NONE)
        pub->turns_left--;
    pub->to_move = (uint8_t)hl_seat_after(&pub->rules, pub->to_move, 1);
    pub->end = hl_end_now(game);
}

#endif
