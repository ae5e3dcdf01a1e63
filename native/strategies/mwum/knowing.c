/* The knowing agent: its states describe what a seat can see of the table, its actions what a move
 * would do. codes.h defines the numbers. Marks say which card each clue so far was about. */
#include "rulebase/chop_and_focus.h"
#include "strategies/mwum/agent.h"

#include <string.h>

void hl_marks_begin(hl_marks *marks, const hl_rules *rules) {
    memset(marks, 0, sizeof *marks);
    marks->hand_size = rules->hand_size;
    memset(marks->order, HL_NONE, sizeof marks->order);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            marks->order[seat][slot] = (uint8_t)(seat * rules->hand_size + slot);
}

static hl_hand_order hand_order(const hl_marks *marks, int seat) {
    return (hl_hand_order){marks->order[seat], marks->hand_size};
}

static unsigned touched_slots(const hl_marks *marks, int seat) {
    unsigned slots = 0;
    for (int slot = 0; slot < marks->hand_size; slot++)
        slots |= (unsigned)(marks->mark[seat][slot] != HL_UNTOUCHED) << slot;
    return slots;
}

/* The slot of a seat's oldest untouched card, HL_NONE if there is none. */
static int chop_of(const hl_marks *marks, int seat) {
    return hl_chop(hand_order(marks, seat), touched_slots(marks, seat));
}

/* The focus (hl_focus) of a clue that would touch these slots (bit set) of a seat; writes to
 * `on_chop` whether it is the chop. */
static int focus_of(const hl_marks *marks, int seat, unsigned touched, int *on_chop) {
    return hl_focus(hand_order(marks, seat), touched_slots(marks, seat), touched, on_chop);
}

static void hear(hl_marks *marks, const hl_event *event) {
    int on_chop, seat = event->target;
    int focus = focus_of(marks, seat, event->touched, &on_chop);
    for (int slot = 0; slot < marks->hand_size; slot++)
        if (event->touched >> slot & 1 && !marks->mark[seat][slot])
            marks->mark[seat][slot] = HL_COMPANY;
    if (focus == HL_NONE)
        return;
    int first = on_chop ? HL_COLOUR_CHOP : HL_COLOUR_FOCUS;
    marks->mark[seat][focus] = (uint8_t)(first + (event->kind == HL_RANK));
    marks->since[seat][focus] = marks->turn;
}

void hl_marks_follow(hl_marks *marks, const hl_public *pub) {
    for (; marks->turn < pub->turn; marks->turn++) {
        const hl_event *event = &pub->history[marks->turn];
        if (event->kind <= HL_PLAY) {
            marks->mark[event->seat][event->slot] = HL_UNTOUCHED;
            marks->order[event->seat][event->slot] = event->drawn;
        } else {
            hear(marks, event);
        }
        marks->last[event->seat] = (uint8_t)(marks->turn + 1);
    }
}

/* Facts that the agent computes once in a turn, before it looks at its moves. */
typedef struct {
    const hl_view *view;
    const hl_public *pub;
    const hl_rules *rules;
    const hl_marks *marks;
    int seat, chop;
    uint64_t spoken; /* cards in other hands that were clued, or are known to be playable */
    unsigned loaded; /* cards that others will probably play correctly */
    unsigned misled; /* just clued cards that others may misplay */
} hl_knower;

/* The probability that one of these cards is in a set, in six classes: never, rarely (below 20 %),
 * sometimes (45 %), often (70 %), mostly, certainly. */
static unsigned chance_of(uint64_t cards, uint64_t those) {
    int hits = 100 * count(cards & those), all = count(cards);
    if (!hits)
        return 0;
    if (hits == 100 * all)
        return 5;
    return 1 + (hits >= 20 * all) + (hits >= 45 * all) + (hits >= 70 * all);
}

static int focused(const hl_knower *knower, int seat, int slot) {
    return knower->marks->mark[seat][slot] >= HL_COLOUR_FOCUS;
}

/* Whether a clue was about the card since its holder moved. */
static int fresh(const hl_knower *knower, int seat, int slot) {
    return focused(knower, seat, slot) &&
           knower->marks->since[seat][slot] >= knower->marks->last[seat];
}

/* How much a card in another hand is worth a clue. */
enum hl_worth { HL_WASTE = 0, HL_USEFUL, HL_CRITICAL, HL_NEXT, HL_PLAYABLE };

/* The effects of a clue; the code of the action consists of these numbers. */
typedef struct {
    unsigned on_chop, worth; /* of the focus */
    unsigned known;    /* what the clue proves of its focus: unplayable 0, neither 1, playable 2 */
    unsigned repeated; /* an earlier clue was about that card */
    unsigned learns;   /* another card becomes certainly playable */
    unsigned waste;    /* useless cards touched for the first time, at most 2 */
    unsigned warns;    /* a just clued card is then known not to be playable */
} clue_effect;

static int may_follow(const hl_knower *knower, uint64_t card) {
    foreach (lower, knower->spoken & knower->pub->playable)
        if (knower->rules->next_cards[knower->rules->id_of[lower]] & card)
            return 1;
    return 0;
}

static unsigned worth_of(const hl_knower *knower, int seat, int slot) {
    unsigned card = knower->view->hand[seat][slot];
    uint64_t bit = 1ULL << card, copies = knower->rules->cards_of[knower->rules->id_of[card]];
    if (bit & knower->pub->useless || copies & knower->spoken & ~bit)
        return HL_WASTE;
    if (bit & knower->pub->playable)
        return HL_PLAYABLE;
    if (may_follow(knower, bit))
        return HL_NEXT;
    return bit & knower->pub->critical ? HL_CRITICAL : HL_USEFUL;
}

