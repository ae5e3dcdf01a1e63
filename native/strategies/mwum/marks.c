/* Reading clues: which card each was about. */
#include "strategies/mwum/marks.h"

#include <string.h>

void hl_marks_begin(hl_marks *marks, const hl_rules *rules) {
    memset(marks, 0, sizeof *marks);
    memset(marks->order, HL_NONE, sizeof marks->order);
    for (int seat = 0; seat < rules->players; seat++)
        for (int slot = 0; slot < rules->hand_size; slot++)
            marks->order[seat][slot] = (uint8_t)(seat * rules->hand_size + slot);
}

int hl_marks_chop(const hl_marks *marks, int hand_size, int seat) {
    int chop = HL_NONE, first = HL_NONE;
    for (int slot = 0; slot < hand_size; slot++)
        if (marks->mark[seat][slot] == HL_UNTOUCHED && marks->order[seat][slot] < first) {
            first = marks->order[seat][slot];
            chop = slot;
        }
    return chop;
}

int hl_marks_focus(const hl_marks *marks, int hand_size, int seat, unsigned touched, int *on_chop) {
    int chop = hl_marks_chop(marks, hand_size, seat), found = HL_NONE, last = -1;
    *on_chop = chop != HL_NONE && touched >> chop & 1;
    if (*on_chop)
        return chop;
    for (int slot = 0; slot < hand_size; slot++) {
        if (!(touched >> slot & 1) || marks->order[seat][slot] == HL_NONE)
            continue;
        int age = marks->order[seat][slot] + (marks->mark[seat][slot] ? 0 : HL_NONE);
        if (age > last) {
            last = age;
            found = slot;
        }
    }
    return found;
}

static void hear(hl_marks *marks, int hand_size, const hl_event *event) {
    int on_chop, seat = event->target;
    int focus = hl_marks_focus(marks, hand_size, seat, event->touched, &on_chop);
    for (int slot = 0; slot < hand_size; slot++)
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
            hear(marks, pub->rules.hand_size, event);
        }
        marks->last[event->seat] = (uint8_t)(marks->turn + 1);
    }
}
