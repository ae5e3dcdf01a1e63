/* The knowing agent: its states describe what a seat can see of the table, its actions what a move
 * would do. codes.h defines the numbers. */
#include "strategies/mwum/codes.h"
#include "strategies/mwum/knower.h"

static uint64_t mine(const hl_knower *knower, int slot) {
    return hl_may_be(knower->view, knower->seat, slot);
}

/* Predict what the other hands will play. */
static void look_at_others(hl_knower *knower) {
    uint64_t playable = knower->pub->playable;
    for (int seat = 0; seat < knower->rules->players; seat++)
        for (int slot = 0; slot < knower->rules->hand_size; slot++) {
            unsigned card = knower->view->hand[seat][slot];
            if (card == HL_NONE)
                continue;
            uint64_t bit = 1ULL << card, known = hl_may_be(knower->view, seat, slot);
            int sure = !(known & ~playable);
            if (sure || knower->marks->mark[seat][slot])
                knower->spoken |= bit;
            if (sure || (hl_mwum_focused(knower, seat, slot) && bit & playable))
                knower->loaded++;
            else if (hl_mwum_fresh(knower, seat, slot) && known & playable)
                knower->misled++;
        }
}

static unsigned play_code(const hl_knower *knower, int slot) {
    unsigned chance = hl_mwum_chance(mine(knower, slot), knower->pub->playable);
    unsigned code = HL_MWUM_PLAY | hl_mwum_put(HL_MWUM_CHANCE, chance);
    if (chance == 5)
        return code;
    return code | hl_mwum_put(HL_MWUM_MARK, knower->marks->mark[knower->seat][slot]) |
           hl_mwum_put(HL_MWUM_FRESH, (unsigned)hl_mwum_fresh(knower, knower->seat, slot));
}

static unsigned discard_code(const hl_knower *knower, int slot) {
    uint64_t cards = mine(knower, slot);
    unsigned useless = hl_mwum_chance(cards, knower->pub->useless);
    if (useless == 5)
        return HL_MWUM_DISCARD | hl_mwum_put(HL_MWUM_USELESS, 2);
    unsigned critical = hl_mwum_chance(cards, knower->pub->critical);
    unsigned playable = hl_mwum_chance(cards, knower->pub->playable) >= 4;
    unsigned mark = knower->marks->mark[knower->seat][slot];
    return HL_MWUM_DISCARD | hl_mwum_put(HL_MWUM_USELESS, useless >= 3) |
           hl_mwum_put(HL_MWUM_CRITICAL, hl_mwum_at_most(critical, 2)) |
           hl_mwum_put(HL_MWUM_TOUCHED, hl_mwum_at_most(mark, HL_COLOUR_FOCUS)) |
           hl_mwum_put(HL_MWUM_IS_CHOP, slot == knower->chop) |
           hl_mwum_put(HL_MWUM_PLAYABLE, playable);
}

static unsigned clue_code(unsigned kind, const hl_clue_effect *effect) {
    return kind | hl_mwum_put(HL_MWUM_ON_CHOP, effect->on_chop) |
           hl_mwum_put(HL_MWUM_WORTH, effect->worth) | hl_mwum_put(HL_MWUM_TOLD, effect->told) |
           hl_mwum_put(HL_MWUM_REPEATED, effect->repeated) |
           hl_mwum_put(HL_MWUM_LEARNS, effect->learns) | hl_mwum_put(HL_MWUM_WASTE, effect->waste) |
           hl_mwum_put(HL_MWUM_WARNS, effect->warns);
}

/* The quality of a clue: none about a playable card, one that may show it as playable, or one that
 * certainly does. */
static unsigned offer(const hl_clue_effect *effect) {
    return effect->worth == HL_PLAYABLE && !effect->repeated ? effect->told : 0;
}

/* Write the codes of all legal moves; returns the quality of the best clue. */
static unsigned codes(const hl_knower *knower, hl_choices *choices) {
    unsigned best = 0;
    choices->count = hl_view_legal_moves(knower->view, choices->move);
    for (int i = 0; i < choices->count; i++) {
        const hl_event *act = &knower->rules->acts[choices->move[i]];
        if (act->kind <= HL_PLAY) {
            choices->key[i] = (act->kind == HL_PLAY ? play_code : discard_code)(knower, act->slot);
        } else {
            hl_clue_effect effect;
            hl_mwum_clue(knower, act, &effect);
            best = offer(&effect) > best ? offer(&effect) : best;
            choices->key[i] =
                clue_code(act->kind == HL_COLOUR ? HL_MWUM_COLOUR : HL_MWUM_RANK, &effect);
        }
    }
    return best;
}

