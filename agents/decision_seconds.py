"""Measured decision times of agents: `decision_seconds.json`, written by `agents.timing`."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from agents.runs.storage import read_rows

FILE = Path(__file__).with_name("decision_seconds.json")
MADE_OF_RULES = ("genes", "elite")
"""Kinds of agents, besides `rules`, that are rule lists; the times measured for `rules` apply to
them."""


class DecisionTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision times of an agent at tables of one size, in seconds of processor time."""

    agent: str
    players: int
    alone: float
    """The longest decision of the agent when it plays without a search."""
    a_hand: float = 0.0
    """Time per sampled hand of a search whose simulated games this agent plays."""
    a_rollout: float = 0.0
    """Time per rollout (simulated game) of a search whose simulated games this agent plays."""


@cache
def stored() -> dict[tuple[str, int], DecisionTimes]:
    """Return the measured decision times by (address of the measured agent, number of players)."""
    return {(row.agent, row.players): row for row in read_rows(FILE, DecisionTimes)}


def row_of(address: str, players: int) -> DecisionTimes | None:
    """Return the measured decision times that apply to an agent; None if there are none.

    The times measured for one agent apply to all agents of its kind (`conv`, `wary` ...). Those
    for the kind `rules` also apply to the other kinds of rule lists, `genes` and `elite`. If this
    number of players was not measured, the nearest number counts.
    """
    kind = address.partition(":")[0]
    kind = "rules" if kind in MADE_OF_RULES else kind
    rows = [row for row in stored().values() if row.agent.partition(":")[0] == kind]
    return min(rows, key=lambda row: (abs(row.players - players), -row.players), default=None)


def alone(address: str, players: int, otherwise: float) -> float:
    """Return the processor time, in seconds, of the longest decision of the agent at `address`;
    `otherwise` if it was not measured.
    """
    row = row_of(address, players)
    return row.alone if row else otherwise


def of_search(base: str, players: int, rollouts: int, hands: int, otherwise: float) -> float:
    """Return the estimated processor time, in seconds, of the longest decision of a search that
    samples `hands` hands and simulates `rollouts` games with the agent `base`.

    Return `otherwise` if the agent `base` was not measured.
    """
    row = row_of(base, players)
    return row.alone + hands * row.a_hand + rollouts * row.a_rollout if row else otherwise


def largest(budgets: range, seconds: float, takes: Callable[[int], float]) -> int:
    """Return the largest of the ascending `budgets` (such as numbers of simulated games) for which
    `takes(budget)` is at most `seconds`; 0 if there is none.
    """
    fitting = [budget for budget in budgets if takes(budget) <= seconds]
    return fitting[-1] if fitting else 0