/* Record the effects on a card that the clue is not about. */
static void look_aside(const hl_knower *knower, int seat, int slot, uint64_t before, uint64_t after,
                       clue_effect *effect) {
    uint64_t playable = knower->pub->playable;
    effect->learns |= before & ~playable && !(after & ~playable);
    effect->warns |= fresh(knower, seat, slot) && before & playable && !(after & playable);
}

/* The effects of a clue, as its giver sees them. */
static void look_at_clue(const hl_knower *knower, const hl_event *act, clue_effect *effect) {
    int seat = (int)hl_seat_after(knower->rules, (unsigned)knower->seat, act->target), on_chop;
    uint64_t clued = knower->rules->clue_cards[act->clue];
    unsigned touched = hl_slots_of(knower->rules, knower->view->hand[seat], clued);
    int focus = focus_of(knower->marks, seat, touched, &on_chop);
    *effect = (clue_effect){.on_chop = (unsigned)on_chop};
    for (int slot = 0; slot < knower->rules->hand_size; slot++) {
        if (knower->view->hand[seat][slot] == HL_NONE)
            continue;
        unsigned hit = touched >> slot & 1;
        uint64_t before = hl_may_be(knower->view, seat, slot);
        uint64_t after = before & (hit ? clued : ~clued);
        if (slot == focus) {
            unsigned chance = chance_of(after, knower->pub->playable);
            effect->known = (chance > 0) + (chance == 5);
            effect->worth = worth_of(knower, seat, slot);
            effect->repeated = (unsigned)focused(knower, seat, slot);
            continue;
        }
        look_aside(knower, seat, slot, before, after, effect);
        effect->waste +=
            hit && !knower->marks->mark[seat][slot] && worth_of(knower, seat, slot) == HL_WASTE;
    }
    effect->waste = hl_mwum_at_most(effect->waste, 2);
}

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
            if (sure || (focused(knower, seat, slot) && bit & playable))
                knower->loaded++;
            else if (fresh(knower, seat, slot) && known & playable)
                knower->misled++;
        }
}

static unsigned play_code(const hl_knower *knower, int slot) {
    unsigned chance = chance_of(mine(knower, slot), knower->pub->playable);
    unsigned code = HL_MWUM_PLAY | hl_mwum_put(HL_MWUM_CHANCE, chance);
    if (chance == 5)
        return code;
    return code | hl_mwum_put(HL_MWUM_MARK, knower->marks->mark[knower->seat][slot]) |
           hl_mwum_put(HL_MWUM_FRESH, (unsigned)fresh(knower, knower->seat, slot));
}

static unsigned discard_code(const hl_knower *knower, int slot) {
    uint64_t cards = mine(knower, slot);
    unsigned useless = chance_of(cards, knower->pub->useless);
    if (useless == 5)
        return HL_MWUM_DISCARD | hl_mwum_put(HL_MWUM_USELESS, 2);
    unsigned critical = chance_of(cards, knower->pub->critical);
    unsigned playable = chance_of(cards, knower->pub->playable) >= 4;
    unsigned mark = knower->marks->mark[knower->seat][slot];
    return HL_MWUM_DISCARD | hl_mwum_put(HL_MWUM_USELESS, useless >= 3) |
           hl_mwum_put(HL_MWUM_CRITICAL, hl_mwum_at_most(critical, 2)) |
           hl_mwum_put(HL_MWUM_TOUCHED, hl_mwum_at_most(mark, HL_COLOUR_FOCUS)) |
           hl_mwum_put(HL_MWUM_IS_CHOP, slot == knower->chop) |
           hl_mwum_put(HL_MWUM_PLAYABLE, playable);
}

static unsigned clue_code(unsigned kind, const clue_effect *effect) {
    return kind | hl_mwum_put(HL_MWUM_ON_CHOP, effect->on_chop) |
           hl_mwum_put(HL_MWUM_WORTH, effect->worth) | hl_mwum_put(HL_MWUM_TOLD, effect->known) |
           hl_mwum_put(HL_MWUM_REPEATED, effect->repeated) |
           hl_mwum_put(HL_MWUM_LEARNS, effect->learns) | hl_mwum_put(HL_MWUM_WASTE, effect->waste) |
           hl_mwum_put(HL_MWUM_WARNS, effect->warns);
}

/* The quality of a clue: none about a playable card, one that may show it as playable, or one that
 * certainly does. */
static unsigned offer(const clue_effect *effect) {
    return effect->worth == HL_PLAYABLE && !effect->repeated ? effect->known : 0;
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
            clue_effect effect;
            look_at_clue(knower, act, &effect);
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
        unsigned chance = cards ? chance_of(cards, knower->pub->playable) : 0, call = 0;
        if (chance == 5)
            call = 5;
        else if (chance && focused(knower, knower->seat, slot))
            call = 1 + (chance >= 3) + 2 * (unsigned)fresh(knower, knower->seat, slot);
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
    int slot = chop_of(knower->marks, seat);
    if (slot == HL_NONE || knower->view->hand[seat][slot] == HL_NONE)
        return 0;
    unsigned worth = worth_of(knower, seat, slot);
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
    knower.chop = chop_of(marks, knower.seat);
    look_at_others(&knower);
    unsigned offered = codes(&knower, choices);
    uint64_t state = HL_MWUM_OF_STATE;
    state |= (uint64_t)state_of(&knower, offered) << (HL_MWUM_STATE & 0xff);
    for (int i = 0; i < choices->count; i++)
        choices->key[i] |= state;
    choices->state = state | HL_MWUM_ITSELF;
}
