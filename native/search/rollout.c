/* Play a game in one world from my move to its end: the others by the world's strategies, I by my
 * continuation. Tables of rule lists only need no memos. */
#include "search/world.h"

void hl_stage_open(hl_stage *stage, const hl_mind_room *room, const hl_view *view) {
    stage->room = room;
    stage->start.pub = stage->game.pub = *view->pub;
    stage->before.rules = view->pub->rules;
    memcpy(stage->start.hand, view->hand, sizeof stage->start.hand);
    memcpy(stage->start.held, view->held, sizeof stage->start.held);
}

static void deal(hl_stage *stage, const hl_view *view, const hl_world *world, hl_rng *rng) {
    hl_game *start = &stage->start;
    const hl_rules *rules = &start->pub.rules;
    uint64_t held = 0;
    for (int slot = 0; slot < HL_MAX_HAND; slot++) {
        start->hand[view->seat][slot] = world->hand[slot];
        if (world->hand[slot] != HL_NONE)
            held |= 1ULL << world->hand[slot];
    }
    start->held[view->seat] = held;
    unsigned next = (unsigned)(rules->deck_size - start->pub.deck_left);
    for (uint64_t left = view->unseen & ~held; left && next < rules->deck_size; left &= left - 1)
        start->deck[next++] = (uint8_t)__builtin_ctzll(left);
    for (unsigned done = (unsigned)(rules->deck_size - start->pub.deck_left);
         done < rules->deck_size;)
        done = hl_shuffle_on(rng, start->deck, done, rules->deck_size);
}

/* Rebuild the memo of a seat that needs the hands in this world; mine is known. */
static void recall(hl_stage *stage, unsigned seat) {
    hl_view view;
    hl_see(&stage->start, (int)seat, &view);
    hl_recall(stage->seated[seat], &view, stage->known[seat].bytes);
}

static void seat_all(hl_stage *stage, const hl_view *view, const hl_world *world) {
    const hl_mind_room *room = stage->room;
    const hl_search_config *config = room->config;
    const hl_rules *rules = &view->pub->rules;
    stage->keepers = 0;
    stage->all_lists = 1;
    for (unsigned seat = 0; seat < rules->players; seat++) {
        unsigned mind = world->policy[seat];
        if (seat == view->seat)
            mind = config->goes_on ? config->goes_on[world->policy[hl_seat_after(rules, seat, 1)]]
                                   : config->base;
        const hl_blueprint *blueprint = stage->seated[seat] = mind_of(room, mind);
        stage->lists[seat] = blueprint->list;
        stage->all_lists &= blueprint->list != NULL;
        stage->memo_of[seat] = (uint8_t)seat;
        if (!blueprint->memo_size)
            continue;
        for (unsigned other = 0; other < seat && !blueprint->by_sight; other++)
            if (stage->seated[other] == blueprint && stage->memo_of[seat] == seat)
                stage->memo_of[seat] = (uint8_t)other;
        if (stage->memo_of[seat] != seat)
            continue;
        stage->keepers |= 1U << seat;
        if (blueprint->by_sight && seat != view->seat)
            recall(stage, seat);
        else
            memcpy(stage->known[seat].bytes, memo_at(room, mind, view->pub->turn),
                   blueprint->memo_size);
    }
}

void hl_stage_set(hl_stage *stage, const hl_view *view, const hl_world *world, const hl_rng *lots) {
    hl_rng rng = *lots;
    stage->lots = *lots;
    deal(stage, view, world, &rng);
    seat_all(stage, view, world);
}

static void begin(hl_stage *stage, hl_rng lots[HL_MAX_PLAYERS]) {
    const hl_game *start = &stage->start;
    hl_game *game = &stage->game;
    hl_remember(&game->pub, &start->pub);
    memcpy(game->hand, start->hand, sizeof game->hand);
    memcpy(game->held, start->held, sizeof game->held);
    memcpy(game->deck, start->deck, sizeof game->deck);
    for (int seat = 0; seat < start->pub.rules.players; seat++)
        lots[seat] = hl_child(&stage->lots, (uint64_t)seat);
}

/* Flattened: its callees are inlined here although they have other callers. */
__attribute__((flatten)) static void play_lists(hl_stage *stage, hl_rng lots[HL_MAX_PLAYERS]) {
    hl_game *game = &stage->game;
    while (!game->pub.end) {
        hl_view view;
        hl_choice choice;
        int seat = game->pub.to_move;
        hl_see(game, seat, &view);
        if (hl_decide(&view, stage->lists[seat], &lots[seat], &choice) < 0)
            hl_terminate(game);
        else
            hl_apply(game, choice.move);
    }
}

static void make(hl_stage *stage, int move) {
    hl_game *game = &stage->game;
    if (stage->keepers)
        hl_remember(&stage->before, &game->pub);
    hl_apply(game, move);
    foreach (seat, game->pub.end ? 0 : stage->keepers) {
        const hl_blueprint *mind = stage->seated[seat];
        mind->observe(mind->config, &stage->before, &game->pub, (const uint8_t(*)[8])game->hand,
                      seat, stage->memos[seat].bytes);
    }
}

static void play_minds(hl_stage *stage, int move, hl_rng lots[HL_MAX_PLAYERS]) {
    hl_game *game = &stage->game;
    foreach (seat, stage->keepers)
        memcpy(stage->memos[seat].bytes, stage->known[seat].bytes, stage->seated[seat]->memo_size);
    make(stage, move);
    while (!game->pub.end) {
        hl_view view;
        hl_choice choice;
        int seat = game->pub.to_move;
        const hl_blueprint *mind = stage->seated[seat];
        hl_see(game, seat, &view);
        mind->decide(mind->config, &view, stage->memos[stage->memo_of[seat]].bytes, &lots[seat],
                     &choice);
        if (choice.move < 0)
            hl_terminate(game);
        else
            make(stage, choice.move);
    }
}

static int worth(uint32_t scoring, const hl_public *pub) {
    if (pub->end != HL_STRIKEOUT || scoring == HL_STACKS)
        return pub->score;
    return scoring == HL_HALF ? pub->score / 2 : 0;
}

int hl_stage_play(hl_stage *stage, int move) {
    hl_rng lots[HL_MAX_PLAYERS];
    hl_public *pub = &stage->game.pub;
    begin(stage, lots);
    if (stage->all_lists) {
        hl_apply(&stage->game, move);
        play_lists(stage, lots);
    } else
        play_minds(stage, move, lots);
    return worth(stage->room->config->scoring, pub);
}
