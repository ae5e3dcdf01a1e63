/* The memory of a search: the belief, its worlds and the memos of all minds lie in one memo. */
#include "search/world.h"

static int same_mind(const hl_search_config *config, unsigned a, unsigned b) {
    return config->minds[a] == config->minds[b];
}

uint32_t hl_place_memos(const hl_search_config *config, hl_place *places) {
    uint32_t size = 0;
    unsigned remembering[64], known = 0;
    for (unsigned mind = 0; mind < config->count; mind++) {
        hl_place place = {mind, 0};
        const hl_blueprint *blueprint = config->minds[mind];
        if (blueprint->memo_size) {
            unsigned earlier = 0;
            while (earlier < known && !same_mind(config, mind, remembering[earlier]))
                earlier++;
            if (earlier < known)
                place.keeper = remembering[earlier];
            else {
                if (known < 64)
                    remembering[known++] = mind;
                int all = mind < config->policies && is_public(blueprint);
                place.at = size;
                size += memo_words(blueprint) * (all ? HL_MAX_TURNS + 1 : 1);
            }
        }
        if (places)
            places[mind] = place;
    }
    return size;
}

static uint32_t words(size_t bytes) { return (uint32_t)((bytes + 15) & ~(size_t)15); }

/* Offsets of the parts of a memo, in bytes from its start; the belief is first. */
typedef struct {
    uint32_t worlds, weights, chances, judged, places, memos;
} offsets;

/* Every part begins at a multiple of 16 bytes from the start of the memo. */
_Static_assert(_Alignof(hl_belief) <= 16 && _Alignof(hl_world) <= 16 &&
                   _Alignof(hl_known_chance) <= 16 && _Alignof(hl_place) <= 16,
               "a part of a belief's memo would not be aligned");

static offsets offsets_of(const hl_search_config *config) {
    offsets at;
    at.worlds = words(sizeof(hl_belief));
    at.weights = at.worlds + words(config->particles * sizeof(hl_world));
    at.chances = at.weights + words(config->particles * sizeof(double));
    at.judged = at.chances + words(config->particles * sizeof(float[HL_MAX_TURNS]));
    at.places = at.judged + words(HL_KNOWN_CHANCES * sizeof(hl_known_chance));
    at.memos = at.places + words(config->count * sizeof(hl_place));
    return at;
}

hl_mind_room hl_room(const hl_search_config *config, void *memo) {
    offsets at = offsets_of(config);
    uint8_t *start = memo;
    return (hl_mind_room){.config = config,
                          .now = memo,
                          .worlds = (hl_world *)(void *)(start + at.worlds),
                          .weights = (double *)(void *)(start + at.weights),
                          .chances = (float(*)[HL_MAX_TURNS])(void *)(start + at.chances),
                          .judged = (hl_known_chance *)(void *)(start + at.judged),
                          .places = (hl_place *)(void *)(start + at.places),
                          .memos = start + at.memos};
}

uint32_t hl_search_room(const hl_search_config *config) {
    return offsets_of(config).memos + hl_place_memos(config, NULL);
}
