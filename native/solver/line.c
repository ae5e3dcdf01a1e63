/* Conversion of a line of uses to moves of the game. */
#include "solver/position.h"

#include <string.h>

typedef struct {
    hl_game game;
    hl_prospect *prospect;
} score_sheet;

static int make(score_sheet *sheet, unsigned move) {
    if (sheet->prospect->moves >= sizeof sheet->prospect->line || hl_move(&sheet->game, (int)move))
        return 0;
    sheet->prospect->line[sheet->prospect->moves++] = (uint8_t)move;
    return 1;
}

static int pass(score_sheet *sheet) {
    const hl_rules *rules = &sheet->game.pub.rules;
    for (unsigned move = 0; move < rules->moves; move++)
        if (rules->acts[move].kind >= HL_COLOUR && hl_legal(&sheet->game, (int)move) == HL_OK)
            return make(sheet, move);
    return 0;
}

static int use_slot(score_sheet *sheet, unsigned kind, unsigned slot) {
    const hl_rules *rules = &sheet->game.pub.rules;
    for (unsigned move = 0; move < rules->moves; move++)
        if (rules->acts[move].kind == kind && rules->acts[move].slot == slot)
            return make(sheet, move);
    return 0;
}

/* The slot of a card with this identity or, for HL_RUBBISH, of one that is not wanted. */
static unsigned slot_of(const score_sheet *sheet, const hl_solver_state *at, hl_use use) {
    const hl_public *pub = &sheet->game.pub;
    const uint8_t *hand = sheet->game.hand[use.seat];
    uint32_t wanted = at->hand[use.seat];
    for (unsigned slot = 0; slot < pub->rules.hand_size; slot++) {
        if (hand[slot] == HL_NONE)
            continue;
        unsigned id = pub->rules.id_of[hand[slot]];
        int playable = (pub->playable >> hand[slot] & 1) != 0;
        if (use.kind == HL_USE_STRIKE && playable)
            continue;
        if (use.id == id || (use.id == HL_RUBBISH && !(wanted >> id & 1)))
            return slot;
        wanted &= ~(1U << id);
    }
    return HL_NONE;
}

static int make_use(score_sheet *sheet, const hl_solver_state *at, hl_use use) {
    const hl_public *pub = &sheet->game.pub;
    int rounds = use.kind == HL_USE_AFTER_A_ROUND;
    while (pub->to_move != use.seat || rounds-- > 0)
        if (!pass(sheet))
            return 0;
    int misplayed = use.kind == HL_USE_STRIKE;
    unsigned slot = slot_of(sheet, at, use);
    return slot != HL_NONE &&
           use_slot(sheet, use.kind == HL_USE_PLAY || misplayed ? HL_PLAY : HL_DISCARD, slot);
}

/* Make the last turns: a seat that plays nothing passes, or discards a card that it never plays. */
static int make_last_turns(score_sheet *sheet, const hl_problem *problem,
                           const hl_solver_state *at) {
    uint8_t plays[6];
    hl_last_turns(problem, at, plays);
    for (int turn = 0; turn < at->turns && sheet->game.pub.score < problem->target; turn++) {
        unsigned seat = sheet->game.pub.to_move;
        hl_use use = {(uint8_t)seat, HL_USE_PLAY, plays[turn]};
        int made = plays[turn] != HL_RUBBISH ? make_use(sheet, at, use)
                                             : pass(sheet) || use_slot(sheet, HL_DISCARD, 0) ||
                                                   use_slot(sheet, HL_DISCARD, 1);
        if (!made)
            return 0;
    }
    return 1;
}

int hl_plays_out(const hl_game *game, const hl_problem *problem, const hl_solver_state *root,
                 const hl_use uses[64], hl_prospect *prospect) {
    score_sheet sheet = {*game, prospect};
    hl_solver_state at = *root;
    uint8_t kept_moves = prospect->moves, kept[sizeof prospect->line];
    memcpy(kept, prospect->line, sizeof kept);
    prospect->moves = 0;
    int fine = 1;
    while (fine && at.score < problem->target && at.drawn < problem->deck) {
        hl_use use = uses[at.drawn];
        fine = make_use(&sheet, &at, use);
        if (fine)
            hl_make_use(problem, &at, use);
    }
    if (fine && at.score < problem->target)
        fine = make_last_turns(&sheet, problem, &at);
    if (fine && sheet.game.pub.score >= problem->target)
        return 1;
    prospect->moves = kept_moves;
    memcpy(prospect->line, kept, sizeof kept);
    return 0;
}
