"""What a run of the method is: everything that its weights hang on, and how it went."""

from __future__ import annotations

from math import isfinite
from operator import sub

import msgspec

from agents.archives.errors import BadParameters
from agents.archives.setting import check_range
from native import Rules
from native.strategies.mwum.learning import LONGEST, Kind, Method, Option, Tally

FORMAT = "hanabi-lab-mwum"
SCHEMA = 1

KINDS = {kind.name.lower(): kind for kind in Kind}
MAX_GAMES = 1_000_000_000
POINTS = 100
"""Blocks of a learning curve, unless a run is made longer."""


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a run is made. Raises BadParameters, in words."""

    agent: str
    seed: str
    eta: float
    block: int
    """Games that one point of the learning curve stands for."""
    players: int = 2
    bucketed: bool = False
    shaped: bool = False
    visits: bool = False
    episode: int = 0
    """Moves of a mini-episode; 0: one reward a game."""
    penalty: float = 0.0
    """Points that the last strike costs, with mini-episodes."""
    epsilon: float = 0.0
    """Chance of any action at all in the first game (listing 6 of the paper)."""
    decay: float = 1.0
    """What the chance is multiplied by after each game."""
    least: float = 0.0
    """What the chance never falls below."""
    plateau: int = 0
    """Games over which the mean must rise above that of as many before, or the run ends; 0: it
    never ends so."""

    def __post_init__(self) -> None:
        if self.agent not in KINDS:
            known = " or ".join(KINDS)
            raise BadParameters(f"agent must be {known}, not {self.agent[:40]}.")
        if not 1 <= len(self.seed) <= 100 or not self.seed.isprintable():
            raise BadParameters("seed must be 1 to 100 printable characters.")
        if not isfinite(self.eta) or not 0 <= self.eta <= 100:
            raise BadParameters(f"eta must be from 0 to 100, not {self.eta}.")
        if not isfinite(self.penalty) or not 0 <= self.penalty <= 100:
            raise BadParameters(f"penalty must be from 0 to 100, not {self.penalty}.")
        for name in ("epsilon", "decay", "least"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise BadParameters(f"{name} must be from 0 to 1, not {value}.")
        if self.least > self.epsilon:
            raise BadParameters("least is what epsilon falls to, so it cannot be more.")
        if not self.epsilon and self.decay != 1:
            raise BadParameters("a decay needs something to decay; give --epsilon.")
        check_range("plateau", self.plateau, 0, MAX_GAMES)
        if self.plateau % max(1, self.block):
            raise BadParameters(f"plateau must be whole blocks of {self.block} games.")
        check_range("episode", self.episode, 0, LONGEST)
        if self.penalty and not self.episode:
            raise BadParameters("a penalty needs mini-episodes; give --episode a number of moves.")
        if self.shaped and self.episode:
            raise BadParameters("shaped is a reward for a whole game, so episode must be 0.")
        if self.bucketed and self.agent != "paper":
            raise BadParameters("bucketed is a way to see the paper's state; leave it out.")
        check_range("block", self.block, 1, MAX_GAMES)
        check_range("players", self.players, 2, 5)

    @property
    def rules(self) -> Rules:
        return Rules.standard(self.players)

    @property
    def method(self) -> Method:
        options = Option(0)
        for option in Option:
            if getattr(self, str(option.name).lower()):
                options |= option
        return Method(
            KINDS[self.agent],
            self.eta,
            options,
            self.episode,
            self.penalty,
            self.epsilon,
            self.decay,
            self.least,
        )


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some games in a row, as sums."""

    games: int
    moves: int
    met: int
    """Moves in states that had been met before."""
    points: int
    """Cards played."""
    squares: int
    """Of the points of each game."""
    struck: int
    """Games that ended by the last strike."""

    @classmethod
    def of(cls, tally: Tally) -> Block:
        return cls(
            tally.games,
            tally.moves,
            tally.met,
            sum(points * games for points, games in enumerate(tally.stacks)),
            sum(points * points * games for points, games in enumerate(tally.stacks)),
            sum(tally.struck),
        )

    def __add__(self, other: Block) -> Block:
        names = self.__struct_fields__
        return Block(*(getattr(self, name) + getattr(other, name) for name in names))


class Test(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fresh games with weights as they are."""

    games: int
    moves: int
    met: int
    stacks: tuple[int, ...]
    """Games by points."""
    struck: tuple[int, ...]
    """Of them, those that ended by the last strike."""

    @classmethod
    def of(cls, tally: Tally) -> Test:
        return cls(tally.games, tally.moves, tally.met, tally.stacks, tally.struck)

    @property
    def counts(self) -> dict[str, dict[int, int]]:
        """Games by score, for both scorings."""
        zero = dict(enumerate(map(sub, self.stacks, self.struck)))
        zero[0] += sum(self.struck)
        return {"stacks": dict(enumerate(self.stacks)), "zero": zero}


class TrainingRun(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A run as far as it went."""

    run: str
    recipe: Recipe
    of: int
    """Games that it is to have."""
    curve: tuple[Block, ...] = ()
    """Games while it learns, block by block; the last may be an unfinished one."""
    drawn: Test | None = None
    """Fresh games once it has learnt, actions drawn by weight."""
    best: Test | None = None
    """The same deals, always the heaviest action; of the knowing agent, its policy."""
    format: str = FORMAT
    schema: int = SCHEMA

    @property
    def games(self) -> int:
        return sum(block.games for block in self.curve)

    @property
    def on_plateau(self) -> bool:
        """Whether its last games were no better than as many before them."""
        blocks = self.recipe.plateau // self.recipe.block
        if not blocks or len(self.curve) < 2 * blocks or self.games % self.recipe.block:
            return False
        before, last = (
            sum(block.points for block in part)
            for part in (self.curve[-2 * blocks : -blocks], self.curve[-blocks:])
        )
        return last <= before
