/* Games of uniformly random legal moves, a lower bound for every agent. */
#include "play/random_play.h"
#include "engine/rng.h"
#include "engine/turn.h"

/* Uniform move ids, several from one word: Brackett-Rozinsky and Lemire, “Batched ranged random
 * integer generation” (2024). */
typedef struct {
    hl_rng rng;
    uint64_t surplus;
    unsigned left;
    uint8_t ids[HL_BATCH];
} id_stream;

static inline unsigned next_id(id_stream *stream, unsigned bound) {
    if (!stream->left) {
        uint64_t low;
        do {
            low = hl_next(&stream->rng);
            for (int i = 0; i < HL_BATCH; i++) {
                hl_wide wide = (hl_wide)low * bound;
                stream->ids[i] = (uint8_t)(wide >> 64);
                low = (uint64_t)wide;
            }
        } while (low < stream->surplus);
        stream->left = HL_BATCH;
    }
    return stream->ids[--stream->left];
}

/* Play a game out. Cards are shuffled only when needed, into the same deck as hl_shuffle. */
static void play_out(hl_game *game, hl_rng deck, id_stream *ids) {
    const hl_public *pub = &game->pub;
    unsigned size = pub->rules.deck_size, done = 0;
    hl_sort(game->deck);
    while (done < (unsigned)pub->rules.players * pub->rules.hand_size)
        done = hl_shuffle_on(&deck, game->deck, done, size);
    hl_start(game);
    while (!pub->end) {
        unsigned move = next_id(ids, pub->rules.moves);
        /* Rejecting illegal ids leaves every legal move equally likely. */
        if (!hl_may(pub, game->held, &pub->rules.acts[move]))
            continue;
        if (pub->deck_left == size - done && pub->deck_left)
            done = hl_shuffle_on(&deck, game->deck, done, size);
        hl_apply(game, (int)move);
    }
}

static void count_game(const hl_public *pub, hl_tally *tally) {
    tally->games++;
    tally->moves += pub->turn;
    tally->scores[pub->score]++;
    tally->ends[pub->end]++;
    if (pub->end == HL_STRIKEOUT)
        tally->strikeout_sum += pub->score;
}

int hl_play_random(const hl_rules *rules, const hl_rng *seed, uint64_t first, uint64_t count,
                   hl_tally *tally) {
    hl_game game = {.pub.rules = *rules};
    int error = hl_rules_prepare(&game.pub.rules);
    if (error)
        return error;
    unsigned moves = game.pub.rules.moves;
    id_stream ids = {.surplus = hl_surplus(moves, 0, HL_BATCH)};
    for (uint64_t index = first; index - first < count; index++) {
        hl_rng own = hl_child(seed, index), deck = hl_child(&own, HL_DECK_STREAM);
        ids.rng = hl_child(&own, HL_SEAT_STREAM);
        ids.left = 0;
        play_out(&game, deck, &ids);
        count_game(&game.pub, tally);
    }
    return HL_OK;
}
