/* The information strategy: reading the game so far, and deciding. */
#include "strategies/hat/table.h"

#include <string.h>

int hl_hat_knows(const hl_rules *rules) {
    for (int id = 0; id < rules->ids; id++)
        for (int kind = 0; kind < 2; kind++) {
            int first = kind ? rules->colour_clues : 0, touching = 0;
            int end = first + (kind ? rules->rank_clues : rules->colour_clues);
            for (int clue = first; clue < end; clue++)
                touching += rules->clue_ids[clue] >> id & 1;
            if (touching != 1)
                return 0;
        }
    return rules->max_tokens > 0;
}

/* Put what a clue of this code tells into the tables of all but the giver. `me` does not see the
 * own hand, and learns what the others' answers leave over. */
static void hear_code(hl_table *table, int giver, int me, int clues, int code,
                      hl_hat_decision *told) {
    int players = table->rules->players;
    for (int seat = 0; seat < players; seat++) {
        told->answer[seat] = told->told[seat] = HL_NONE;
        if (seat == giver || seat == me)
            continue;
        int answer = hl_table_ask(table, seat, clues, -1, &told->told[seat]);
        told->answer[seat] = (uint8_t)answer;
        code += clues - answer;
    }
    if (me != giver) {
        told->answer[me] = (uint8_t)(code % clues);
        hl_table_ask(table, me, clues, told->answer[me], &told->told[me]);
    }
}

/* The table as it is now, from the game's whole history. */
static void read_game(hl_table *table, const hl_view *view) {
    hl_hat_decision heard;
    hl_table_open(table, view);
    hl_table_settle(table);
    for (int turn = 0; turn < view->pub->turn; turn++) {
        const hl_event *event = &view->pub->history[turn];
        if (event->kind <= HL_PLAY) {
            hl_table_use(table, event);
        } else {
            int clues = hl_code_count(table, event->seat);
            int code = hl_code_of(table, event->seat, event->target, event->clue, event->touched);
            if (clues > 1)
                hear_code(table, event->seat, view->seat, clues, code % clues, &heard);
            hl_table_clue(table, event);
        }
        hl_table_settle(table);
    }
}

typedef struct {
    hl_table table;
    const hl_public *pub;
    int me;
    ids mine[HL_MAX_HAND];    /* what I know my cards to be, seeing the other hands */
    uint8_t left[HL_MAX_IDS]; /* copies that I do not see */
    ids elsewhere;            /* identities in other hands */
} mind;

static ids unseen_ids(const mind *mind) {
    ids set = 0;
    for (int id = 0; id < mind->table.rules->ids; id++)
        set |= (ids)(mind->left[id] > 0) << id;
    return set;
}

static void look_around(mind *mind, const hl_view *view) {
    const hl_rules *rules = &view->pub->rules;
    read_game(&mind->table, view);
    mind->pub = view->pub;
    mind->me = view->seat;
    mind->elsewhere = 0;
    for (int id = 0; id < rules->ids; id++)
        mind->left[id] = (uint8_t)__builtin_popcountll(rules->cards_of[id] & view->unseen);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            if (view->hand[seat][slot] != HL_NONE)
                mind->elsewhere |= 1U << rules->id_of[view->hand[seat][slot]];
    for (int slot = 0; slot < rules->hand_size; slot++) {
        ids table = mind->table.may_be[view->seat][slot];
        ids clues = hl_identities(rules, view->pub->know[view->seat][slot] & view->unseen);
        mind->mine[slot] = table & unseen_ids(mind) & clues;
        if (table && !mind->mine[slot])
            mind->mine[slot] = clues;
    }
}

static int weight(const mind *mind, int slot, ids set) {
    int copies = 0;
    for (ids cards = mind->mine[slot] & set; cards; cards &= cards - 1)
        copies += mind->left[__builtin_ctz(cards)];
    return copies;
}

static int all_in(const mind *mind, int slot, ids set) {
    return mind->mine[slot] && !(mind->mine[slot] & ~set);
}

/* Of the cards that can only be playable: one on which a card in sight can follow, and the lowest.
 */
