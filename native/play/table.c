/* Blueprints at one table, game after game. */
#include "play/table.h"
#include "engine/turn.h"
#include "play/replay.h"
#include "play/tally.h"

/* Who sits where, and whose memo each seat reads: that of the first seat of the same blueprint, or
 * its own if it goes by sight and not all seats think alike. */
typedef struct {
    const hl_blueprint *const *seating;
    uint8_t memo_of[HL_MAX_PLAYERS];
    unsigned keepers; /* seats (bit set) whose memo is kept up */
    int alike;        /* all seats play the same blueprint */
    uint8_t *memos[HL_MAX_PLAYERS];
} table;

/* Memos take whole lines of memory. */
static uint64_t room_of(const hl_blueprint *blueprint) {
    return ((uint64_t)blueprint->memo_size + 63) & ~UINT64_C(63);
}

uint64_t hl_table_room(const hl_blueprint *const *seating, int players) {
    uint64_t bytes = 0;
    for (int seat = 0; seat < players; seat++)
        bytes += room_of(seating[seat]);
    return bytes;
}

static void sit(table *table, const hl_blueprint *const *seating, int players, int alike,
                void *room) {
    uint8_t *memo = room;
    table->seating = seating;
    table->keepers = 0;
    table->alike = alike;
    for (int seat = 1; seat < players; seat++)
        table->alike &= seating[seat] == seating[0];
    for (int seat = 0; seat < players; seat++) {
        int own = seating[seat]->by_sight == HL_ALONE || (seating[seat]->by_sight && !table->alike);
        int keeper = own ? seat : 0;
        table->memos[seat] = memo;
        memo += room_of(seating[seat]);
        while (seating[keeper] != seating[seat])
            keeper++;
        table->memo_of[seat] = (uint8_t)keeper;
        if (seating[keeper]->memo_size)
            table->keepers |= 1U << keeper;
    }
}

static void start(table *table, const hl_rules *rules) {
    for (unsigned left = table->keepers; left; left &= left - 1) {
        int seat = first_of(left);
        const hl_blueprint *blueprint = table->seating[seat];
        blueprint->start(blueprint->config, rules, table->memos[seat]);
    }
}

/* Make a move and let every memo see it. `before` has the rules of the game. */
static void make(table *table, hl_game *game, hl_public *before, int move) {
    if (table->keepers)
        hl_remember(before, &game->pub);
    hl_apply(game, move);
    for (unsigned left = table->keepers; left; left &= left - 1) {
        int seat = first_of(left);
        const hl_blueprint *blueprint = table->seating[seat];
        int all_see = table->alike && blueprint->by_sight != HL_ALONE;
        blueprint->observe(blueprint->config, before, &game->pub, (const uint8_t(*)[8])game->hand,
                           all_see ? HL_NONE : seat, table->memos[seat]);
    }
}

static void decide(const table *table, const hl_view *view, int seat, hl_rng *rng,
                   hl_choice *choice) {
    const hl_blueprint *blueprint = table->seating[seat];
    blueprint->decide(blueprint->config, view, table->memos[table->memo_of[seat]], rng, choice);
}

static void play_out(table *table, hl_game *game, hl_public *before, const hl_rng *own,
                     hl_seat_results *seats) {
    hl_rng chances[HL_MAX_PLAYERS];
    for (int seat = 0; seat < game->pub.rules.players; seat++)
        hl_rng_derive(&chances[seat], own, HL_SEAT_STREAM + (uint64_t)seat);
    start(table, &game->pub.rules);
    while (!game->pub.end) {
        hl_view view;
        hl_choice choice;
        int seat = game->pub.to_move;
        hl_see(game, seat, &view);
        decide(table, &view, seat, &chances[seat], &choice);
        if (choice.move < 0) {
            seats[seat].given_up[-1 - choice.move]++;
            hl_terminate(game);
        } else {
            note_move(&view, choice.move, choice.reason, &seats[seat]);
            make(table, game, before, choice.move);
        }
    }
}

int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_rules_prepare(&game.pub.rules);
    for (int seat = 0; !error && seat < rules->players; seat++)
        error = hl_blueprint_check(seating[seat], &game.pub.rules);
    if (error)
        return error;
    table table;
    hl_public before = game.pub;
    sit(&table, seating, rules->players, 1, room);
    for (uint64_t index = first; index - first < count; index++) {
        hl_rng own, deck;
        hl_rng_derive(&own, seed, index);
        hl_rng_derive(&deck, &own, HL_DECK_STREAM);
        hl_shuffle(&game.pub.rules, &deck, game.deck);
        hl_start(&game);
        play_out(&table, &game, &before, &own, results->seats);
        note_game(&game.pub, results);
    }
    return HL_OK;
}

/* One blueprint on every turn of a recorded game. */
static int follow(const hl_game *played, const hl_blueprint *blueprint, const hl_rng *seed,
                  void *room, uint32_t *same, int16_t *chosen) {
    const hl_blueprint *seating[HL_MAX_PLAYERS];
    int players = played->pub.rules.players;
    for (int seat = 0; seat < players; seat++)
        seating[seat] = blueprint;
    hl_game game;
    int error = hl_blueprint_check(blueprint, &played->pub.rules);
    error = error ? error : hl_deal(&game, &played->pub.rules, played->deck, 0);
    if (error)
        return error;
    table table;
    hl_public before = game.pub;
    sit(&table, seating, players, 0, room); /* the others may be anybody */
    start(&table, &game.pub.rules);
    for (int turn = 0; turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_view view;
        hl_choice choice;
        hl_rng chances;
        hl_see(&game, event->seat, &view);
        hl_rng_derive(&chances, seed, (uint64_t)turn);
        decide(&table, &view, event->seat, &chances, &choice);
        same[event->seat] += choice.move == event->move;
        if (chosen)
            chosen[turn] = choice.move;
        make(&table, &game, &before, event->move);
    }
    return HL_OK;
}

int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen) {
    size_t players = played->pub.rules.players, turns = played->pub.turn;
    int error = HL_OK;
    memset(same, 0, count * players * sizeof *same);
    for (uint32_t i = 0; !error && i < count; i++)
        error = follow(played, blueprints[i], seed, room, same + i * players,
                       chosen ? chosen + i * turns : NULL);
    return error;
}
