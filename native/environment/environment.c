/* Lanes of games: dealing, stepping and describing them. */
#include "environment/environment.h"
#include "empathy/odds.h"
#include "engine/rng.h"
#include "engine/turn.h"

#include <string.h>

static void deal(hl_lane *lane, const hl_rng *seed, uint64_t number) {
    hl_rng own = hl_child(seed, number), deck = hl_child(&own, HL_DECK_STREAM);
    lane->number = number;
    hl_shuffle(&lane->game.pub.rules, &deck, lane->game.deck);
    hl_start(&lane->game);
    hl_ledger_start(&lane->game.pub.rules, &lane->ledger);
}

static void tell(const hl_lane *lane, uint32_t row, unsigned words, const hl_batch *batch) {
    const hl_game *game = &lane->game;
    const hl_public *pub = &game->pub;
    unsigned seat = pub->to_move, hand = pub->rules.hand_size;
    hl_observe_into(pub, (const uint8_t(*)[8])game->hand, &lane->ledger, seat,
                    batch->observations + (size_t)row * words);
    batch->legal[row] = hl_legal_actions(pub, game->held, &lane->ledger);
    batch->seats[row] = (uint8_t)seat;
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

int hl_environment_start(const hl_rules *rules, const hl_rng *seed, uint64_t first, uint32_t count,
                         hl_lane *lanes, const hl_batch *batch) {
    hl_rules ready;
    int error = prepare(rules, &ready);
    if (error)
        return error;
    memset(lanes, 0, count * sizeof *lanes);
    for (uint32_t row = 0; row < count; row++) {
        lanes[row].game.pub.rules = ready;
        deal(&lanes[row], seed, first + row);
    }
    hl_environment_tell(count, lanes, batch);
    return HL_OK;
}

/* Record the effects of a clue before it is given. */
static void weigh_clue(const hl_lane *lane, const hl_event *act, hl_deed *deed) {
    const hl_public *pub = &lane->game.pub;
    unsigned target = hl_seat_after(&pub->rules, pub->to_move, act->target);
    for (int slot = 0; slot < pub->rules.hand_size; slot++) {
        unsigned card = lane->game.hand[target][slot] & 63U;
        unsigned touched = pub->rules.clue_cards[act->clue] >> card & 1U;
        unsigned again = touched & lane->ledger.told[target][slot] >> act->clue;
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

static hl_deed move(hl_lane *lane, int id) {
    hl_public *pub = &lane->game.pub;
    const hl_event *act = &pub->rules.acts[id];
    hl_deed deed = {.kind = act->kind};
    (act->kind <= HL_PLAY ? weigh_card : weigh_clue)(lane, act, &deed);
    hl_apply(&lane->game, id);
    hl_ledger_enter(pub, &lane->ledger);
    deed.scored = pub->history[pub->turn - 1].success;
    deed.end = pub->end;
    deed.stacks = pub->score;
    deed.reward = (int8_t)(pub->end == HL_STRIKEOUT ? -(int)pub->score : deed.scored);
    return deed;
}

/* The engine's move for an action in this lane, or -1 if it is not legal. */
static int move_of(const hl_lane *lane, unsigned action) {
    const hl_public *pub = &lane->game.pub;
    int id = pub->end ? -1 : hl_move_of_action(pub, &lane->ledger, action);
    return id >= 0 && hl_may(pub, lane->game.held, &pub->rules.acts[id]) ? id : -1;
}

int hl_environment_step(const hl_rng *seed, uint32_t count, hl_lane *lanes, const uint8_t *actions,
                        const hl_batch *batch) {
    for (uint32_t row = 0; row < count; row++)
        if (move_of(&lanes[row], actions[row]) < 0)
            return HL_NO_SUCH_MOVE;
    unsigned words = words_of(lanes);
    for (uint32_t row = 0; row < count; row++) {
        hl_lane *lane = &lanes[row];
        batch->deeds[row] = move(lane, move_of(lane, actions[row]));
        if (lane->game.pub.end)
            deal(lane, seed, lane->number + count);
        tell(lane, row, words, batch);
    }
    return HL_OK;
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
            move(lane, moves[turn]);
    }
    return error ? error : lane->game.pub.end ? HL_GAME_OVER : HL_OK;
}

void hl_random_actions(const uint64_t *legal, uint32_t count, hl_rng *rng, uint8_t *actions) {
    for (uint32_t row = 0; row < count; row++) {
        uint64_t left = legal[row];
        unsigned many = (unsigned)__builtin_popcountll(left);
        for (unsigned skip = many ? hl_below(rng, hl_next(rng), many) : 0; skip; skip--)
            left &= left - 1;
        actions[row] = left ? (uint8_t)__builtin_ctzll(left) : HL_NONE;
    }
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

int hl_environment_odds(uint32_t count, const hl_lane *lanes, float *odds) {
    const hl_rules *rules = &lanes->game.pub.rules;
    int error = HL_OK;
    for (uint32_t row = 0; !error && row < count; row++)
        error = odds_of(&lanes[row], odds + (size_t)row * rules->hand_size * rules->ids);
    return error;
}
