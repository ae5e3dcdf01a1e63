"""Why an adaptive agent moved, in words.

What everybody may read while the game runs is what everybody sees of the move: whom it takes a
partner for, and what a move is worth to it, are worked out from hands that not every seat sees.
"""

from __future__ import annotations

import numpy as np

from agents.contract import Decision
from agents.kinds.plain_reasons import why
from agents.kinds.saying import named
from agents.kinds.whole_reasons import whole
from agents.pools.policies import Policies
from native import Move, View
from native.partners.suspects import Weights
from native.search.search import Thought, Value

MOST_NAMED = 3
"""Suspects, and moves."""

SWITCHED = "That goes best with what you have done so far."
SEARCHED = "In the games that I imagined with you, that went best."


def switched(view: View, pool: Policies, belief: Weights, member: int, move: Move) -> Decision:
    """It played like a member of its pool."""
    return Decision(
        move=move,
        why=f"{why(view, move)} {SWITCHED}",
        detail=f"{whole(view, move)} {SWITCHED}",
        data={
            "how": f"Moved like {pool.entries[member].title}. {likely(view, pool, belief)}",
            "position": move.id(view.rules),
            "like": pool.entries[member].address,
            "suspects": suspects(view, pool, belief),
        },
    )


def searched(
    view: View, pool: Policies, belief: Weights, member: int, thought: Thought
) -> Decision:
    """It tried its moves in games that it may be in."""
    assert thought.move is not None, "members are clean: they make a legal move at last"
    usual = pool.entries[member]
    tried = sorted((v for v in thought.values if v.worlds), key=_order, reverse=True)
    return Decision(
        move=thought.move,
        why=f"{why(view, thought.move)} {SEARCHED}",
        detail=f"{whole(view, thought.move)} {SEARCHED}",
        data={
            "how": f"{_compared(view, tried)} {likely(view, pool, belief)}".strip(),
            "position": thought.move.id(view.rules),
            "like": usual.address,
            "usual": thought.move == thought.usual,
            "suspects": suspects(view, pool, belief),
            "values": [
                [one.move.text(view.rules), round(one.value, 2), round(one.error, 2), one.worlds]
                for one in tried
            ],
        },
    )


def likely(view: View, pool: Policies, belief: Weights) -> str:
    """Whom it takes each other seat for."""
    said = []
    for seat in range(view.rules.players):
        if seat != view.seat:
            named = [
                f"{pool.entries[i].title} ({100 * belief[seat, i]:.0f}%)"
                for i in best(belief[seat])
            ]
            said.append(f"Took seat {seat + 1} for {', '.join(named)}.")
    return " ".join(said)


def suspects(view: View, pool: Policies, belief: Weights) -> dict[str, list[list[object]]]:
    """The same as data, by seat."""
    return {
        str(seat): [
            [pool.entries[i].address, round(float(belief[seat, i]), 4)] for i in best(belief[seat])
        ]
        for seat in range(view.rules.players)
        if seat != view.seat
    }


def best(belief: Weights) -> list[int]:
    order: list[int] = np.argsort(-belief, kind="stable")[:MOST_NAMED].tolist()
    return order


def _order(value: Value) -> tuple[int, float]:
    """Moves that were tried longest first: the others were out of the race."""
    return value.worlds, value.value


def _compared(view: View, tried: list[Value]) -> str:
    """Clue red to seat 2: 17.2; play slot 1: 16.4."""
    worths = [f"{named(view, one.move)}: {one.value:.1f}" for one in tried[:MOST_NAMED]]
    return f"Imagined games ended like this: {'; '.join(worths)}." if worths else ""
