/* Games between rule lists, which play fastest, and between blueprints; and how the seats played in
 * recorded games. */
#include "play/table.h"
#include "empathy/odds.h"
#include "play/loop.h"
#include "play/replay.h"
#include "play/tally.h"

typedef struct {
    const hl_rulelist *const *seating;
    hl_seat_results *seats;
} list_table;

static HL_INLINE int turn_of_list(void *table, const hl_view *view, hl_rng *chances) {
    const list_table *here = table;
    const hl_rulelist *list = here->seating[view->seat];
    hl_choice choice;
    hl_decide(view, list, chances, &choice);
    note_choice(view, list, choice.move, choice.reason, &here->seats[view->seat]);
    return choice.move;
}

/* Flattened: its callees are inlined here although they have other callers. */
__attribute__((flatten)) static void play_out(hl_game *game, const hl_rng *own, list_table *here) {
    play_game(game, own, turn_of_list, here);
}

/* hl_table_games where all seats play rule lists. */
static int play_lists(const hl_rules *rules, const hl_rulelist *const *seating, const hl_rng *seed,
                      uint64_t first, uint64_t count, hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    list_table here = {seating, results->seats};
    int error = hl_rules_prepare(&game.pub.rules);
    for (int seat = 0; !error && seat < rules->players; seat++)
        error = hl_rulelist_check(seating[seat]);
    for (uint64_t index = first; !error && index - first < count; index++) {
        hl_rng own = hl_child(seed, index);
        play_out(&game, &own, &here);
        note_game(&game.pub, results);
    }
    return error;
}

/* A table: its blueprints, and which memo each seat reads. Seats with the same blueprint share a
 * memo, unless it needs the hands and not all seats play the same blueprint. */
typedef struct {
    const hl_blueprint *const *seating;
    uint8_t memo_of[HL_MAX_PLAYERS];
    unsigned keepers; /* seats (bit set) that own an updated memo */
    int alike;        /* all seats play the same blueprint */
    uint8_t *memos[HL_MAX_PLAYERS];
    hl_game game;
    hl_public before; /* the position before the last move */
    hl_seat_results *seats;
} table;

