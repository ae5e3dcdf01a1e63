"""The turns of a table's agents: whose it is, what they decide, and playing them at once."""

from __future__ import annotations

from agents import registry
from agents.contract import AgentError, Decision, GivesUp, Learner, decision_of
from game.models import Player, Seating
from game.tables import changes, siblings
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load
from native import Game

MOST_REMEMBERED = 10
"""Games of a series that a learner hears of."""


def agent_to_move(state: TableState) -> Seating | None:
    """The agent whose turn it is, unless the table waits for something else."""
    if state.game is None or state.game.to_move is None or state.table.trouble:
        return None
    seat = state.seats[state.game.to_move]
    return seat if seat.kind == Seating.Kind.AGENT else None


def thinks_long(seat: Seating) -> bool:
    """Whether its decision may keep others waiting. An address that names nobody does not."""
    try:
        return registry.find(seat.address).thinks_long
    except AgentError:
        return False


def decide(state: TableState, seat: Seating) -> Decision:
    """The agent's decision; its randomness depends on the table's secret and the seat alone, and
    what it has learnt on the earlier games of the series."""
    assert state.game is not None
    agent = registry.find(seat.address).agent(seed=f"{state.table.seed}/{seat.index}")
    for earlier in _met_before(state) if isinstance(agent, Learner) else ():
        assert isinstance(agent, Learner)
        agent = agent.after(earlier.view(seat.index))
    return decision_of(agent, state.game)


def _met_before(state: TableState) -> list[Game]:
    """The earlier games of the series that the same players ended on the same seats."""
    games = []
    for slug in siblings.before(state.table, MOST_REMEMBERED):
        earlier = load(slug)
        if earlier.game is not None and _who(earlier) == _who(state):
            games.append(earlier.game)
    return games


def _who(state: TableState) -> list[tuple[int | None, str]]:
    return [(seat.player_id, seat.address) for seat in state.seats]


def submit(state: TableState, seat: Seating, decision: Decision, expected_version: int) -> int:
    """Write what an agent decided; the table's new version. Raises Refused."""
    return changes.submit(
        state.table.slug,
        changes.Actor(agent_seat=seat.index),
        decision.move,
        expected_version,
        decision=decision,
    )


def step(slug: str, player: Player, expected_version: int) -> int:
    """One move of the agent whose turn it is, at a paused table."""
    state = load(slug)
    changes.refuse_unless_in_charge(state, player)
    seat = agent_to_move(state)
    if seat is None or not state.table.paused:
        raise Refused(Refusal.NOT_ALLOWED, "There is nothing to step: the table is not paused.")
    return play(state, seat, expected_version)


def play(state: TableState, seat: Seating, expected_version: int) -> int:
    """What the agent does at once: it moves, or gives the game up. The table's new version."""
    try:
        decision = decide(state, seat)
    except GivesUp:
        return changes.resign(state.table.slug, seat.index, expected_version)
    return submit(state, seat, decision, expected_version)


def play_out(slug: str) -> None:
    """Play a table's agents without delay, until a person has to move."""
    while (seat := agent_to_move(state := load(slug))) is not None:
        play(state, seat, state.table.version)
