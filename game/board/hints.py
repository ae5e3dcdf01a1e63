"""Hints: the two best moves of the seat to move, with their reasons, computed from that seat's
view alone.
"""

from math import hypot

import msgspec

from agents import registry
from agents.kinds.search import SCORINGS
from game.board import moves
from game.board.conventions import judges_at, keep_conventions, level_at, promised, reading_of
from game.board.explanation import Scene, about, situation
from game.board.judging import Gain, compare
from game.board.viewpoint import Viewpoint
from game.tables.state import TableState
from native import Move, View
from native.empathy.exact import odds


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

    The first is the move that the seat's judge (`judges_at`) would make, by conventions if the
    partners follow them, unless that counts as a mistake in comparison with another move. Where
    the board shows the partners' conventions, the reasons say what moves mean by them, and no card
    that they promise to be playable is discarded unless that is measurably better.
    """
    game, turn = state.played.last, len(state.moves)
    if game.to_move is None:
        raise ValueError("The game is over.")
    view, names = game.view(game.to_move), state.names_at(turn)
    judge, viewpoint = judges_at(state)[view.seat], Viewpoint(view.seat, open=False)
    usual = registry.find(judge).playing_on().agent("hint").decide(view).move
    level = level_at(state, viewpoint) if keep_conventions(state) else None
    read = reading_of(state, viewpoint) if level else None
    best, gains = [usual], compare(view, usual, SCORINGS[state.table.scoring], judge=judge).gains
    kept = [Move.discard(slot) for slot in promised(view, read)] if read else []
    gains = [one for one in gains if one.is_clear or one.move not in kept]
    if gains:
        chop = read.chops[view.seat] if read else None
        best.insert(0 if gains[0].is_clear else 1, as_marked(view, usual, gains, chop))

    scene = Scene(game, view, names, state.table.keeps_points, level)
    return Hint(turn + 1, situation(scene), [_advice(scene, move) for move in best])


def as_marked(view: View, usual: Move, gains: list[Gain], chop: int | None) -> Move:
    """Return the best move in `gains`, comparisons with the move `usual`. If it discards a card
    with the same odds as the one in the slot `chop`, which the board marks as the next discard,
    and is not measurably better, return the discard of that one, or the next move if that is
    `usual`.
    """
    best = gains[0]
    if chop is None:
        return best.move
    marked, chances = Move.discard(chop), odds(view)
    alike = [Move.discard(slot) for slot in view.own_slots if chances[slot] == chances[chop]]
    if best.move not in alike:
        return best.move
    if usual == marked:
        others = (one.move for one in gains if one.move not in alike)
        return best.move if best.is_clear else next(others, best.move)
    other = next((one for one in gains if one.move == marked), best)
    is_better = best.points - other.points > hypot(best.error, other.error)
    return best.move if is_better else other.move


def _advice(scene: Scene, move: Move) -> Advice:
    act, fields = moves.sent(scene.view, move)
    text = moves.name(scene.view, move, scene.names)
    return Advice(text, about(scene, move), act, **fields)
