/* A line of uses, as moves of the game. Internal. */
#ifndef HANABI_SOLVER_LINE_H
#define HANABI_SOLVER_LINE_H

#include "solver/position.h"

/* Whether the engine plays the line to the target. The moves are left in `prospect`, which keeps
 * what it had if the line does not get there. */
int hl_plays_out(const hl_game *game, const hl_problem *problem, const hl_position *root,
                 const hl_use uses[64], hl_prospect *prospect);

#endif