static int sure_play(const mind *mind) {
    const hl_rules *rules = mind->table.rules;
    int best = HL_NONE, most = -1;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        if (!all_in(mind, slot, mind->table.playable))
            continue;
        int worth = 0, options = members(mind->mine[slot]);
        for (ids cards = mind->mine[slot]; cards; cards &= cards - 1) {
            int id = __builtin_ctz(cards), rank = id % rules->ranks;
            int follows = rank + 1 < rules->ranks && mind->elsewhere >> (id + 1) & 1;
            worth += 100 * (2 * rules->ranks - rank + 3 * follows) / options;
        }
        if (worth > most) {
            most = worth;
            best = slot;
        }
    }
    return best;
}

/* The card most likely to be playable, if at least `percent`. */
static int likely_play(const mind *mind, int percent) {
    int best = HL_NONE, hits = 0, of = 1;
    for (int slot = 0; slot < mind->table.rules->hand_size; slot++) {
        int hit = weight(mind, slot, mind->table.playable);
        int total = weight(mind, slot, mind->mine[slot]);
        if (total && hit * 100 >= total * percent && hit * of > hits * total) {
            best = slot;
            hits = hit;
            of = total;
        }
    }
    return best;
}

static int first_in(const mind *mind, ids set) {
    for (int slot = 0; slot < mind->table.rules->hand_size; slot++)
        if (all_in(mind, slot, set))
            return slot;
    return HL_NONE;
}

/* Copies that I certainly need not keep: each identity it may be is in another hand too. */
static int seen_elsewhere(const mind *mind) { return first_in(mind, mind->elsewhere); }

/* The card whose loss costs least: critical ones most, low ones more than high ones. */
static int least_missed(const mind *mind) {
    const hl_rules *rules = mind->table.rules;
    int best = HL_NONE;
    double least = 1e9;
    for (int slot = 0; slot < rules->hand_size; slot++) {
        int total = weight(mind, slot, mind->mine[slot]);
        if (!total)
            continue;
        double cost = 0;
        for (ids cards = mind->mine[slot] & ~mind->table.useless; cards; cards &= cards - 1) {
            int id = __builtin_ctz(cards);
            double one = mind->table.critical >> id & 1 ? 20 : mind->elsewhere >> id & 1 ? 0.5 : 4;
            cost += mind->left[id] * one * (rules->ranks + 1 - id % rules->ranks) / rules->ranks;
        }
        if (cost / total < least) {
            least = cost / total;
            best = slot;
        }
    }
    return best;
}

/* Whether somebody's table lacks anything worth telling. */
static int somebody_can_learn(const mind *mind) {
    const hl_table *table = &mind->table;
    for (int seat = 0; seat < table->rules->players; seat++)
        for (int slot = 0; seat != mind->me && slot < table->rules->hand_size; slot++)
            if (members(table->may_be[seat][slot]) > 1 &&
                table->may_be[seat][slot] & ~table->useless)
                return 1;
    return 0;
}

/* The move that carries a code; of several, the one that by itself rules out most. */
static int move_for(const mind *mind, int code) {
    const hl_public *pub = mind->pub;
    uint8_t moves[HL_MAX_MOVES];
    int best = HL_NONE, most = -1, count = hl_view_legal_moves(mind->table.view, moves);
    for (int i = 0; i < count; i++) {
        const hl_event *act = &pub->rules.acts[moves[i]];
        if (act->kind < HL_COLOUR)
            continue;
        int target = (mind->me + act->target) % pub->rules.players, ruled_out = 0;
        unsigned touched = 0;
        for (int slot = 0; slot < pub->rules.hand_size; slot++) {
            uint8_t card = mind->table.view->hand[target][slot];
            if (card == HL_NONE)
                continue;
            unsigned hit = pub->rules.clue_cards[act->clue] >> card & 1;
            ids clued = pub->rules.clue_ids[act->clue];
            touched |= hit << slot;
            ruled_out += members(mind->table.may_be[target][slot] & (hit ? ~clued : clued));
        }
        if (hl_code_of(&mind->table, mind->me, target, act->clue, touched) == code &&
            ruled_out > most) {
            most = ruled_out;
            best = moves[i];
        }
    }
    return best;
}

