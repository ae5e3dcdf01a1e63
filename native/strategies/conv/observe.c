/* One turn more in the record: what it showed, what it said, and what follows for the rest. */
#include "strategies/conv/scene.h"

void hl_conv_observe(const hl_conv_config *config, const hl_public *before, const hl_public *after,
                     hl_conv_memo *memo) {
    const hl_event *event = &after->history[after->turn - 1];
    hl_conv_moved(after, memo, event->seat, hl_conv_shown(before, event, memo));
    if (event->kind <= HL_PLAY) {
        memo->said[event->seat][event->slot] = after->know[event->seat][event->slot];
        memo->since[event->seat][event->slot] = HL_NONE;
    } else
        hl_conv_read(config, before, after, memo);
    hl_conv_keep_up(after, memo);
}
