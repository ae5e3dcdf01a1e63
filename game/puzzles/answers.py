"""What somebody answered to the puzzles, kept in their session: no name is needed."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from game.puzzles.puzzle import LEVELS, Puzzle, puzzles
from native import Move

KEY = "puzzles"
Session = MutableMapping[str, Any]


@dataclass(frozen=True)
class Line:
    """A puzzle in the list."""

    number: int
    level: str
    answered: bool
    right: bool


def answer(session: Session, puzzle: Puzzle, move: Move) -> None:
    """Keep it; the first one counts."""
    text = move.text(puzzle.position.rules)
    session[KEY] = {_key(puzzle): text} | session.get(KEY, {})


def answered(session: Session, puzzle: Puzzle) -> str | None:
    """The move in the engine's notation, if it was one of this puzzle."""
    text = session.get(KEY, {}).get(_key(puzzle))
    return text if text in puzzle.costs else None


def forget(session: Session) -> None:
    session.pop(KEY, None)


def lines(session: Session) -> list[Line]:
    found = []
    for number, puzzle in enumerate(puzzles(), start=1):
        text = answered(session, puzzle)
        found.append(Line(number, puzzle.level, text is not None, text in puzzle.right))
    return found


def following(session: Session, number: int = 0) -> int | None:
    """The next puzzle without an answer: of the same level if there is one, and else from the
    first on."""
    open_ones = [line for line in lines(session) if not line.answered and line.number != number]
    level = puzzles()[number - 1].level if number else next(iter(LEVELS))
    after = [line for line in open_ones if line.number > number]
    same = [line for line in open_ones if line.level == level]
    for choice in ([line for line in after if line.level == level], same, after, open_ones):
        if choice:
            return choice[0].number
    return None


def lost(session: Session) -> float | None:
    """Points that the answers cost on average; None before the first."""
    costs = [p.costs[text] for p in puzzles() if (text := answered(session, p)) is not None]
    return sum(costs) / len(costs) if costs else None


def _key(puzzle: Puzzle) -> str:
    """The same for a puzzle in the next edition of the file."""
    return sha256(f"{puzzle.game} {puzzle.moves}".encode()).hexdigest()[:8]