/* The clue that tells everybody's answer; 0 if there is none to give. */
static int give_clue(const mind *mind, hl_hat_decision *decision) {
    hl_table after = mind->table;
    int clues = hl_code_count(&mind->table, mind->me), code = 0;
    if (!mind->pub->tokens || clues < 1)
        return 0;
    for (int seat = 0; seat < after.rules->players; seat++) {
        decision->answer[seat] = decision->told[seat] = HL_NONE;
        if (seat == mind->me)
            continue;
        int answer = hl_table_ask(&after, seat, clues, -1, &decision->told[seat]);
        decision->answer[seat] = (uint8_t)answer;
        code += answer;
    }
    decision->clues = (uint8_t)clues;
    decision->code = (uint8_t)(code % clues);
    int move = move_for(mind, decision->code);
    decision->move = (uint8_t)move;
    decision->slot = HL_NONE;
    return move != HL_NONE;
}

static int settled(hl_hat_decision *decision, int reason, int slot, int play, int hand_size) {
    if (slot == HL_NONE)
        return 0;
    decision->reason = (uint8_t)reason;
    decision->slot = (uint8_t)slot;
    decision->move = (uint8_t)(slot + (play ? hand_size : 0));
    return 1;
}

static int clued(const mind *mind, hl_hat_decision *decision, int reason) {
    decision->reason = (uint8_t)reason;
    return give_clue(mind, decision);
}

/* How many turns may go by without a point before the best score is out of reach. */
static int pace(const mind *mind) {
    const hl_rules *rules = mind->table.rules;
    return mind->pub->deck_left + rules->players - (rules->ids - members(mind->table.useless));
}

/* Tried at many thresholds: useless cards go first while there is time for everybody, and no card
 * goes at all any more, as long as there are tokens, once there is none for that. */
static int decide(const mind *mind, hl_hat_decision *decision) {
    const hl_public *pub = mind->pub;
    const hl_rules *rules = mind->table.rules;
    int hand = rules->hand_size, room = pub->tokens < rules->max_tokens;
    int spare_lives = rules->max_strikes - pub->strikes - 1;
    int spare_cards = rules->deck_size - rules->ids - hand * rules->players;
    int lost = __builtin_popcountll(pub->discarded), time = pace(mind) - rules->players;
    int waste = first_in(mind, mind->table.useless);
    if (settled(decision, HL_HAT_PLAY, sure_play(mind), 1, hand))
        return 1;
    if (spare_lives && lost <= spare_cards &&
        settled(decision, HL_HAT_RISK, likely_play(mind, 75), 1, hand))
        return 1;
    if (!pub->deck_left && spare_lives && !pub->tokens &&
        settled(decision, HL_HAT_LAST_CHANCE, likely_play(mind, 1), 1, hand))
        return 1;
    if (room && time > 0 && settled(decision, HL_HAT_WASTE, waste, 0, hand))
        return 1;
    if (somebody_can_learn(mind) && clued(mind, decision, HL_HAT_CLUE))
        return 1;
    if (time < 0 && clued(mind, decision, HL_HAT_STALL))
        return 1;
    if (room && (settled(decision, HL_HAT_WASTE, waste, 0, hand) ||
                 settled(decision, HL_HAT_SEEN, seen_elsewhere(mind), 0, hand) ||
                 settled(decision, HL_HAT_LEAST, least_missed(mind), 0, hand)))
        return 1;
    return clued(mind, decision, HL_HAT_STALL);
}

int hl_hat_decide(const hl_view *view, hl_hat_decision *decision) {
    if (view->pub->end)
        return HL_GAME_OVER;
    if (view->pub->to_move != view->seat)
        return HL_NOT_YOUR_TURN;
    if (!hl_hat_knows(&view->pub->rules))
        return HL_BAD_RULES;
    mind mind;
    look_around(&mind, view);
    memset(decision, HL_NONE, sizeof *decision);
    if (!decide(&mind, decision)) { /* no clue carries the code: any legal move will do */
        uint8_t moves[HL_MAX_MOVES];
        if (!hl_view_legal_moves(view, moves))
            return HL_GAME_OVER;
        memset(decision, HL_NONE, sizeof *decision);
        decision->move = moves[0];
        decision->reason = HL_HAT_STALL;
    }
    return HL_OK;
}
