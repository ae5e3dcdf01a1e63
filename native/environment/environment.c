/* Lanes of games: dealing, stepping and describing them. */
#include "environment/environment.h"
#include "empathy/odds.h"
#include "engine/rng.h"
#include "engine/turn.h"

#include <string.h>

/* The stream of a game that draws its partner and the learner's seat. */
#define MEETING_STREAM 16
/* Games in a row that may end before the learner's first turn. */
#define MOST_UNSEEN 1000

/* Deal a game for the learner alone. */
static void deal(hl_lane *lane, const hl_rng *seed, uint64_t number) {
    hl_rng own = hl_child(seed, number);
    lane->number = number;
    lane->learner = HL_NONE;
    lane->paid = 0;
    hl_deal_own(&lane->game, &own);
    hl_ledger_start(&lane->game.pub.rules, &lane->ledger);
}

/* Deal a game of the course: its partner and the learner's seat have a stream of their own. */
static void deal_course(hl_lane *lane, const hl_course *course, uint64_t number) {
    deal(lane, &course->seed, number);
    if (!course->partners)
        return;
    unsigned players = lane->game.pub.rules.players;
    hl_rng own = hl_child(&course->seed, number), draw = hl_child(&own, MEETING_STREAM);
    lane->partner = hl_rng_below(&draw, course->partners);
    unsigned seat = hl_rng_below(&draw, players);
    lane->learner = (uint8_t)(course->seat == HL_NONE ? seat : course->seat);
    for (unsigned each = 0; each < players; each++)
        lane->chances[each] = hl_child(&own, HL_SEAT_STREAM + each);
    memset(lane->known, 0, sizeof lane->known);
}

static void observe(const hl_lane *lane, unsigned seat, uint64_t *observation) {
    hl_observe_into(&lane->game.pub, (const uint8_t(*)[8])lane->game.hand, &lane->ledger, seat,
                    observation);
}

static void tell(const hl_lane *lane, uint32_t row, unsigned words, const hl_batch *batch) {
    const hl_game *game = &lane->game;
    const hl_public *pub = &game->pub;
    unsigned seat = pub->to_move, hand = pub->rules.hand_size;
    observe(lane, seat, batch->observations + (size_t)row * words);
    batch->legal[row] = hl_legal_actions(pub, game->held, &lane->ledger);
    batch->seats[row] = (uint8_t)seat;
    batch->partners[row] = lane->partner;
    batch->waiting[row] = lane->learner != HL_NONE && lane->learner != seat;
    uint8_t *own = batch->hands + (size_t)row * hand;
    memset(own, HL_NONE, hand);
    for (unsigned position = 0; position < lane->ledger.count[seat]; position++)
        own[position] = pub->rules.id_of[game->hand[seat][lane->ledger.by_age[seat][position]]];
}

static unsigned words_of(const hl_lane *lane) {
    return (hl_observation_bits(&lane->game.pub.rules) + 63) / 64;
}

void hl_environment_tell(uint32_t count, const hl_lane *lanes, const hl_batch *batch) {
    for (uint32_t row = 0; row < count; row++)
        tell(&lanes[row], row, words_of(lanes), batch);
}

static int prepare(const hl_rules *rules, hl_rules *ready) {
    *ready = *rules;
    int error = hl_rules_prepare(ready);
    return error ? error : hl_observation_check(ready);
}

/* Record the effects of a clue before it is given. */
static void weigh_clue(const hl_lane *lane, const hl_event *act, hl_deed *deed) {
    const hl_public *pub = &lane->game.pub;
    unsigned target = hl_seat_after(&pub->rules, pub->to_move, act->target);
    for (int slot = 0; slot < pub->rules.hand_size; slot++) {
        unsigned card = lane->game.hand[target][slot] & 63U;
        unsigned touched = pub->rules.clue_cards[act->clue] >> card & 1U;
        unsigned again = touched & lane->ledger.clues[target][slot] >> act->clue;
        unsigned playable = touched & (unsigned)(pub->playable >> card);
        deed->repeated += again;
        deed->playable += playable;
        deed->news += playable & ~again;
    }
}

