"""Writes down a game of our own as a record."""

from collections.abc import Sequence

from native.engine.events import Event
from native.engine.game import Game
from native.engine.outcome import End
from native.records.record import Action, ActionKind, Record

ENDED_BY_PLAYER = 4


def record_of(game: Game, players: Sequence[str] = (), source: str = "") -> Record:
    """The record of a game so far; seats without names are called “Player 1” and so on."""
    seats = game.rules.players
    actions = [_action(event) for event in game.history]
    if game.end is End.TERMINATED:
        actions.append(Action(ActionKind.GIVE_UP, game.turn % seats, ENDED_BY_PLAYER))
    return Record(
        source=source,
        format="notation",
        rules=game.rules,
        deck=tuple(game.deck),
        actions=tuple(actions),
        players=tuple(players) or tuple(f"Player {seat + 1}" for seat in range(seats)),
    )


def _action(event: Event) -> Action:
    kind = ActionKind[event.move.kind.name]
    if event.order is not None:
        return Action(kind, event.order)
    assert event.target is not None
    assert event.move.value is not None
    return Action(kind, event.target, event.move.value)
