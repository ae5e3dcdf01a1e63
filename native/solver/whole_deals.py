"""Bound the best score that a game can still reach with all cards known: from below by a line of
play, from above by a proof.
"""

import threading
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadRules
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Move, Rules

PATIENCE = 4_000_000
"""The default budget of `prospect`: a rough limit on the positions searched for each score before
it is left undecided. So many take under a second."""
GLANCE = 60_000
"""The default budget of `hindsight`: a rough limit on the positions searched for each score at each
turn before it is left undecided. So many take some milliseconds."""
MOST_DEALS = 1_000_000
"""The most deals that one call of `prospects_of_deals` searches."""


class Proof(IntEnum):
    """The argument that proves an upper bound on the score that a game can still reach."""

    NONE = lib.HL_NO_PROOF
    ALL_STACKED = lib.HL_ALL_STACKED
    LAST_COPY_GONE = lib.HL_LAST_COPY_GONE
    NO_TIME = lib.HL_NO_TIME
    HANDS_FULL = lib.HL_HANDS_FULL
    WHO_HOLDS = lib.HL_WHO_HOLDS
    EVEN_FREE = lib.HL_EVEN_FREE
    EXHAUSTED = lib.HL_EXHAUSTED

    @property
    def slug(self) -> str:
        """The proof's name in reports, such as `no-time`."""
        return self.name.lower().replace("_", "-")

    @property
    def words(self) -> str:
        """The proof as a phrase for users."""
        return _WORDS[self]


_WORDS = {
    Proof.NONE: "nothing is proved",
    Proof.ALL_STACKED: "there are no more points",
    Proof.LAST_COPY_GONE: "the last copy of a card is gone",
    Proof.NO_TIME: "cards come out of the deck too late for the turns that are left",
    Proof.HANDS_FULL: "hands fill up with cards that cannot be played yet, and one that is needed "
    "must be given up",
    Proof.WHO_HOLDS: "in the last turns the cards will lie with the wrong seats",
    Proof.EVEN_FREE: "every way to play was tried, even with clues for free, and none gets there",
    Proof.EXHAUSTED: "every way to play was tried, and none gets there",
}


@dataclass(frozen=True)
class Prospect:
    """A lower and an upper bound on the best score that a game can still reach.

    Attributes:
        low: The lower bound: the number of cards played once the moves of `line` are made.
        high: The upper bound, which `proof` establishes.
        proof: The argument that proves that no score above `high` can be reached.
        suits: The indices of the suits that the proof concerns; empty if it concerns all.
        line: The moves that take the game to the score `low`; empty if it has that score already.
        positions: The number of positions searched.
    """

    low: int
    high: int
    proof: Proof
    suits: tuple[int, ...]
    line: tuple[Move, ...]
    positions: int

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal, so that the best score is known."""
        return self.low == self.high


def prospect(game: Game, *, least: int = 0, budget: int = PATIENCE) -> Prospect:
    """Return bounds on the best score that a game can still reach if all cards are known.

    Only scores of at least `least` are searched for; if none is reached, `low` is the current
    score. `budget` limits, roughly, the positions searched for each score before it is left
    undecided. The game may be over. Raises BadRules if the variant has cards that no clue
    touches, ValueError if the budget is out of range.
    """
    if not 1 <= budget <= 10**12:
        raise ValueError(f"A search looks at 1 to {10**12:,} positions, not {budget}.")
    if game.end is not None:
        over = Proof.ALL_STACKED if game.score == game.rules.max_score else Proof.NONE
        return Prospect(game.score, game.score, over, (), (), 0)
    struct = ffi.new("hl_prospect *")
    if lib.hl_prospect_of(game.struct, least, budget, _memory(), struct) != lib.HL_OK:
        raise BadRules("This search does not support variants with cards that no clue touches.")
    return _read(game.rules, struct)


def prospects_of_deals(
    rules: Rules, seed: str | int | Rng, first: int, count: int, *, least: int, budget: int
) -> list[Prospect]:
    """Return, for each of `count` deals of a seed from number `first` on, bounds on the best score
    that it allows if all cards are known.

    Only scores of at least `least` are searched for; if none is reached, `low` is 0. `budget`
    limits, roughly, the positions searched for each score before it is left undecided. Raises
    BadRules if the variant has cards that no clue touches, ValueError if the budget, `first`
    or `count` is out of range.
    """
    if not 0 <= count <= MOST_DEALS:
        raise ValueError(f"A call searches 0 to {MOST_DEALS:,} deals, not {count}.")
    stream = Rng(seed)
    games = (Game(rules, seed=stream.derive(number)) for number in range(first, first + count))
    return [prospect(game, least=least, budget=budget) for game in games]


def hindsight(game: Game, *, budget: int = GLANCE) -> list[Prospect]:
    """Return bounds on the best score that a game could still have reached, with all cards known,
    before each of its moves and after the last: one Prospect more than there are moves.

    The game is treated as if it had not been given up. Each position can reach at least the score
    of the next, and at most that of the one before, which saves most of the search. `budget`
    limits, roughly, the positions searched for each score before it is left undecided. Raises
    BadRules if the variant has cards that no clue touches, ValueError if the budget is out of
    range.
    """
    positions, moves = [Game(game.rules, deck=game.deck)], []
    for event in game.history:
        moves.append(event.move)
        positions.append(positions[-1].copy())
        positions[-1].play(event.move)
    values = [prospect(positions[-1], budget=budget)]
    for at, move in zip(reversed(positions[:-1]), reversed(moves), strict=True):
        later = values[-1]
        now = prospect(at, least=later.low + 1, budget=budget)
        if now.low <= later.low:
            now = replace(now, low=later.low, line=(move, *later.line))
        values.append(now)
    values.reverse()
    for turn in range(1, len(values)):
        before, now = values[turn - 1], values[turn]
        if before.high < now.high:
            values[turn] = replace(now, high=before.high, proof=before.proof, suits=before.suits)
    return values


def _read(rules: Rules, struct: Any) -> Prospect:
    line = tuple(Move.from_id(rules, move) for move in struct.line[0 : struct.moves])
    suits = tuple(suit for suit in range(len(rules.suits)) if struct.suits >> suit & 1)
    return Prospect(struct.low, struct.high, Proof(struct.proof), suits, line, struct.nodes)


_local = threading.local()


def _memory() -> Any:
    """Return the solver's memory of the current thread (19 MB), which is allocated once."""
    if not hasattr(_local, "memory"):
        _local.memory = ffi.new("hl_solver_memory *")
    return _local.memory