static void weigh_card(const hl_lane *lane, const hl_event *act, hl_deed *deed) {
    const hl_public *pub = &lane->game.pub;
    unsigned id = pub->rules.id_of[lane->game.hand[pub->to_move][act->slot]];
    deed->stacked = id % pub->rules.ranks < pub->stacks[id / pub->rules.ranks];
}

static void apply(hl_lane *lane, int id) {
    hl_apply(&lane->game, id);
    hl_ledger_enter(&lane->game.pub, &lane->ledger);
}

/* Reward the cards played since the last reward. */
static void pay(hl_lane *lane, hl_deed *deed) {
    const hl_public *pub = &lane->game.pub;
    int gained = pub->score - lane->paid;
    deed->gained = (int8_t)(deed->gained + gained);
    deed->reward = (int8_t)(deed->reward + (pub->end == HL_STRIKEOUT ? -lane->paid : gained));
    deed->end = pub->end;
    deed->stacks = lane->paid = pub->score;
}

static hl_deed move(hl_lane *lane, int id) {
    const hl_public *pub = &lane->game.pub;
    const hl_event *act = &pub->rules.acts[id];
    hl_deed deed = {.kind = act->kind};
    (act->kind <= HL_PLAY ? weigh_card : weigh_clue)(lane, act, &deed);
    apply(lane, id);
    deed.scored = pub->history[pub->turn - 1].success;
    return deed;
}

/* The move of a partner in the core. */
static int partner_move(const hl_course *course, hl_lane *lane, uint32_t row) {
    const hl_blueprint *partner = course->strategies[lane->partner];
    hl_view view;
    hl_choice choice;
    hl_see(&lane->game, lane->game.pub.to_move, &view);
    unsigned seat = view.seat, players = lane->game.pub.rules.players;
    void *memo = course->scratch;
    int known = 0;
    if (partner->memo_size <= course->memo_size) {
        memo = course->memos + ((size_t)row * players + seat) * course->memo_size;
        known = lane->known[seat];
    }
    hl_recall_on(partner, &view, known, memo);
    lane->known[seat] = view.pub->turn;
    partner->decide(partner->config, &view, memo, &lane->chances[seat], &choice);
    return choice.move;
}

/* Make partners' moves in a lane, and deal further games, until the learner is to move or a partner
 * that is not in the core. `deed` collects the effects for the learner; once its `end` is set it
 * belongs to an earlier game. */
static int go_on(const hl_course *course, hl_lane *lanes, uint32_t row, hl_deed *deed,
                 const hl_batch *batch) {
    hl_lane *lane = &lanes[row];
    const hl_public *pub = &lane->game.pub;
    unsigned words = words_of(lane);
    for (int unseen = 0; unseen < MOST_UNSEEN;) {
        int own = !deed->end; /* the deed is of this game */
        if (own)
            pay(lane, deed);
        if (pub->end) {
            unseen += !own;
            if (own)
                observe(lane, lane->learner == HL_NONE ? pub->to_move : lane->learner,
                        batch->finals + (size_t)row * words);
            deal_course(lane, course, lane->number + course->stride);
        } else if (lane->learner == HL_NONE || lane->learner == pub->to_move ||
                   !course->strategies[lane->partner]) {
            tell(lane, row, words, batch);
            return HL_OK;
        } else {
            int id = partner_move(course, lane, row);
            if (id < 0)
                hl_terminate(&lane->game);
            else
                apply(lane, id);
        }
    }
    return HL_OUT_OF_BUDGET;
}

int hl_environment_start(const hl_rules *rules, const hl_course *course, uint64_t first,
                         hl_lane *lanes, const hl_batch *batch) {
    hl_rules ready;
    int error = prepare(rules, &ready);
    if (!error && course->seat != HL_NONE && course->seat >= ready.players)
        error = HL_BAD_ARGUMENT;
    for (uint32_t each = 0; !error && each < course->partners; each++)
        if (course->strategies[each])
            error = hl_blueprint_check(course->strategies[each], &ready);
    if (error)
        return error;
    memset(lanes, 0, course->lanes * sizeof *lanes);
    for (uint32_t row = 0; !error && row < course->lanes; row++) {
        hl_deed none = {.end = HL_TERMINATED};
        lanes[row].game.pub.rules = ready;
        deal_course(&lanes[row], course, first + row);
        error = go_on(course, lanes, row, &none, batch);
    }
    return error;
}

