/* The knowing agent: its states say what a seat can tell of the table, its actions what a move
 * would do. native/strategies/mwum/words.py reads the numbers back. */
#include "strategies/mwum/knowing.h"

enum { DISCARD = 0x0000, PLAY = 0x4000, COLOUR = 0x8000, RANK = 0xc000, ITSELF = 0xffff };

static uint64_t mine(const hl_knower *knower, int slot) {
    return knower->pub->know[knower->seat][slot] & knower->view->unseen;
}

/* What the other hands are going to do. */
static void look_at_others(hl_knower *knower) {
    uint64_t playable = knower->pub->playable;
    for (int seat = 0; seat < knower->rules->players; seat++)
        for (int slot = 0; slot < knower->rules->hand_size; slot++) {
            unsigned card = knower->view->hand[seat][slot];
            if (card == HL_NONE)
                continue;
            uint64_t bit = 1ULL << card, known = hl_mwum_theirs(knower, seat, slot);
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
    if (chance == 5)
        return PLAY | chance;
    unsigned mark = knower->marks->mark[knower->seat][slot];
    return PLAY | chance | mark << 3 | (unsigned)hl_mwum_fresh(knower, knower->seat, slot) << 6;
}

static unsigned discard_code(const hl_knower *knower, int slot) {
    uint64_t cards = mine(knower, slot);
    unsigned useless = hl_mwum_chance(cards, knower->pub->useless);
    if (useless == 5)
        return DISCARD | 2;
    unsigned critical = hl_mwum_at_most(hl_mwum_chance(cards, knower->pub->critical), 2);
    unsigned playable = hl_mwum_chance(cards, knower->pub->playable) >= 4;
    unsigned mark = hl_mwum_at_most(knower->marks->mark[knower->seat][slot], HL_COLOUR_FOCUS);
    return DISCARD | (useless >= 3) | critical << 2 | mark << 4 |
           (unsigned)(slot == knower->chop) << 6 | playable << 7;
}

static unsigned clue_code(unsigned kind, const hl_clue_effect *effect) {
    return kind | effect->on_chop | effect->worth << 1 | effect->told << 4 | effect->repeated << 6 |
           effect->learns << 7 | effect->waste << 8 | effect->warns << 10;
}

/* How good a clue is to be had: none for a playable card, one that may say so, or one that does. */
static unsigned offer(const hl_clue_effect *effect) {
    return effect->worth == HL_PLAYABLE && !effect->repeated ? effect->told : 0;
}

/* The codes of all legal moves, and the best clue among them. */
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
            choices->key[i] = clue_code(act->kind == HL_COLOUR ? COLOUR : RANK, &effect);
        }
    }
    return best;
}

/* The own card that most asks to be played: none 0, one that a clue was once about 1 or, with a
 * fair chance, 2, one that the last clue was about 3 or 4, a certainly playable one 5. */
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
    int slot = hl_marks_chop(knower->marks, knower->rules->hand_size, seat);
    if (slot == HL_NONE || knower->view->hand[seat][slot] == HL_NONE)
        return 0;
    unsigned worth = hl_mwum_worth(knower, seat, slot);
    if (worth == HL_PLAYABLE)
        return 1;
    return worth != HL_WASTE && knower->pub->critical >> knower->view->hand[seat][slot] & 1 ? 2 : 0;
}

/* How far the game is: last turns 0, no turn to spare for all points 1, late 2, early 3. */
static unsigned phase(const hl_public *pub) {
    int wanted = __builtin_popcount(hl_identities(&pub->rules, pub->rules.all & ~pub->useless));
    if (!pub->deck_left)
        return 0;
    if (pub->deck_left + pub->rules.players <= wanted)
        return 1;
    return pub->deck_left < 10 ? 2 : 3;
}

static unsigned tokens(const hl_public *pub) {
    return pub->tokens < 2 ? pub->tokens : pub->tokens < 5 ? 2 : 3;
}

void hl_mwum_knowing_choices(const hl_view *view, const hl_marks *marks, hl_choices *choices) {
    hl_knower knower = {view, view->pub, &view->pub->rules, marks, view->seat, 0, 0, 0, 0};
    const hl_public *pub = view->pub;
    knower.chop = hl_marks_chop(marks, knower.rules->hand_size, knower.seat);
    look_at_others(&knower);
    unsigned best = codes(&knower, choices);
    unsigned lives = (unsigned)(pub->rules.max_strikes - pub->strikes);
    uint64_t state = phase(pub) | tokens(pub) << 2 | hl_mwum_at_most(lives, 3) << 4 |
                     hl_mwum_at_most(knower.loaded, 2) << 6 |
                     hl_mwum_at_most(knower.misled, 1) << 8 | calling(&knower) << 9 |
                     knows_waste(&knower) << 12 | best << 13 | at_stake(&knower) << 15;
    state = HL_MWUM_OF_STATE | state << 16;
    for (int i = 0; i < choices->count; i++)
        choices->key[i] |= state;
    choices->state = state | ITSELF;
}
