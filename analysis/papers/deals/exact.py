"""Decide by a SAT solver whether a game can still be won: slow, but always decisive.

Needs python-sat, an optional extra.
"""

from importlib.util import find_spec

from analysis.papers.deals.clauses import Puzzle
from native import Game

MISSING = "The exact fallback needs python-sat: pip install 'hanabi-lab[sat]'."


class NoSat(Exception):
    """The package python-sat is not installed."""


def available() -> bool:
    """Return whether python-sat is installed."""
    return find_spec("pysat") is not None


def can_reach(game: Game, target: int) -> bool:
    """Return whether a running game with cards left in the deck can still reach `target` points.

    Raises NoSat without python-sat, and ValueError for an ended game, an empty deck or a game
    without clue tokens, in which turns may be forced.
    """
    if not available():
        raise NoSat(MISSING)
    if not game.deck_left or game.end is not None or not game.rules.clue_tokens:
        raise ValueError("The game must be running, with clue tokens and cards left in the deck.")
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Cadical195

    if target <= game.score:
        return True
    puzzle = Puzzle(game)
    points = puzzle.points()
    if target - game.score > len(points):
        return False
    goal = [[point] for point in points]
    if target - game.score < len(points):
        few, top = target - game.score, puzzle.top
        goal = CardEnc.atleast(points, few, top_id=top, encoding=EncType.seqcounter).clauses
    with Cadical195(bootstrap_with=[*puzzle.clauses, *goal]) as solver:
        return bool(solver.solve())
