"""A visitor's answers to the puzzles, by the puzzle's key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from game.puzzles.puzzle import LEVELS, Puzzle, puzzles
from native import Move

Answers = Mapping[str, str]
"""Moves in the engine's notation, by the key of the puzzle that they answer."""


@dataclass(frozen=True)
class ListedPuzzle:
    """A row of the list of puzzles: whether the visitor has answered the puzzle, and whether the
    answer was right.
    """

    number: int
    level: str
    answered: bool
    right: bool


def answer(puzzle: Puzzle, move: Move) -> Answers:
    """Return a move as the answer to a puzzle, in the form in which it is stored."""
    return {_key(puzzle): move.text(puzzle.position.rules)}


def answered(mine: Answers, puzzle: Puzzle) -> str | None:
    """Return the visitor's stored answer to a puzzle, a move in the engine's notation; None if
    there is none or it is not a legal move of the puzzle.
    """
    text = mine.get(_key(puzzle))
    return text if text in puzzle.costs else None


def lines(mine: Answers) -> list[ListedPuzzle]:
    """Return every puzzle with the visitor's result, for the list of puzzles."""
    return [line(mine, number) for number in range(1, len(puzzles()) + 1)]


def line(mine: Answers, number: int) -> ListedPuzzle:
    """Return puzzle `number` (from 1) with the visitor's result."""
    puzzle = puzzles()[number - 1]
    text = answered(mine, puzzle)
    return ListedPuzzle(number, puzzle.level, text is not None, text in puzzle.right)


def of_the_day(day: date) -> list[int]:
    """Return the numbers (from 1) of the puzzles that the front page offers on a day, one from each
    of the three easiest levels.
    """
    levels: dict[str, list[int]] = {}
    for number, puzzle in enumerate(puzzles(), start=1):
        levels.setdefault(puzzle.level, []).append(number)
    chosen = [level for level in LEVELS if level in levels][:3]
    return [levels[one][day.toordinal() % len(levels[one])] for one in chosen]


def following(mine: Answers, number: int = 0, of_today: Sequence[int] = ()) -> int | None:
    """Return the number of the unanswered puzzle to show after puzzle `number` (0: before the
    first); None if all others are answered.

    After one of the puzzles of the day (`of_today`) it is another one of them. Else it is a later
    puzzle of the same level (for 0: the first level), else any of that level, else any later one,
    else any.
    """
    open_ones = [line for line in lines(mine) if not line.answered and line.number != number]
    level = puzzles()[number - 1].level if number else next(iter(LEVELS))
    after = [line for line in open_ones if line.number > number]
    same = [line for line in open_ones if line.level == level]
    today = [line for line in open_ones if number in of_today and line.number in of_today]
    for choice in (today, [line for line in after if line.level == level], same, after, open_ones):
        if choice:
            return choice[0].number
    return None


def lost(mine: Answers) -> float | None:
    """Return the mean number of points by which the visitor's answers are worse than the best
    moves; None without answers.
    """
    costs = [p.costs[text] for p in puzzles() if (text := answered(mine, p)) is not None]
    return sum(costs) / len(costs) if costs else None


def _key(puzzle: Puzzle) -> str:
    """Return a key for the puzzle that stays the same when `puzzles.json` is regenerated."""
    return sha256(f"{puzzle.game} {puzzle.moves}".encode()).hexdigest()[:8]
