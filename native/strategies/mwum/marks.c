/* Reading clues: which card each was about. */
#include "rulebase/chop_and_focus.h"
#include "strategies/mwum/agent.h"

#include <string.h>

void hl_marks_begin(hl_marks *marks, const hl_rules *rules) {
    memset(marks, 0, sizeof *marks);
    marks->hand_size = rules->hand_size;
    memset(marks->order, HL_NONE, sizeof marks->order);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            marks->order[seat][slot] = (uint8_t)(seat * rules->hand_size + slot);
}

static hl_hand_order hand_order(const hl_marks *marks, int seat) {
    return (hl_hand_order){marks->order[seat], marks->hand_size};
}

static unsigned touched_slots(const hl_marks *marks, int seat) {
    unsigned slots = 0;
    for (int slot = 0; slot < marks->hand_size; slot++)
        slots |= (unsigned)(marks->mark[seat][slot] != HL_UNTOUCHED) << slot;
    return slots;
}

int hl_marks_chop(const hl_marks *marks, int seat) {
    return hl_chop(hand_order(marks, seat), touched_slots(marks, seat));
}

int hl_marks_focus(const hl_marks *marks, int seat, unsigned touched, int *on_chop) {
    return hl_focus(hand_order(marks, seat), touched_slots(marks, seat), touched, on_chop);
}

static void hear(hl_marks *marks, const hl_event *event) {
    int on_chop, seat = event->target;
    int focus = hl_marks_focus(marks, seat, event->touched, &on_chop);
    for (int slot = 0; slot < marks->hand_size; slot++)
        if (event->touched >> slot & 1 && !marks->mark[seat][slot])
            marks->mark[seat][slot] = HL_COMPANY;
    if (focus == HL_NONE)
        return;
    int first = on_chop ? HL_COLOUR_CHOP : HL_COLOUR_FOCUS;
    marks->mark[seat][focus] = (uint8_t)(first + (event->kind == HL_RANK));
    marks->since[seat][focus] = marks->turn;
}

void hl_marks_follow(hl_marks *marks, const hl_public *pub) {
    for (; marks->turn < pub->turn; marks->turn++) {
        const hl_event *event = &pub->history[marks->turn];
        if (event->kind <= HL_PLAY) {
            marks->mark[event->seat][event->slot] = HL_UNTOUCHED;
            marks->order[event->seat][event->slot] = event->drawn;
        } else {
            hear(marks, event);
        }
        marks->last[event->seat] = (uint8_t)(marks->turn + 1);
    }
}
