"""The puzzles as they come with the program: a deal, the moves so far, and what each next move
costs. `manage.py mine_puzzles` makes the file."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path

import msgspec

from game.puzzles.ideas import SURE_PLAY, idea
from game.tables.state import parse_deck
from native import Game, Move, Rules, View

FILE = Path(__file__).with_name("puzzles.json")

AS_GOOD = 0.35
"""Points that a move of the best idea may cost and still be as good."""
LEVELS = {
    "warm-up": "One of your cards is known to fit. Find it.",
    "easy": "Most of our bots find the best move.",
    "medium": "About half of our bots find it.",
    "hard": "Few of our bots find it, if any.",
}
"""What to expect of each, in the order in which they are asked."""
EASY, HARD = 0.6, 0.3
"""Shares of the panel that find the best move: from the first on it is easy, below the second
hard."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One position. Moves are in the engine's notation."""

    game: str
    """Where it was played."""
    players: int
    deck: str
    moves: str
    """Made so far."""
    made: str
    """The move that followed; the rules there may allow what ours forbid."""
    best: float
    """Mean score at the end after the best move."""
    costs: dict[str, float]
    """By legal move: points that it loses on average against the best one, at least, by every way
    of playing on; the best first."""
    leads: list[float]
    """By way of playing on: points between the best idea and the next one."""
    found: float
    """The share of a panel of bots that finds the best idea."""

    @cached_property
    def position(self) -> Game:
        """Shared: play on a copy."""
        rules = Rules.standard(self.players)
        game = Game(rules, deck=parse_deck(rules, self.deck))
        for text in self.moves.split():
            game.play(Move.parse(text, rules))
        return game

    @property
    def seat(self) -> int:
        """Who is to move."""
        seat = self.position.to_move
        assert seat is not None
        return seat

    @cached_property
    def view(self) -> View:
        return self.position.view(self.seat)

    @cached_property
    def right(self) -> frozenset[str]:
        """The best move, and others that come to the same."""
        best = next(iter(self.costs))
        return frozenset(
            move
            for move, cost in self.costs.items()
            if move == best or (cost < AS_GOOD and self.is_best_idea(move))
        )

    def is_best_idea(self, move: str) -> bool:
        """Whether it comes to the same as the best move."""
        return self._idea(move) == self._idea(next(iter(self.costs)))

    @property
    def level(self) -> str:
        if self.found >= EASY:
            return "warm-up" if self._idea(next(iter(self.costs))) == SURE_PLAY else "easy"
        return "hard" if self.found < HARD else "medium"

    def _idea(self, text: str) -> object:
        return idea(self.view, Move.parse(text, self.position.rules))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them; they are counted from 1."""
    return read(FILE)


def read(file: Path) -> tuple[Puzzle, ...]:
    """Raises OSError or msgspec.ValidationError."""
    return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])


def written(found: list[Puzzle]) -> bytes:
    """The file, a puzzle a line."""
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in found)
    return b"[\n" + lines + b"\n]\n"
