"""Training runs by multiplicative weights: the record of a run, and reports of it."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from agents.runs.errors import BadParameters, check_choice, check_range, check_seed
from agents.runs.life import RunKind, RunRecord
from native import Rules
from native.play.measures import histogram_mean, histogram_sem
from native.strategies.mwum.learning import LONGEST, Method, Option, Tally
from native.strategies.mwum.learning import Kind as MwumKind
from native.strategies.mwum.policy import ENTRY, LARGEST, PAST, Memory

KINDS = {kind.name.lower(): kind for kind in MwumKind}
MAX_GAMES = 1_000_000_000
POINTS = 100
"""The default number of points of a learning curve; extending a run adds more."""


class MwumRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of training by multiplicative weights. Raise BadParameters if one is invalid.

    The states of the agent `paper` (Gordon et al., 2024) contain the true cards in its hand, those
    of `knowing` only what its seat knows. `eta` is the learning rate. `bucketed` makes the states
    of `paper` coarser, `shaped` makes the reward of a score below 5 negative, and `visits` divides
    the learning rate by the square root of the number of visits to the state.
    """

    agent: str
    seed: str
    eta: float
    block: int
    """The number of games per point of the learning curve."""
    players: int = 2
    bucketed: bool = False
    shaped: bool = False
    visits: bool = False
    episode: int = 0
    """The number of moves per mini-episode, after which the agent is rewarded; 0 means one reward
    per game."""
    penalty: float = 0.0
    """The points subtracted for the last strike, if there are mini-episodes."""
    epsilon: float = 0.0
    """The probability of a random action in the first game (listing 6 of Gordon et al., 2024)."""
    decay: float = 1.0
    """The factor by which the probability of a random action is multiplied after each game."""
    least: float = 0.0
    """The lower bound of the probability of a random action."""
    plateau: int = 0
    """The run ends when the cards played in its last `plateau` games are no more than those in the
    `plateau` games before; 0 disables this."""

    def __post_init__(self) -> None:
        check_choice("agent", self.agent, KINDS)
        check_seed(self.seed)
        check_range("eta", self.eta, 0, 100)
        check_range("penalty", self.penalty, 0, 100)
        for name in ("epsilon", "decay", "least"):
            check_range(name, getattr(self, name), 0, 1)
        if self.least > self.epsilon:
            bound = f"least must be at most epsilon, {self.epsilon:g}, not {self.least:g}."
            raise BadParameters(bound)
        if not self.epsilon and self.decay != 1:
            raise BadParameters("decay applies to epsilon; give --epsilon.")
        check_range("plateau", self.plateau, 0, MAX_GAMES)
        if self.plateau % max(1, self.block):
            multiple = f"a multiple of the block of {self.block} games"
            raise BadParameters(f"plateau must be {multiple}, not {self.plateau}.")
        check_range("episode", self.episode, 0, LONGEST)
        if self.penalty and not self.episode:
            raise BadParameters("penalty applies to mini-episodes; give --episode too.")
        if self.shaped and self.episode:
            raise BadParameters("shaped rewards a whole game, so episode must be 0.")
        if self.bucketed and self.agent != "paper":
            raise BadParameters("bucketed applies to the agent paper only; leave it out.")
        check_range("block", self.block, 1, MAX_GAMES)
        check_range("players", self.players, 2, 5)

    @property
    def rules(self) -> Rules:
        """The rules of the training games."""
        return Rules.standard(self.players)

    @property
    def method(self) -> Method:
        """The hyperparameters of this recipe, in the form that the C core takes."""
        chosen = [option for option in Option if getattr(self, str(option.name).lower())]
        return Method(
            KINDS[self.agent],
            self.eta,
            Option(sum(chosen)),
            self.episode,
            self.penalty,
            self.epsilon,
            self.decay,
            self.least,
        )


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The results of a block of consecutive training games, as sums over its games."""

    games: int
    moves: int
    met: int
    """The number of moves in states that the agent had met before."""
    points: int
    """The number of cards played."""
    squares: int
    """The sum over the games of the squared number of cards played."""
    struck: int
    """The number of games lost to the last strike."""

    @classmethod
    def of(cls, tally: Tally) -> Block:
        """Return the sums over a block of games whose results are counted in `tally`."""
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


class MwumRun(RunRecord, frozen=True):
    """The record of a training run by multiplicative weights: its recipe and results so far,
    without the weights.
    """

    name: str = msgspec.field(name="run")
    recipe: MwumRecipe
    curve: tuple[Block, ...] = ()
    """The results of the training games, block by block; the last block may be incomplete."""
    drawn: Tally | None = None
    """The results of test games after training, with actions drawn in proportion to their weights;
    None before the tests."""
    best: Tally | None = None
    """The results on the same test deals as `drawn`, but always with the heaviest action (for the
    agent `knowing`, as ranked in its policy file); None before the tests."""
    format: Literal["hanabi-lab-mwum"] = "hanabi-lab-mwum"
    schema: Literal[1] = 1

    @property
    def games(self) -> int:
        """The number of training games played so far."""
        return sum(block.games for block in self.curve)

    @property
    def done(self) -> int:
        """The number of training games played so far."""
        return self.games

    @property
    def on_plateau(self) -> bool:
        """Whether training has stopped improving: in the last `recipe.plateau` training games no
        more cards were played than in as many games before them.

        False if `plateau` is 0, fewer than twice `plateau` games were played, or the last block of
        the curve is incomplete.
        """
        blocks = self.recipe.plateau // self.recipe.block
        if not blocks or len(self.curve) < 2 * blocks or self.games % self.recipe.block:
            return False
        before, last = (
            sum(block.points for block in part)
            for part in (self.curve[-2 * blocks : -blocks], self.curve[-blocks:])
        )
        return last <= before


def encode(learnt: Memory) -> bytes:
    """Return a training state as the bytes of a weights file, the run's checkpoint; equal states
    give equal bytes.
    """
    head = learnt.games.to_bytes(8, "little") + learnt.scores
    return head + zlib.compress(learnt.learnt.tobytes(), 6)


def decode(data: bytes) -> Memory:
    """Return the training state from the bytes of a weights file, the run's checkpoint. Raise
    ValueError or zlib.error if they are invalid.
    """
    games, scores = int.from_bytes(data[:8], "little"), data[8 : 8 + PAST]
    unpacker = zlib.decompressobj()
    entries = unpacker.decompress(data[8 + PAST :], LARGEST * ENTRY.itemsize)
    if len(scores) < PAST or not unpacker.eof:
        raise ValueError("the file is truncated")
    return Memory.of(np.frombuffer(entries, ENTRY), scores, games)


RUNS: RunKind[MwumRun, Memory] = RunKind(
    file="mwum.json",
    bundled=Path(__file__).parent / "demo",
    record=MwumRun,
    title="run of `mwum`",
    unit="games",
    most=MAX_GAMES,
    encode=encode,
    decode=decode,
    checkpoint="weights-{}.bin",
)


def report(run: MwumRun) -> dict[str, object]:
    """Return a training run as JSON-ready data: its recipe, the number of games, the mean number
    of cards played in the last block of games (`last_block`), the share of moves in states met
    before (`met`), and the results of the tests.
    """
    last = run.curve[-1]
    moves = sum(block.moves for block in run.curve)
    return {
        "run": run.name,
        **msgspec.to_builtins(run.recipe),
        "games": run.games,
        "last_block": last.points / last.games,
        "met": sum(block.met for block in run.curve) / moves,
        "tests": {name: _figures(test) for name, test in _tests(run)},
    }


def sentences(run: MwumRun) -> str:
    """Return the number of games, the mean number of cards played in the last block of games, and
    the test results of a training run, as text for the terminal.
    """
    last = run.curve[-1]
    lines = [
        f"{run.name}: {run.games:,} games, "
        f"{last.points / last.games:.2f} points a game in the last {last.games:,}.",
    ]
    if run.on_plateau:
        plateau = run.recipe.plateau
        lines.append(f"It ended: its last {plateau:,} games were no better than those before.")
    ways = {"drawn": "Actions drawn by weight", "best": "Always the heaviest action"}
    for name, test in _tests(run):
        figures = _figures(test)
        lines.append(
            f"{ways[name]}: {figures['mean_stacks']:.2f} ± {figures['sem_stacks']:.2f} stacks, "
            f"{figures['mean_zero']:.2f} ± {figures['sem_zero']:.2f} zero, "
            f"over {test.games:,} games."
        )
    return "\n".join(lines)


def _tests(run: MwumRun) -> list[tuple[str, Tally]]:
    both = (("drawn", run.drawn), ("best", run.best))
    return [(name, test) for name, test in both if test]


def _figures(test: Tally) -> dict[str, float]:
    figures: dict[str, float] = {"games": test.games}
    for scoring, counts in test.counts.items():
        figures[f"mean_{scoring}"] = histogram_mean([*counts.values()])
        figures[f"sem_{scoring}"] = histogram_sem([*counts.values()])
    return figures | {"strikeouts": sum(test.struck), "perfect": test.stacks[-1]}
