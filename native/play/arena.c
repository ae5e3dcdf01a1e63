/* Games between rule lists at one table. */
#include "play/arena.h"
#include "play/loop.h"
#include "play/tally.h"

typedef struct {
    const hl_rulelist *const *seating;
    hl_seat_results *seats;
} arena;

static HL_INLINE int turn(void *table, const hl_view *view, hl_rng *chances) {
    const arena *here = table;
    const hl_rulelist *list = here->seating[view->seat];
    hl_decision decision;
    hl_decide(view, list, chances, &decision);
    note_choice(view, list, decision.move, decision.position, &here->seats[view->seat]);
    return decision.move;
}

/* Flattened: its callees are inlined here although they have other callers. */
__attribute__((flatten)) static void play_out(hl_game *game, const hl_rng *own, arena *here) {
    play_game(game, own, turn, here);
}

int hl_arena(const hl_rules *rules, const hl_rulelist *const *seating, const hl_rng *seed,
             uint64_t first, uint64_t count, hl_results *results) {
    hl_game game = {.pub.rules = *rules};
    arena here = {seating, results->seats};
    int error = hl_rules_prepare(&game.pub.rules);
    for (int seat = 0; !error && seat < rules->players; seat++)
        error = hl_rulelist_check(seating[seat]);
    for (uint64_t index = first; !error && index - first < count; index++) {
        hl_rng own;
        hl_rng_derive(&own, seed, index);
        play_out(&game, &own, &here);
        note_game(&game.pub, results);
    }
    return error;
}
