"""Ask an agent why it did not play a clued card; the answer uses public information alone."""

from collections.abc import Callable

from agents import registry
from agents.contract import AgentError, Explainer, Truster
from agents.reasons import live
from game.board import words
from game.board.viewpoint import Viewpoint
from game.models import Seating
from game.tables.state import TableState
from game.tables.trust import initial_trust
from native import Move, View

NOT_YET = "I haven't had a turn since that clue."


def may_ask_why(state: TableState, viewpoint: Viewpoint) -> bool:
    """Return whether this viewpoint's own seat may ask agents why they did not play a card.

    It may while a game with agents is running, at a table whose board shows the meaning of cards
    by convention (`Table.reads_live`).
    """
    seated = viewpoint.own_seat is not None
    return seated and not state.over and state.table.reads_live and has_agents(state)


def has_agents(state: TableState) -> bool:
    """Return whether any seat of the table is held by an agent whose identity is not hidden."""
    return any(seat.kind == Seating.Kind.AGENT and not seat.blind for seat in state.seats)


def why_not(state: TableState, order: int) -> str:
    """Return an agent's reason, in sentences, for not playing the card with draw number `order` on
    its last turn.

    Raise ValueError unless an agent whose identity is known holds the card and a clue has touched
    it.
    """
    game = state.position
    for seat in state.seats:
        if seat.kind != Seating.Kind.AGENT or seat.blind:
            continue
        for slot in range(game.rules.hand_size):
            if game.order(seat.index, slot) == order and game.touched(seat.index, slot):
                return _answer(state, seat, slot)
    raise ValueError("Ask about a clued card of a bot.")


def _answer(state: TableState, seat: Seating, slot: int) -> str:
    turns = [event.turn for event in state.played.events if event.seat == seat.index]
    if not turns:
        return NOT_YET
    game, event = state.played.positions[turns[-1]], state.played.events[turns[-1]]
    view = game.view(seat.index)
    is_held = game.order(seat.index, slot) == state.played.last.order(seat.index, slot)
    if not is_held or not view.touched(seat.index, slot):
        return NOT_YET
    said = _explain(state, seat)(view, event.move, slot)
    return words.with_names(said, state.names_at(event.turn))


def _explain(state: TableState, seat: Seating) -> Callable[[View, Move, int], str]:
    if seat.visiting:
        return live.why_not
    try:
        agent, start = registry.find(seat.address).agent(""), initial_trust(state)
    except AgentError:  # This agent was removed from the program since.
        return live.why_not
    if start and isinstance(agent, Truster):
        agent = agent.starting(start)
    return agent.why_not if isinstance(agent, Explainer) else live.why_not
