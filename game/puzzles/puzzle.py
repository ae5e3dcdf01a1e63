"""The shipped puzzles: a deal, the moves so far, and the cost of each next move.

Moves with the same idea are equivalent: discarding either of two known trash cards, for example, or
a colour clue and a rank clue that touch the same important card.

`manage.py rebuild puzzles` creates the file.
"""

from collections.abc import Hashable, Iterable
from functools import cache, cached_property
from pathlib import Path

import msgspec

from game.board.explanation import Scene
from game.board.moves import receiver, touched
from game.tables.playback import Playback
from game.tables.state import replayed
from native import Game, Move, MoveKind, Rules, View

FILE = Path(__file__).with_name("puzzles.json")
YOU, MATES = "You", ("Robin", "Sam", "Kim", "Alex", "Jo")

AS_GOOD = 0.35
"""The most points that a move with the best idea may cost and still count as correct."""
LEVELS = {
    "warm-up": "One of your cards is known to fit. Find it.",
    "easy": "Most of our bots find the best move.",
    "medium": "About half of our bots find it.",
    "hard": "Few of our bots find it, if any.",
}
"""Each level and its description, in the order in which puzzles are asked."""
SURE_PLAY = ("play", None)
"""The idea of playing a card that is known to be playable."""
EASY, HARD = 0.6, 0.3
"""Shares of the panel that solve a puzzle: easy from the first, hard below the second."""


class Posed(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A position with a question to one seat. Moves are in the engine's notation."""

    game: str
    """The source game."""
    players: int
    deck: str
    moves: str
    """The moves made so far."""

    @property
    def position(self) -> Game:
        """The game at the position. It is shared: make moves on a copy."""
        return self._playback.last

    @property
    def before(self) -> Game:
        """The game before its last move."""
        return self._playback.positions[-2]

    @cached_property
    def _playback(self) -> Playback:
        return replayed(Rules.standard(self.players), self.deck, self.moves.split())

    @property
    def seat(self) -> int:
        """The seat that answers: the one to move."""
        seat = self.position.to_move
        assert seat is not None
        return seat

    @property
    def partner(self) -> str:
        """The address of the agent in the other seats; empty if the question is about no particular
        agent.
        """
        return ""

    @cached_property
    def view(self) -> View:
        """The view of the seat that answers."""
        return self.position.view(self.seat)

    @property
    def names(self) -> list[str]:
        """The players' names by seat; the seat that answers is “You”."""
        mates = iter(MATES)
        return [YOU if seat == self.seat else next(mates) for seat in range(self.players)]

    @cached_property
    def scene(self) -> Scene:
        """The position as a scene to explain."""
        return Scene(self.position, self.view, self.names)


class Puzzle(Posed, frozen=True, kw_only=True, dict=True):
    """A puzzle: a position with the cost of each legal move."""

    made: str
    """The move played in the source game; it may be illegal under our rules."""
    best: float
    """The mean final score after the best move."""
    costs: dict[str, float]
    """Points lost against the best move, by legal move, best first.

    Means over the agents that play the game on; moves dropped early may cost even more.
    """
    leads: list[float]
    """Points between the best idea and the second best, for each agent that plays the game on."""
    found: float
    """The share of a panel of bots that chooses the best idea."""

    @cached_property
    def right(self) -> frozenset[str]:
        """The moves that count as correct: the best one and its equivalents."""
        best = next(iter(self.costs))
        return frozenset(
            move
            for move, cost in self.costs.items()
            if move == best or (cost < AS_GOOD and self.is_best_idea(move))
        )

    def is_best_idea(self, move: str) -> bool:
        """Return whether a move is equivalent to the best move."""
        return self._idea(move) == self._idea(next(iter(self.costs)))

    @property
    def level(self) -> str:
        """The difficulty by the share of bots that choose the best idea: “warm-up” (an easy one:
        play a card known to be playable), “easy”, “medium” or “hard”.
        """
        if self.found >= EASY:
            return "warm-up" if self._idea(next(iter(self.costs))) == SURE_PLAY else "easy"
        return "hard" if self.found < HARD else "medium"

    def _idea(self, text: str) -> object:
        return idea(self.view, Move.parse(text, self.position.rules))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles; their numbers start at 1."""
    return read(FILE)


def read(file: Path) -> tuple[Puzzle, ...]:
    """Read puzzles from a JSON file. Raise OSError or msgspec.ValidationError if that fails."""
    return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])


def written(found: Iterable[Posed]) -> bytes:
    """Return puzzles or drills as the contents of their JSON file, one per line."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, found)) + b"\n]\n"


def idea(view: View, move: Move) -> Hashable:
    """Return a key for the intent of the seat's move; equivalent moves have equal keys."""
    if move.is_clue:
        slots = touched(view, move)
        return "clue", move.target, _that_matter(view, move, slots) or slots
    assert move.slot is not None
    possible = view.possible(move.slot)
    if move.kind is MoveKind.PLAY:
        return "play", None if not possible & ~view.playable else move.slot
    return "discard", None if not possible & ~view.useless else move.slot


def _that_matter(view: View, move: Move, slots: tuple[int, ...]) -> tuple[int, ...]:
    """Return the touched slots whose cards are playable now or critical."""
    hand = view.hands[receiver(view, move)]
    wanted = view.playable | view.critical
    return tuple(
        slot for slot in slots if (card := hand[slot]) and wanted >> view.rules.identity(card) & 1
    )
