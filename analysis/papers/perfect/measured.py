"""Measurements of strategies that see all hands, and of small games that are searched to the end:
what to measure, and the file that stores the results.

The file is saved after each block of games, so that measuring can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from agents.runs.life import checkpointed
from agents.runs.storage import replace
from analysis.statistics import Estimate, Interval, mean_of_counts, share
from native import Rules
from native.records.json_bytes import decode_json
from native.solver.reduced_games import DEVIATIONS, Deviation, ReducedGame, missed_points
from native.strategies.perfect import Ruleset, Strategy, simulate

SEED = "perfect"
GAMES = 100_000
COSTS = tuple(step / 8 for step in range(17))
"""Costs of a play measured under the strategy `CLUE_COST`, in clue tokens: 0 to 2 in steps of 1/8
(the paper has steps of 1/4)."""
HINTS = range(6)
PLAYERS = range(2, 6)


@dataclass(frozen=True)
class Run:
    """A series of games to measure, by one strategy whose players see all hands.

    All its games have the same rules (`reading`: the official ones, or those of the paper's
    programs), number of players and, under the strategy `CLUE_COST`, cost of a play in clue
    tokens.
    """

    strategy: Strategy
    reading: Ruleset
    players: int = 2
    cost: float = 0.0

    @property
    def name(self) -> str:
        """The key of the series in the file of measurements, such as `priority official 2` or
        `clue-cost seed 2 0.25`.
        """
        words = [self.strategy.slug, self.reading.name.lower(), str(self.players)]
        return " ".join([*words, f"{self.cost:g}"] if self._priced else words)

    @property
    def command(self) -> str:
        """The shell command that plays the series, without the options for the number of games and
        the seed.
        """
        words = ["manage.py perfect", self.strategy.slug]
        if self.reading is Ruleset.SEED:
            words.append("--reading seed")
        if self.players != 2:
            words.append(f"--players {self.players}")
        if self._priced:
            words.append(f"--clue-cost {self.cost:g}")
        return " ".join(words)

    @property
    def _priced(self) -> bool:
        return self.strategy is Strategy.CLUE_COST

    def play(self, games: int, seed: str, first: int = 0) -> tuple[int, tuple[int, ...]]:
        """Play `games` games on the deals of `seed`, beginning with deal number `first` (from 0).
        Return the total number of turns, and a histogram: element n is the number of games with
        n points.
        """
        rules = Rules.standard(self.players)
        simulated = simulate(
            self.strategy, rules, games, seed, reading=self.reading, cost=self.cost, first=first
        )
        return simulated.turns, simulated.stacks[: rules.max_score + 1]


def runs() -> Iterator[Run]:
    """Yield all series of games (one strategy, reading of the rules, table size and cost of a play)
    that the page on perfect information shows, fastest first.
    """
    plain = [s for s in Strategy if s is not Strategy.CLUE_COST and not s.ours]
    for reading in Ruleset:
        for strategy in plain:
            yield Run(strategy, reading)
        for cost in COSTS:
            yield Run(Strategy.CLUE_COST, reading, cost=cost)
    for strategy in (Strategy.PRIORITY, Strategy.CAREFUL, Strategy.FORESIGHT):
        for players in PLAYERS:
            if players != 2 or strategy.ours:
                yield Run(strategy, Ruleset.OFFICIAL, players)


STEPS = (
    DEVIATIONS[Ruleset.SEED],
    Deviation.TWO_MORE_USES | Deviation.NO_SUIT_HINT | Deviation.HINTS_UNCAPPED,
    Deviation.NO_SUIT_HINT | Deviation.HINTS_UNCAPPED,
    Deviation.HINTS_UNCAPPED,
    DEVIATIONS[Ruleset.OFFICIAL],
)
"""Five sets of deviations from the official rules: all deviations of the paper's program, then one
fewer in each set, then none."""


def reduced_name(deviations: Deviation, hints: int) -> str:
    """Return the key, in the file of measurements, of the small game of Gordon et al. (2024) with
    these deviations from the rules and `hints` clue tokens, such as `hints-uncapped 3`.
    """
    named = {each: reading.name.lower() for reading, each in DEVIATIONS.items()}
    words = named.get(deviations) or ",".join(deviation.slug for deviation in deviations)
    return f"{words} {hints}"


FILE = Path(__file__).with_name("measured.json")
BLOCK = 5_000
"""Number of games played between two saves of the file."""


Part = tuple[dict[str, Any], dict[str, Any]]
"""A step of measuring: the table of `Measured` to update, and the new value of one row by its
key."""


class BadMeasurements(Exception):
    """Raised if the file of measurements is unreadable or invalid."""


class ScoreHistogram(msgspec.Struct, forbid_unknown_fields=True):
    """The number of games of one series by score (`histogram`, index 0 to 25), and their total of
    turns.
    """

    turns: int = 0
    histogram: tuple[int, ...] = (0,) * 26

    @property
    def games(self) -> int:
        """The number of games counted."""
        return sum(self.histogram)

    @property
    def mean(self) -> Estimate:
        """The mean score of the games counted, with its interval."""
        return mean_of_counts(dict(enumerate(self.histogram)))

    @property
    def perfect(self) -> Interval:
        """The percentage of games in which all 25 cards are played, and the ends of its 95%
        interval.
        """
        return percent(self.histogram[-1], self.games)

    def with_more(self, turns: int, histogram: tuple[int, ...]) -> ScoreHistogram:
        """Return the scores with further games added. `turns` is the total number of turns of
        these games; element n of `histogram` is the number of them with n points (0 to 25).
        """
        added = zip(self.histogram, histogram, strict=True)
        return ScoreHistogram(self.turns + turns, tuple(a + b for a, b in added))


class Measured(msgspec.Struct, forbid_unknown_fields=True):
    """All measurements that the page on perfect information shows; all games are on the deals of
    one seed.
    """

    seed: str = SEED
    scores: dict[str, ScoreHistogram] = {}
    reduced: dict[str, tuple[int, ...]] = {}
    """For each small game, by `reduced_name`: the number of deals by points missed under best play
    (index 0: won)."""

    def of(self, run: Run) -> ScoreHistogram:
        """Return the scores of a series of games; they are empty if it has not been played."""
        return self.scores.get(run.name, ScoreHistogram())

    def won(self, deviations: Deviation, hints: int) -> Interval | None:
        """Return the percentage of deals of the small game of Gordon et al. (2024) that can be
        won, and the ends of its 95% interval; None if not measured.

        `deviations` are the paper's changes to the rules of Hanabi; `hints` is the number of clue
        tokens.
        """
        missed = self.missed(deviations, hints)
        return percent(missed[0], sum(missed)) if missed else None

    def missed(self, deviations: Deviation, hints: int) -> tuple[int, ...]:
        """Return the numbers of deals of the small game of Gordon et al. (2024) by how many points
        best play misses: element n counts the deals that miss n points (0: won). Return () if not
        measured.

        `deviations` are the paper's changes to the rules of Hanabi; `hints` is the number of clue
        tokens.
        """
        return self.reduced.get(reduced_name(deviations, hints), ())


def percent(hits: int, of: int) -> Interval:
    """Return `hits` as a percentage of `of`, with its 95% interval (Wilson); if `of` is 0, all
    three numbers are 0.
    """
    _, low, high = share(hits, of) or (0.0, 0.0, 0.0)
    return Interval(100 * hits / of if of else 0.0, 100 * low, 100 * high)


def load(file: Path = FILE) -> Measured:
    """Return the stored measurements, empty ones if there is no file. Raises BadMeasurements if it
    is damaged.
    """
    if not file.exists():
        return Measured()
    try:
        return decode_json(file.read_bytes(), Measured)
    except (OSError, msgspec.MsgspecError) as error:
        raise BadMeasurements(f"{file.name} holds no measurements: {error}") from error


def save(measured: Measured, file: Path = FILE) -> None:
    """Write the measurements to a file. Raises Unwritable if it cannot be written."""
    text = (
        msgspec.json.encode(measured, order="sorted")
        .replace(b"},", b"},\n")
        .replace(b"],", b"],\n")
    )
    replace(file, text + b"\n")


def lacking(measured: Measured, games: int) -> list[str]:
    """Return the names of what is still to be measured: series with fewer than `games` games, and
    versions of the small game of Gordon et al. (2024) of which fewer than `games` deals have been
    searched to the end.
    """
    few = [run.name for run in runs() if measured.of(run).games < games]
    return few + [
        f"reduced game, {reduced_name(*step)} hints"
        for step in product(STEPS, HINTS)
        if sum(measured.missed(*step)) < games
    ]


def measure(
    games: int, seed: str, file: Path = FILE, say: Callable[[str], object] = str
) -> Measured:
    """Play every series (one strategy that sees all hands) until it has `games` games, solve as
    many deals of each small game, and return all measurements; the deals come from `seed`.

    `file` is saved after each block of games, then `say` is called with a line of progress. Stored
    measurements with another seed are discarded. Raises BadMeasurements if the file is damaged,
    Unwritable if it cannot be written.
    """
    measured = load(file)
    if measured.seed != seed:
        measured = Measured(seed)
    parts = _missing(measured, games, seed, say)
    checkpointed(parts, lambda part: part[0].update(part[1]), lambda: save(measured, file), every=0)
    return measured


def _missing(
    measured: Measured, games: int, seed: str, say: Callable[[str], object]
) -> Iterator[Part]:
    """Yield the measurements still to be made, one step at a time; `say` is called after each step
    has been saved.
    """
    for run in runs():
        while (done := measured.of(run).games) < games:
            more = min(BLOCK, games - done)
            scores = measured.of(run).with_more(*run.play(more, seed, done))
            yield measured.scores, {run.name: scores}
            say(f"{run.name}: {done + more:,} of {games:,} games")
    for deviations, hints in product(STEPS, HINTS):
        if sum(measured.missed(deviations, hints)) < games:
            name = reduced_name(deviations, hints)
            game = ReducedGame(hints=hints, deviations=deviations)
            yield measured.reduced, {name: missed_points(game, games, seed)}
            say(f"reduced game, {name} hints: {games:,} deals")
