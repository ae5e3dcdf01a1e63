"""Tables of pairs with known scores."""

from collections.abc import Sequence

import numpy as np

from agents.matchups.store import PAIR, Matchups


def matchups(
    agents: Sequence[str], means: Sequence[Sequence[float]], games: int = 10, above: int = 0
) -> Matchups:
    """Agents with each other: mean scores under both scorings, and how much the sums of squares
    exceed the least possible. The deals of each pair are its own."""
    cells, known = np.zeros((len(agents), len(agents)), PAIR), np.array(means)
    cells["games"], cells["apart"] = games, 1
    for scoring in ("stacks", "zero"):
        cells[scoring] = games * known
        cells[f"{scoring}_squares"] = games * known**2 + above
    return Matchups(tuple(agents), tuple(agents), cells)
