"""The worth of every move in a position, by rollouts over hands that explain the game so far.

The partners are assumed to follow the conventions. Only one seat's view is used, so the worth is
that to a player who could not see their own cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from agents import registry
from game.board import words
from game.tables.state import TableState
from native import Game, Move, MoveKind, Rng
from native.search.search import Search, Setting, Value

ROLLOUTS = 1_000
CONVENTIONS, RULES = "conv:expert", "rules:focus"
"""The agents that play the rollouts: the first that supports the table's rules."""


@dataclass(frozen=True)
class Worth:
    """The estimated value of one legal move."""

    text: str
    """The move, such as “Clue red to Piers”."""
    value: float
    """The mean final score."""
    gain: float
    """The value minus that of the first move listed."""
    worlds: int
    """The number of hands it was tried in; few if it was dropped early."""
    made: bool
    """Whether this move was played."""


@dataclass(frozen=True)
class Worths:
    """The estimated value of every legal move of a position."""

    seat: int
    player: str
    by: str
    """The title of the agent that plays the rollouts."""
    moves: tuple[Worth, ...]
    """Moves that were tried longest first, each group by value."""


def worths(state: TableState, turn: int) -> Worths:
    """Return the estimated value of each legal move after `turn` moves. It is deterministic.

    Raise ValueError if the game is over or no agent can play the rollouts.
    """
    assert state.playback is not None
    game = state.playback.positions[turn]
    if game.to_move is None:
        raise ValueError("The game is over here.")
    base = _base(game)
    view = game.view(game.to_move)
    thought = _search(base, game.rules.players).think(view, Rng(0))
    tried = sorted((one for one in thought.values if one.worlds), key=_order, reverse=True)
    made = state.playback.events[turn].move if turn < len(state.playback.events) else None
    return Worths(
        seat=view.seat,
        player=state.seat_at(view.seat, turn).name,
        by=registry.find(base).title,
        moves=tuple(
            Worth(
                text=_text(state, turn, one.move),
                value=one.value,
                gain=one.value - tried[0].value,
                worlds=one.worlds,
                made=one.move == made,
            )
            for one in tried
        ),
    )


def _order(value: Value) -> tuple[int, float]:
    """Sort key: moves tried in most worlds first, because others were dropped early; then by
    value."""
    return value.worlds, value.value


def _base(game: Game) -> str:
    for address in (CONVENTIONS, RULES):
        if not registry.find(address).refusal(game.rules):
            return address
    raise ValueError("Nobody here knows these rules well enough to look ahead.")


@lru_cache(maxsize=16)
def _search(address: str, players: int) -> Search:
    blueprint = registry.find(address).in_core(players)
    assert blueprint is not None
    # People need not follow the strategy: search positions it cannot explain as well.
    return Search(blueprint, Setting(ROLLOUTS, explained=0))


def _text(state: TableState, turn: int, move: Move) -> str:
    assert state.playback is not None
    game = state.playback.positions[turn]
    assert game.to_move is not None
    seat = game.to_move
    if move.kind in (MoveKind.PLAY, MoveKind.DISCARD):
        assert move.slot is not None
        return f"{move.kind.name.capitalize()} slot {game.position(seat, move.slot)}"
    assert move.target is not None
    target = (seat + move.target) % game.rules.players
    value = words.clue_name(game.rules, move.clue_value(game.rules))
    return f"Clue {value} to {state.seat_at(target, turn).name}"
