/* What a move says to the table: the part of a clue's meaning that everybody can read. */
#include "strategies/conv/scene.h"

int hl_conv_explain(const hl_conv_config *config, const hl_view *view, int move,
                    hl_conv_told *told) {
    const hl_rules *rules = &view->pub->rules;
    hl_conv_scene scene;
    hl_conv_memo memo;
    int error = hl_view_legal(view, move);
    error = error ? error : hl_conv_recall(config, view->pub, &memo);
    if (error)
        return error;
    const hl_event *act = &rules->acts[move];
    *told = (hl_conv_told){.target = HL_NONE, .focus = HL_NONE};
    if (act->kind <= HL_PLAY)
        return HL_OK;
    hl_conv_set_scene(&scene, config, view, &memo);
    hl_event event = hl_conv_clue_event(&scene, act);
    told->target = event.target;
    told->touched = event.touched;
    told->focus = (uint8_t)hl_conv_focus(&memo.hands[event.target], event.touched);
    told->chop = told->focus == hl_conv_chop(&memo.hands[event.target]);
    hl_conv_make_clue(&scene, act);
    told->said = scene.memo.hands[event.target].said[told->focus];
    return HL_OK;
}