/* The size of a memo, rounded up to whole cache lines. */
static uint64_t room_of(const hl_blueprint *blueprint) {
    return ((uint64_t)blueprint->memo_size + 63) & ~UINT64_C(63);
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

static void start(table *table) {
    foreach (seat, table->keepers) {
        const hl_blueprint *blueprint = table->seating[seat];
        blueprint->start(blueprint->config, &table->game.pub.rules, table->memos[seat]);
    }
}

/* Let every memo observe the last move. */
static void catch_up(table *table) {
    const hl_game *game = &table->game;
    if (!table->keepers)
        return;
    foreach (seat, game->pub.turn ? table->keepers : 0) {
        const hl_blueprint *blueprint = table->seating[seat];
        int all_see = table->alike && blueprint->by_sight != HL_ALONE;
        blueprint->observe(blueprint->config, &table->before, &game->pub,
                           (const uint8_t(*)[8])game->hand, all_see ? HL_NONE : seat,
                           table->memos[seat]);
    }
    hl_remember(&table->before, &game->pub);
}

static void decide(table *table, const hl_view *view, hl_rng *rng, hl_choice *choice) {
    const hl_blueprint *blueprint = table->seating[view->seat];
    catch_up(table);
    blueprint->decide(blueprint->config, view, table->memos[table->memo_of[view->seat]], rng,
                      choice);
}

static HL_INLINE int turn(void *here, const hl_view *view, hl_rng *chances) {
    table *table = here;
    hl_choice choice;
    decide(table, view, chances, &choice);
    note_choice(view, table->seating[view->seat]->list, choice.move, choice.reason,
                &table->seats[view->seat]);
    return choice.move;
}

/* Set up a table with these rules and blueprints. */
static int open_table(table *table, const hl_rules *rules, const hl_blueprint *const *seating,
                      void *room) {
    hl_rules *own = &table->game.pub.rules;
    *own = *rules;
    int error = hl_rules_prepare(own);
    for (int seat = 0; !error && seat < rules->players; seat++)
        error = hl_blueprint_check(seating[seat], own);
    if (!error) {
        table->before.rules = *own;
        sit(table, seating, rules->players, 1, room);
    }
    return error;
}

static void play_one(table *table, const hl_rng *seed, uint64_t index, hl_seat_results *seats) {
    hl_rng own = hl_child(seed, index);
    table->seats = seats;
    start(table);
    play_game(&table->game, &own, turn, table);
}

/* Whether every seat plays a rule list; `lists` are then theirs. */
static int all_lists(const hl_blueprint *const *seating, int players, const hl_rulelist *lists[]) {
    for (int seat = 0; seat < players; seat++)
        if (!(lists[seat] = seating[seat]->list))
            return 0;
    return 1;
}

int hl_table_games(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                   uint64_t first, uint64_t count, void *room, hl_results *results) {
    const hl_rulelist *lists[HL_MAX_PLAYERS];
    if (rules->players <= HL_MAX_PLAYERS && all_lists(seating, rules->players, lists))
        return play_lists(rules, lists, seed, first, count, results);
    table table;
    int error = open_table(&table, rules, seating, room);
    for (uint64_t index = first; !error && index - first < count; index++) {
        play_one(&table, seed, index, results->seats);
        note_game(&table.game.pub, results);
    }
    return error;
}

/* Fill a row, except the tallies of the seats. */
static void note_row(const hl_game *game, hl_row *row) {
    const hl_public *pub = &game->pub;
    *row =
        (hl_row){.score = pub->score, .strikes = pub->strikes, .turns = pub->turn, .end = pub->end};
    for (int card = 0; card < pub->rules.deck_size; card++)
        row->deck[card] = pub->rules.id_of[game->deck[card]];
    for (int turn = 0; turn < pub->turn; turn++)
        row->moves[turn] = pub->history[turn].move;
}

int hl_table_rows(const hl_rules *rules, const hl_blueprint *const *seating, const hl_rng *seed,
                  uint64_t first, uint64_t count, void *room, hl_row *rows) {
    table table;
    int error = open_table(&table, rules, seating, room);
    for (uint64_t index = 0; !error && index < count; index++) {
        hl_seat_results seats[HL_MAX_PLAYERS] = {0};
        play_one(&table, seed, first + index, seats);
        note_row(&table.game, &rows[index]);
        for (int seat = 0; seat < rules->players; seat++)
            rows[index].seats[seat] = seats[seat].conduct;
    }
    return error;
}

/* Set `game` to the deal of a played game, before its first move. */
static void start_again(const hl_game *played, hl_game *game) {
    memset(game, 0, sizeof *game);
    game->pub.rules = played->pub.rules;
    memcpy(game->deck, played->deck, sizeof game->deck);
    hl_start(game);
}

void hl_row_of_game(const hl_game *played, hl_row *row) {
    hl_game game;
    start_again(played, &game);
    note_row(played, row);
    for (int turn = 0; turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_view view;
        hl_see(&game, event->seat, &view);
        count_move(&view, event->move, &row->seats[event->seat]);
        hl_apply(&game, event->move);
    }
}

/* The exact chance over whole deals: the identities that a single card can have are not equally
 * likely. */
static int note_misplay(const hl_view *view, const hl_event *event, hl_style *style) {
    hl_odds odds;
    int error = hl_odds_of_view(view, &odds);
    if (!error && style->strikes < HL_MAX_STRIKES)
        style->risks[style->strikes++] = (double)odds.playable[event->slot] / (double)odds.deals;
    return error;
}

/* Whether a token was not gained because all were available: by a discard, or by the last card of a
 * stack. */
static uint32_t loses_token(const hl_public *before, const hl_event *event) {
    const hl_rules *rules = &before->rules;
    int earned = event->kind == HL_DISCARD || (event->kind == HL_PLAY && event->success &&
                                               !rules->next_cards[rules->id_of[event->card]]);
    return earned && before->tokens == rules->max_tokens;
}

/* Count a clue in the style of its giver, with the touched cards whose possible identities it
 * narrowed. */
static void note_clue(const hl_public *before, const hl_public *after, const hl_event *event,
                      hl_style *style) {
    unsigned narrowed = 0;
    for (int slot = 0; slot < before->rules.hand_size; slot++)
        if (before->know[event->target][slot] != after->know[event->target][slot])
            narrowed |= 1U << slot;
    int told = count(narrowed & event->touched);
    style->told += (uint32_t)told;
    style->tellings[told]++;
    style->idle_clues += !narrowed;
}

int hl_styles(const hl_game *played, hl_style styles[6]) {
    hl_game game;
    int error = HL_OK;
    start_again(played, &game);
    memset(styles, 0, 6 * sizeof *styles);
    for (int turn = 0; !error && turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_style *style = &styles[event->seat];
        hl_public before = game.pub;
        hl_view view;
        hl_see(&game, event->seat, &view);
        style->turns++;
        count_move(&view, event->move, &style->conduct);
        style->lost_token += loses_token(&before, event);
        if (event->kind == HL_PLAY && !event->success)
            error = note_misplay(&view, event, style);
        hl_apply(&game, event->move);
        if (event->kind >= HL_COLOUR)
            note_clue(&before, &game.pub, event, style);
    }
    return error;
}

/* Ask one blueprint for its move on every turn of a recorded game. */
static int follow(const hl_game *played, const hl_blueprint *blueprint, const hl_rng *seed,
                  void *room, uint32_t *same, int16_t *chosen) {
    const hl_blueprint *seating[HL_MAX_PLAYERS];
    int players = played->pub.rules.players;
    for (int seat = 0; seat < players; seat++)
        seating[seat] = blueprint;
    table table;
    int error = hl_blueprint_check(blueprint, &played->pub.rules);
    error = error ? error : hl_deal(&table.game, &played->pub.rules, played->deck, 0);
    if (error)
        return error;
    table.before.rules = table.game.pub.rules;
    sit(&table, seating, players, 0, room); /* the other seats need not play this blueprint */
    start(&table);
    for (int turn = 0; turn < played->pub.turn; turn++) {
        const hl_event *event = &played->pub.history[turn];
        hl_view view;
        hl_choice choice;
        hl_rng chances = hl_child(seed, (uint64_t)turn);
        hl_see(&table.game, event->seat, &view);
        decide(&table, &view, &chances, &choice);
        same[event->seat] += choice.move == event->move;
        if (chosen)
            chosen[turn] = choice.move;
        hl_apply(&table.game, event->move);
    }
    return HL_OK;
}

int hl_table_agreements(const hl_game *played, const hl_blueprint *const *blueprints,
                        uint32_t count, const hl_rng *seed, void *room, uint32_t *same,
                        int16_t *chosen) {
    size_t players = played->pub.rules.players, turns = played->pub.turn;
    int error = HL_OK;
    for (uint32_t i = 0; !error && i < count; i++)
        error = follow(played, blueprints[i], seed, room, same + i * players,
                       chosen ? chosen + i * turns : NULL);
    return error;
}

void hl_host_chances(const hl_rng *game, hl_rng chances[6]) {
    for (uint64_t seat = 0; seat < HL_MAX_PLAYERS; seat++)
        chances[seat] = hl_child(game, HL_SEAT_STREAM + seat);
}

int hl_host(hl_game *game, const hl_blueprint *host, unsigned guests, hl_rng chances[6],
            void *memo) {
    int error = HL_OK;
    while (!error && !game->pub.end && !(guests >> game->pub.to_move & 1)) {
        hl_view view;
        hl_choice choice;
        hl_see(game, game->pub.to_move, &view);
        error = hl_blueprint_decide(host, &view, &chances[view.seat], memo, &choice);
        if (!error && choice.move < 0)
            hl_terminate(game);
        else if (!error)
            hl_apply(game, choice.move);
    }
    return error;
}