/* The engine's move for an action in this lane, or -1 if it is not legal. */
static int move_of(const hl_lane *lane, unsigned action) {
    const hl_public *pub = &lane->game.pub;
    int id = pub->end ? -1 : hl_move_of_action(pub, &lane->ledger, action);
    return id >= 0 && hl_may(pub, lane->game.held, &pub->rules.acts[id]) ? id : -1;
}

int hl_environment_step(const hl_course *course, hl_lane *lanes, const uint8_t *actions,
                        const hl_batch *batch) {
    for (uint32_t row = 0; row < course->lanes; row++) {
        if (batch->waiting[row])
            return HL_NOT_YOUR_TURN;
        if (move_of(&lanes[row], actions[row]) < 0)
            return HL_NO_SUCH_MOVE;
    }
    int error = HL_OK;
    for (uint32_t row = 0; !error && row < course->lanes; row++) {
        batch->deeds[row] = move(&lanes[row], move_of(&lanes[row], actions[row]));
        error = go_on(course, lanes, row, &batch->deeds[row], batch);
    }
    return error;
}

int hl_environment_reply(const hl_course *course, hl_lane *lanes, const uint32_t *rows,
                         const int16_t *moves, uint32_t count, const hl_batch *batch,
                         uint32_t *refused) {
    int error = HL_OK;
    for (uint32_t each = 0; !error && each < count; each++) {
        hl_lane *lane = &lanes[rows[each]];
        *refused = each;
        error = moves[each] < 0 ? HL_OK : hl_legal(&lane->game, moves[each]);
        if (error)
            return error;
        if (moves[each] < 0)
            hl_terminate(&lane->game);
        else
            apply(lane, moves[each]);
        error = go_on(course, lanes, rows[each], &batch->deeds[rows[each]], batch);
    }
    return error;
}

int hl_environment_restore(const hl_rules *rules, const hl_rng *seed, uint64_t number,
                           const uint8_t *moves, uint32_t turns, hl_lane *lane) {
    memset(lane, 0, sizeof *lane);
    int error = prepare(rules, &lane->game.pub.rules);
    if (!error)
        deal(lane, seed, number);
    for (uint32_t turn = 0; !error && turn < turns; turn++) {
        error = hl_legal(&lane->game, moves[turn]);
        if (!error)
            apply(lane, moves[turn]);
    }
    lane->paid = lane->game.pub.score;
    return error ? error : lane->game.pub.end ? HL_GAME_OVER : HL_OK;
}

void hl_random_actions(const uint64_t *legal, uint32_t count, hl_rng *rng, uint8_t *actions) {
    for (uint32_t row = 0; row < count; row++)
        actions[row] = legal[row] ? (uint8_t)hl_any_of(rng, legal[row]) : HL_NONE;
}

static int odds_of(const hl_lane *lane, float *rows) {
    const hl_public *pub = &lane->game.pub;
    unsigned ids = pub->rules.ids, seat = pub->to_move;
    hl_position position;
    hl_odds odds;
    hl_position_of_game(&lane->game, &position);
    int error = hl_count_deals(&position, seat, &odds);
    memset(rows, 0, (size_t)pub->rules.hand_size * ids * sizeof *rows);
    for (unsigned place = 0; !error && place < lane->ledger.count[seat]; place++)
        for (unsigned id = 0; id < ids; id++)
            rows[place * ids + id] =
                (float)((double)odds.ways[lane->ledger.by_age[seat][place]][id] /
                        (double)odds.deals);
    return error;
}

int hl_environment_odds(const hl_lane *lanes, const int64_t *wanted, uint32_t count, float *odds) {
    const hl_rules *rules = &lanes->game.pub.rules;
    int error = HL_OK;
    for (uint32_t row = 0; !error && row < count; row++)
        error = odds_of(&lanes[wanted[row]], odds + (size_t)row * rules->hand_size * rules->ids);
    return error;
}
