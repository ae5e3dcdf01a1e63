"""What every move of a position is worth: games played on from it, in hands that explain it.

The partners are taken to read clues by the conventions. It is worked out from one seat's view, so
it says what the move was worth to somebody who did not see their own cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from agents import registry
from game.board import words
from game.tables.clues import clue_value
from game.tables.state import TableState
from native import Game, Move, MoveKind, Rng
from native.search.search import Search, Setting, Value

ROLLOUTS = 1_000
CONVENTIONS, RULES = "conv:expert", "rules:focus"
"""Who plays on: the first that knows the rules of the table."""


@dataclass(frozen=True)
class Worth:
    """One legal move."""

    text: str
    """“Clue red to Piers”."""
    value: float
    """Mean score at the end."""
    gain: float
    """Over the best."""
    worlds: int
    """Hands that it was tried in; few for a move that soon fell behind."""
    made: bool
    """It is what was done."""


@dataclass(frozen=True)
class Worths:
    seat: int
    player: str
    by: str
    """The title of who plays on."""
    moves: tuple[Worth, ...]
    """The best first, then those that fell behind."""


def worths(state: TableState, turn: int) -> Worths:
    """Of the seat to move after `turn` moves. The same every time. Raises ValueError, in words,
    where there is nothing to choose or nobody to play on."""
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
    """Moves that were tried longest first: the others had fallen behind."""
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
    # People need not have played by the strategy: what it cannot explain is searched all the same.
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
    value = words.clue_name(game.rules, clue_value(game.rules, move))
    return f"Clue {value} to {state.seat_at(target, turn).name}"
