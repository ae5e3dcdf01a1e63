/* Keep a ledger turn by turn from the deal on. */
#include "environment/ledger.h"

#include <string.h>

void hl_ledger_start(const hl_rules *rules, hl_ledger *ledger) {
    memset(ledger, 0, sizeof *ledger);
    for (int seat = 0; seat < rules->players; seat++) {
        ledger->count[seat] = rules->hand_size;
        for (int slot = 0; slot < rules->hand_size; slot++) {
            ledger->by_age[seat][slot] = (uint8_t)slot;
            ledger->passes[seat][slot] = (1U << rules->ids) - 1;
        }
    }
}

/* A card left the hand; the card drawn, if any, is now the newest. */
static void enter_card(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    uint8_t *row = ledger->by_age[event->seat], *count = &ledger->count[event->seat];
    int position = 0;
    while (row[position] != event->slot)
        position++;
    for (--*count; position < *count; position++)
        row[position] = row[position + 1];
    if (event->drawn != HL_NONE)
        row[(*count)++] = event->slot;
    ledger->passes[event->seat][event->slot] = event->drawn == HL_NONE ? 0 : (1U << rules->ids) - 1;
    ledger->told[event->seat][event->slot] = 0;
}

static void enter_clue(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    uint32_t ids = rules->clue_ids[event->clue];
    for (int slot = 0; slot < rules->hand_size; slot++) {
        unsigned touched = event->touched >> slot & 1U;
        ledger->passes[event->target][slot] &= touched ? ids : ~ids;
        ledger->told[event->target][slot] |= (uint16_t)(touched << event->clue);
    }
}

static void enter(const hl_rules *rules, const hl_event *event, hl_ledger *ledger) {
    (event->kind <= HL_PLAY ? enter_card : enter_clue)(rules, event, ledger);
}

void hl_ledger_enter(const hl_public *pub, hl_ledger *ledger) {
    enter(&pub->rules, &pub->history[pub->turn - 1], ledger);
}

void hl_ledger_read(const hl_public *pub, hl_ledger *ledger) {
    hl_ledger_start(&pub->rules, ledger);
    for (int turn = 0; turn < pub->turn; turn++)
        enter(&pub->rules, &pub->history[turn], ledger);
}
