"""The shipped puzzles: a deal, the moves so far, and the points that each possible next move
costs.

Moves with the same purpose (`idea`) are equivalent: discarding either of two known trash cards,
for example, or a colour clue and a rank clue that touch the same important card.

`manage.py rebuild puzzles` creates the file.
"""

from collections.abc import Hashable
from functools import cache, cached_property
from pathlib import Path

import msgspec

from agents.runs.storage import read_rows
from game.board.explanation import ExplainedPosition
from game.board.moves import that_matter, touched
from game.tables.playback import Playback
from game.tables.state import replayed
from native import Game, Move, MoveKind, Rules, View

FILE = Path(__file__).with_name("puzzles.json")
YOU, MATES = "You", ("Robin", "Sam", "Kim", "Alex", "Jo")

AS_GOOD = 0.35
"""A move equivalent to the best one counts as correct if it costs less than this many points."""
LEVELS = {
    "warm-up": "One of your cards is certainly playable. Find it.",
    "easy": "Most of our bots find the best move.",
    "medium": "About half of our bots find it.",
    "hard": "Few of our bots find it, if any.",
}
"""Each level and its description, in the order in which puzzles are asked."""
SURE_PLAY = ("play", None)
"""The value of `idea` for playing a card that is known to be playable."""
EASY, HARD = 0.6, 0.3
"""Bounds on the share of bots that choose the best move or an equivalent one: a puzzle is easy
from EASY on, and hard below HARD."""


class Posed(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A position with a question to one seat: the base of puzzles and drills. Moves are written in
    the engine's notation.
    """

    game: str
    """The name of the game that the position is from, for reference: its data set and id, or the
    agents that played it, the number of players and a number."""
    players: int
    deck: str
    moves: str
    """The moves before the position, separated by spaces."""

    @property
    def position(self) -> Game:
        """The game at the position. It is shared: make moves on a copy."""
        return self._playback.last

    @property
    def before(self) -> Game:
        """The game one move before the position."""
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
    def scene(self) -> ExplainedPosition:
        """The position with the solver's view and the names, as input for explanations."""
        return ExplainedPosition(self.position, self.view, self.names)


class Puzzle(Posed, frozen=True, kw_only=True, dict=True):
    """A puzzle: a position with the cost of each legal move."""

    made: str
    """The move played in the source game, in the engine's notation; it may be illegal under this
    site's rules."""
    best: float
    """The mean final score after the best move, over several agents that play the game on from
    there."""
    costs: dict[str, float]
    """Points by which each legal move is worse than the best one, by move in the engine's
    notation, best first.

    Each is a mean over the agents that play the game on. A move that the search dropped early may
    cost even more.
    """
    leads: list[float]
    """For each agent that plays the game on: the mean points by which the best move, or one
    equivalent to it, is better than every other move."""
    found: float
    """The share of a panel of bots that choose the best move or an equivalent one."""

    @cached_property
    def right(self) -> frozenset[str]:
        """The moves that count as correct, in the engine's notation: the best one, and those
        equivalent to it that cost less than AS_GOOD points.
        """
        best = next(iter(self.costs))
        return frozenset(
            move
            for move, cost in self.costs.items()
            if move == best or (cost < AS_GOOD and self.is_best_idea(move))
        )

    def is_best_idea(self, move: str) -> bool:
        """Return whether a move, in the engine's notation, has the same purpose as the best move
        (`idea`), such as discarding the other of two known trash cards.
        """
        return self._idea(move) == self._idea(next(iter(self.costs)))

    @property
    def level(self) -> str:
        """The difficulty by the share of bots that choose the best move or an equivalent one:
        “warm-up” (an easy one: play a card known to be playable), “easy”, “medium” or “hard”.
        """
        if self.found >= EASY:
            return "warm-up" if self._idea(next(iter(self.costs))) == SURE_PLAY else "easy"
        return "hard" if self.found < HARD else "medium"

    def _idea(self, text: str) -> object:
        return idea(self.view, Move.parse(text, self.position.rules))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all shipped puzzles; their numbers start at 1."""
    return tuple(read_rows(FILE, Puzzle))


def idea(view: View, move: Move) -> Hashable:
    """Return a key for the purpose of a move by the view's seat, such as playing a certain card;
    equivalent moves have equal keys.
    """
    if move.is_clue:
        return "clue", move.target, that_matter(view, move) or touched(view, move)
    assert move.slot is not None
    possible = view.possible(move.slot)
    if move.kind is MoveKind.PLAY:
        return "play", None if not possible & ~view.playable else move.slot
    return "discard", None if not possible & ~view.useless else move.slot
