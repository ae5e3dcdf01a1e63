/* The strategies of the seed's own programs. Internal. */
#ifndef HANABI_PERFECT_SEED_MOVES_H
#define HANABI_PERFECT_SEED_MOVES_H

#include "strategies/perfect/seed_table.h"

/* The move of the seat to move. */
seed_move seed_choose(const seed_table *table, int strategy, double cost);

#endif
