"""Measure how long agents take to decide: `manage.py rebuild seconds`.

One agent of each kind decides at turns from the beginning to the end of games, alone and as the
base of a search (the agent whose moves the search simulates); the processor time of its thread is
measured. A search decides twice at each position: the first decision computes its belief about
hidden cards, as after a restart of the server, in time proportional to the number of sampled
hands; the second reuses that belief and spends its time on rollouts (simulated games) alone.
"""

from collections.abc import Callable, Iterator
from time import thread_time
from typing import NamedTuple

from agents import registry
from agents.contract import decision_of
from agents.decision_seconds import FILE, DecisionTimes, stored
from agents.runs.storage import write_rows
from native import Game, Rules

SIZES = (2, 3, 4, 5)
BASES = ("wary:expert", "rules:focus", "conv:expert", "human:proxy", "hat:information")
"""The agents on which the measured searches are based: one of each kind that the C core
simulates."""
POOL = "paper-1+improved-1"
TURNS = range(2, 60, 8)
"""The turns at which agents decide, each in a separate game."""
ROLLOUTS, HANDS = 500, 200
"""Numbers of rollouts (simulated games) and of sampled hands in a decision of the
measured search."""


class Taken(NamedTuple):
    """The longest times that decisions of one agent took, in seconds.

    The agent decides twice at each position. Only the first decision computes its belief about
    hidden cards; the second has the belief cached.
    """

    belief: float
    """The largest difference between the first and the second decision at a position."""
    second: float
    """The longest second decision at a position."""
    first: float
    """The longest first decision at a position."""


def wanted() -> Iterator[tuple[str, int]]:
    """Yield (address, number of players) for the agents and table sizes whose decisions are to be
    timed.
    """
    for agent in (*BASES, adaptive(0)):
        for players in SIZES:
            if players in registry.find(agent).players:
                yield agent, players


def missing() -> list[tuple[str, int]]:
    """Return the (address, number of players) whose decision times are not stored."""
    return [key for key in wanted() if key not in stored()]


def adaptive(rollouts: int) -> str:
    """Return the address of the adaptive agent to time, with `rollouts` simulated games per
    decision.
    """
    return f"adaptive:{rollouts}:{POOL}"


def measure(agent: str, players: int) -> DecisionTimes:
    """Return the decision times of the agent at address `agent` with this number of players,
    measured now.
    """
    alone = longest(agent, agent, players)
    if agent == adaptive(0):
        a_hand, searching = 0.0, longest(adaptive(ROLLOUTS), agent, players)
    else:
        searching = longest(f"search:{ROLLOUTS}:{agent}", agent, players)
        a_hand = searching.belief / HANDS
    a_rollout = searching.second / ROLLOUTS
    return DecisionTimes(agent, players, _short(alone.first), _short(a_hand), _short(a_rollout))


def longest(address: str, base: str, players: int) -> Taken:
    """Return the longest times that the agent at `address` takes for a decision.

    It decides at several positions, from the beginning to the end of games that the agent at
    address `base` plays on all seats. At each position it decides twice: the second decision has
    its belief about hidden cards cached, so the difference is the time for computing that belief.
    The longest first decision, second decision and difference may be of different positions.
    """
    agent = registry.find(address).agent("seconds")
    # Load what a process loads only once, so that no decision's time includes it.
    decision_of(agent, position(base, players, 0))
    times = []
    for turn in TURNS:
        game = position(base, players, turn)
        if game.to_move is None:
            continue
        first, second = (_seconds(decision_of, agent, game) for _ in range(2))
        times.append(Taken(first - second, second, first))
    return Taken(*map(max, zip(*times, strict=True)))


def position(base: str, players: int, turn: int) -> Game:
    """Return the game after `turn` + 1 moves made by the agent `base` on all seats, or the
    finished game if it is shorter.

    Every value of `turn` has its own deal, so that a timed search cannot reuse what it cached at
    an earlier position.
    """
    game = Game(Rules.standard(players), seed=f"seconds {turn}")
    agent = registry.find(base).agent("seconds")
    while game.to_move is not None and game.turn <= turn:
        game.play(decision_of(agent, game).move)
    return game


def add(agent: str, players: int) -> None:
    """Measure the decision times of an agent with this number of players, and store them."""
    save(stored() | {(agent, players): measure(agent, players)})


def save(rows: dict[tuple[str, int], DecisionTimes]) -> None:
    """Write decision times, by address and number of players, to `decision_seconds.json`,
    replacing it; rows that `wanted` does not yield are left out.
    """
    write_rows(FILE, [rows[key] for key in wanted() if key in rows])
    stored.cache_clear()


def _seconds(work: Callable[..., object], *args: object) -> float:
    before = thread_time()
    work(*args)
    return thread_time() - before


def _short(seconds: float) -> float:
    return float(f"{seconds:.2g}")
