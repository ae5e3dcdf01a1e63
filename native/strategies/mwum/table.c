/* The table of weights: linear probing by key. */
#include "strategies/mwum/agent.h"

static uint64_t place_of(const hl_mwum_table *table, uint64_t key) {
    uint64_t place = hl_mix(key) & table->mask;
    while (table->entries[place].key && table->entries[place].key != key)
        place = (place + 1) & table->mask;
    return place;
}

const hl_mwum_entry *hl_mwum_find(const hl_mwum_table *table, uint64_t key) {
    const hl_mwum_entry *entry = &table->entries[place_of(table, key)];
    return entry->key ? entry : NULL;
}

hl_mwum_entry *hl_mwum_at(hl_mwum_table *table, uint64_t key) {
    hl_mwum_entry *entry = &table->entries[place_of(table, key)];
    if (!entry->key) {
        *entry = (hl_mwum_entry){.key = key};
        table->used++;
    }
    return entry;
}

void hl_mwum_fill(hl_mwum_table *table, const hl_mwum_entry *entries, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        if (entries[i].key)
            *hl_mwum_at(table, entries[i].key) = entries[i];
}
