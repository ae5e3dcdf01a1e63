"""The turns of a table's agents: which agent is to move, its decision, and writing its move."""

from agents import registry
from agents.contract import AgentError, Decision, GivesUp, Learner, Truster, decision_of
from game.models import Player, Seating
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, load
from game.tables.trust import initial_trust
from native import Game

MOST_REMEMBERED = 10
"""The most earlier games of a series that an agent which learns (`Learner`) is shown."""


def agent_to_move(state: TableState) -> Seating | None:
    """Return the seating of the agent whose turn it is; None if it is no agent's turn or an agent
    has failed.
    """
    if state.game is None or state.game.to_move is None or state.table.trouble:
        return None
    seat = state.seats[state.game.to_move]
    return seat if seat.kind == Seating.Kind.AGENT else None


def seconds(state: TableState, seat: Seating) -> float:
    """Return how long the slowest decision of a seat's agent takes, in seconds: as measured, or an
    assumption for an agent without measurements; 0 for an unknown agent.
    """
    try:
        return registry.find(seat.address).seconds_with(state.table.players)
    except AgentError:
        return 0.0


def decide(state: TableState, seat: Seating) -> Decision:
    """Return the decision of the agent at a seat.

    It depends only on the game, the table's secret seed and the seat; for an agent that learns
    (`Learner`) also on the earlier games of the series, and for one with trust (`Truster`) on the
    table's initial trust in its players.
    """
    agent = registry.find(seat.address).agent(seed=f"{state.table.seed}/{seat.index}")
    start = initial_trust(state)
    if start and isinstance(agent, Truster):
        agent = agent.starting(start)
    for earlier in _met_before(state) if isinstance(agent, Learner) else ():
        assert isinstance(agent, Learner)
        agent = agent.after(earlier.view(seat.index))
    return decision_of(agent, state.position)


def _met_before(state: TableState) -> list[Game]:
    """Return the earlier games of the series with the same players at the same seats."""
    earlier = [load(slug) for slug in state.table.earlier_in_series(MOST_REMEMBERED)]
    return [one.game for one in earlier if one.game is not None and _who(one) == _who(state)]


def _who(state: TableState) -> list[tuple[int | None, str]]:
    return [(seat.player_id, seat.address) for seat in state.seats]


def submit(state: TableState, seat: Seating, decision: Decision, expected_version: int) -> int:
    """Write an agent's decision to the table and return the table's new version.

    Raise Refused if the table is not at `expected_version` or the move is not accepted.
    """
    return changes.submit(
        state.table.slug,
        changes.Actor(agent_seat=seat.index),
        decision.move,
        expected_version,
        decision=decision,
    )


def refuse_unless_steppable(slug: str, player: Player, expected_version: int) -> int:
    """Check that `player` may let an agent make one move at a paused table; return the table's
    version.

    Raise Refused if the player may not, no agent is to move, the table is not paused, or its
    version is not `expected_version`.
    """
    state = load(slug)
    changes.refuse_unless_in_charge(state, player)
    if agent_to_move(state) is None or not state.table.paused:
        raise Refused(Refusal.NOT_ALLOWED, "There is nothing to step: the table is not paused.")
    changes.refuse_unless_current(state, expected_version)
    return state.table.version


def play(state: TableState, seat: Seating, expected_version: int) -> int:
    """Let the agent at a seat decide in this thread, write its move or resignation, and return the
    table's new version.

    Management commands use it; the server decides in a thread pool instead (`game.live.runner`).
    Raise Refused if the table is not at `expected_version`.
    """
    try:
        decision = decide(state, seat)
    except GivesUp:
        return changes.resign(state.table.slug, seat.index, expected_version)
    return submit(state, seat, decision, expected_version)


def play_out(slug: str) -> None:
    """Make the agents' moves without delay until a person is to move or the game is over, for use
    by management commands.
    """
    while (seat := agent_to_move(state := load(slug))) is not None:
        play(state, seat, state.table.version)
