"""Hints: the two best moves of the seat to move, with their reasons, computed from that seat's
view alone.
"""

import msgspec

from agents import registry
from agents.kinds.search import SCORINGS
from game.board import moves
from game.board.conventions import judge_at
from game.board.explanation import Scene, about, situation
from game.board.judging import compare
from game.board.viewpoint import Viewpoint
from game.tables.state import TableState
from native import Move


class Advice(msgspec.Struct, omit_defaults=True):
    """A recommended move with its reason."""

    text: str
    """The move, such as “Clue red to Piers”."""
    why: str
    act: str
    """The kind of move: “play”, “discard” or “clue”."""
    order: int | None = None
    """Draw number of the card to play or discard; None for a clue."""
    seat: int | None = None
    """The seat that receives the clue; None for other moves."""
    value: str | None = None


class Hint(msgspec.Struct):
    """The recommended moves for the seat to move."""

    turn: int
    situation: str
    """Sentences on what restricts the choice: tokens, strikes, the end of the game; may be
    empty."""
    moves: list[Advice]
    """The recommended moves, the best first."""


def may_ask(state: TableState, viewpoint: Viewpoint) -> bool:
    """Return whether this viewpoint has a seat of its own that may ask for hints on its turns: the
    table gives hints (`Table.gives_hints`), and the game is not over.
    """
    return viewpoint.own_seat is not None and not state.over and state.table.gives_hints


def hint(state: TableState) -> Hint:
    """Return a hint for the seat to move: its two best moves with their reasons, computed from that
    seat's view alone. Raise ValueError if the game is over.

    The first is the move that the agent `judge_at(state)` would make, by conventions if the
    partners follow them, unless that counts as a mistake in comparison with another move.
    """
    game, turn = state.played.last, len(state.moves)
    if game.to_move is None:
        raise ValueError("The game is over.")
    view = game.view(game.to_move)
    judge = judge_at(state)
    usual = registry.find(judge).playing_on().agent("hint").decide(view).move
    best = [usual]
    for other in compare(view, usual, SCORINGS[state.table.scoring], judge=judge).gains[:1]:
        best.insert(0 if other.is_clear else 1, other.move)
    scene = Scene(game, view, state.names_at(turn), state.table.keeps_points)
    return Hint(turn + 1, situation(scene), [_advice(scene, move) for move in best])


def _advice(scene: Scene, move: Move) -> Advice:
    act, fields = moves.sent(scene.view, move)
    text = moves.name(scene.view, move, scene.names)
    return Advice(text, about(scene, move), act, **fields)
