/* A line of uses, as moves of the game. Internal. */
#ifndef HANABI_SOLVER_LINE_H
#define HANABI_SOLVER_LINE_H

#include "solver/position.h"

/* Whether the engine can play the line to the target. The moves are written to `prospect`, which is
 * unchanged if the line fails. */
int hl_plays_out(const hl_game *game, const hl_problem *problem, const hl_solver_state *root,
                 const hl_use uses[64], hl_prospect *prospect);

#endif
