"""Why an adaptive agent moved, in words."""

from __future__ import annotations

import numpy as np

from agents.contract import Decision
from agents.pools.policies import Policies
from native import Move, View
from native.partners.suspects import Weights

MOST_NAMED = 3


def switched(view: View, pool: Policies, belief: Weights, member: int, move: Move) -> Decision:
    """It played like a member of its pool."""
    return Decision(
        move=move,
        why="I play what goes best with what you have done so far.",
        detail=f"It moved like {pool.entries[member].title}. {likely(view, pool, belief)}",
        data={"like": pool.entries[member].address, **suspected(view, pool, belief)},
    )


def likely(view: View, pool: Policies, belief: Weights) -> str:
    """Whom it takes each other seat for."""
    said = []
    for seat in range(view.rules.players):
        if seat != view.seat:
            named = [
                f"{pool.entries[i].title} ({100 * belief[seat, i]:.0f} %)"
                for i in best(belief[seat])
            ]
            said.append(f"It took seat {seat + 1} for {', '.join(named)}.")
    return " ".join(said)


def suspected(view: View, pool: Policies, belief: Weights) -> dict[str, object]:
    """The same as data."""
    return {
        "suspects": {
            str(seat): [
                [pool.entries[i].address, round(float(belief[seat, i]), 4)]
                for i in best(belief[seat])
            ]
            for seat in range(view.rules.players)
            if seat != view.seat
        }
    }


def best(belief: Weights) -> list[int]:
    order: list[int] = np.argsort(-belief, kind="stable")[:MOST_NAMED].tolist()
    return order