/* The strongest call to play among the own cards: none 0, the focus of an older clue 1 or, with a
 * fair chance, 2, the focus of the last clue 3 or 4, a certainly playable card 5. */
static unsigned calling(const hl_knower *knower) {
    unsigned most = 0;
    for (int slot = 0; slot < knower->rules->hand_size; slot++) {
        uint64_t cards = mine(knower, slot);
        unsigned chance = cards ? hl_mwum_chance(cards, knower->pub->playable) : 0, call = 0;
        if (chance == 5)
            call = 5;
        else if (chance && hl_mwum_focused(knower, knower->seat, slot))
            call = 1 + (chance >= 3) + 2 * (unsigned)hl_mwum_fresh(knower, knower->seat, slot);
        most = call > most ? call : most;
    }
    return most;
}

static unsigned knows_waste(const hl_knower *knower) {
    unsigned waste = 0;
    for (int slot = 0; slot < knower->rules->hand_size; slot++) {
        uint64_t cards = mine(knower, slot);
        waste |= cards && !(cards & ~knower->pub->useless);
    }
    return waste;
}

/* What the next seat would lose by discarding: nothing 0, a playable card 1, a critical one 2. */
static unsigned at_stake(const hl_knower *knower) {
    int seat = (int)hl_seat_after(knower->rules, (unsigned)knower->seat, 1);
    int slot = hl_marks_chop(knower->marks, seat);
    if (slot == HL_NONE || knower->view->hand[seat][slot] == HL_NONE)
        return 0;
    unsigned worth = hl_mwum_worth(knower, seat, slot);
    if (worth == HL_PLAYABLE)
        return 1;
    return worth != HL_WASTE && knower->pub->critical >> knower->view->hand[seat][slot] & 1 ? 2 : 0;
}

/* The phase of the game: last turns 0, no turn to spare for all points 1, late 2, early 3. */
static unsigned phase(const hl_public *pub) {
    if (!pub->deck_left)
        return 0;
    if (hl_pace(pub) <= 0)
        return 1;
    return pub->deck_left < 10 ? 2 : 3;
}

static unsigned tokens(const hl_public *pub) {
    return pub->tokens < 2 ? pub->tokens : pub->tokens < 5 ? 2 : 3;
}

static unsigned state_of(const hl_knower *knower, unsigned offered) {
    const hl_public *pub = knower->pub;
    unsigned lives = (unsigned)(pub->rules.max_strikes - pub->strikes);
    return hl_mwum_put(HL_MWUM_PHASE, phase(pub)) | hl_mwum_put(HL_MWUM_TOKENS, tokens(pub)) |
           hl_mwum_put(HL_MWUM_LIVES, hl_mwum_at_most(lives, 3)) |
           hl_mwum_put(HL_MWUM_LOADED, hl_mwum_at_most(knower->loaded, 2)) |
           hl_mwum_put(HL_MWUM_MISLED, hl_mwum_at_most(knower->misled, 1)) |
           hl_mwum_put(HL_MWUM_CALL, calling(knower)) |
           hl_mwum_put(HL_MWUM_KNOWS_WASTE, knows_waste(knower)) |
           hl_mwum_put(HL_MWUM_OFFER, offered) | hl_mwum_put(HL_MWUM_STAKE, at_stake(knower));
}

void hl_mwum_knowing_choices(const hl_view *view, const hl_marks *marks, hl_choices *choices) {
    hl_knower knower = {view, view->pub, &view->pub->rules, marks, view->seat, 0, 0, 0, 0};
    knower.chop = hl_marks_chop(marks, knower.seat);
    look_at_others(&knower);
    unsigned offered = codes(&knower, choices);
    uint64_t state = HL_MWUM_OF_STATE;
    state |= (uint64_t)state_of(&knower, offered) << (HL_MWUM_STATE & 0xff);
    for (int i = 0; i < choices->count; i++)
        choices->key[i] |= state;
    choices->state = state | HL_MWUM_ITSELF;
}
