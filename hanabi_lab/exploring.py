"""Quality diversity with your own measures: an evaluator of rule lists, and MAP-Elites with the
methods `ask` and `tell`.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from agents.archives.setting import ALPHABETS, MODES, Setting
from agents.generator.curve import Point
from agents.generator.population import GENES, next_chromosomes
from agents.runs.errors import BadParameters, check_choice, counted, seed_text
from analysis.tables import Table
from hanabi_lab.agent import Player
from hanabi_lab.games import Games, play
from native import Rng
from native.play.blueprint import Blueprint
from native.play.measures import MEASURES, TALLIES
from native.play.rows import rows
from native.rulebase import RuleList

Floats = npt.NDArray[np.float64]
Genomes = npt.NDArray[Any]
Measure = str | Callable[[Table], float]
"""A measure of how a candidate plays: its name, such as `communicativeness`, or a function from
the table of the candidate's games to a number."""

ARCHIVES = ("grid", "cvt")
MOST_CELLS = 10_000
SAMPLES = 25
"""The number of random points, per cell, from which k-means computes the cells' centroids in a CVT
(centroidal Voronoi tessellation)."""
ROUNDS = 20
"""The number of rounds of k-means."""
CENTROIDS = 2**63
"""The index of the random stream, derived from the seed, that draws the points for the centroids.
It is far above the indices of the candidates' streams."""


class Evaluator:
    """Callable that plays candidates with copies of themselves and returns their scores and
    measures.

    A candidate is given as a genome: a rule list of 15 genes, each an index into the alphabet's
    rules, or whatever `decode` converts to an agent. Every candidate of every call has different
    deals, which `seed` determines.

    Attributes:
        genes: The number of genes of a rule list.
        rules: The number of rules in the alphabet; a gene is from 0 to `rules` - 1.
        names: The names of the measures.
        games: The number of games played so far, in all calls.
        seed: The seed, as a text.
    """

    def __init__(
        self,
        measures: Sequence[Measure] = ("communicativeness", "risk_aversion"),
        *,
        games: int = 100,
        seed: str | int = 1,
        players: int = 2,
        alphabet: str = "published",
        mode: str = "faithful",
        scoring: str = "stacks",
        decode: Callable[[Any], Player] | None = None,
    ) -> None:
        """Set up the evaluator.

        Args:
            measures: Names of measures, or functions that take the table of a candidate's games
                (`Games.table`, one row per game) and return a number.
            games: Number of games of each candidate.
            seed: Seed of the deals and of the agents' random choices.
            players: Number of seats.
            alphabet: The rules that genes stand for: `published` (the 105 of Canaan et al. 2019) or
                `full` (with 30 more).
            mode: What happens where the program of Canaan et al. would crash: `faithful` gives the
                game up, `clean` tries the next rule.
            scoring: The objective: `stacks` (cards played) or `zero` (0 after a strikeout).
            decode: A function that converts a genome to an address or an Agent subclass; by
                default a genome is a rule list.

        Raises:
            BadParameters: If a measure or a setting is unknown, or a number is out of range.
            TypeError: If the seed is no number and no text.
        """
        if not isinstance(measures, list | tuple) or not measures:
            raise BadParameters(f"Give one measure or more, as a list, not {measures!r:.60}.")
        for one in measures:
            if not callable(one):
                check_choice("measures", one, MEASURES)
            elif not hasattr(one, "__name__"):
                raise BadParameters(f"The measure {one!r:.60} has no name: define a function.")
        if decode is not None and not callable(decode):
            raise BadParameters(f"decode must be a function, not {decode!r:.60}.")
        games = counted("games", games, 1, 100_000)
        setting = Setting(players=players, alphabet=alphabet, mode=mode, scoring=scoring)
        self.measures, self.scoring, self.seed = tuple(measures), scoring, seed_text(seed)
        self.names = tuple(one if isinstance(one, str) else one.__name__ for one in measures)
        if len(set(self.names)) < len(self.names):
            raise BadParameters(f"Measures need different names: {', '.join(self.names)}.")
        self.genes, self.rules = GENES, len(setting.rules)
        self.games, self._each, self._decode = 0, games, decode
        self._game, self._mode = setting.game, MODES[mode]
        self._alphabet = [rule.name for rule in ALPHABETS[alphabet]]

    def __call__(self, genomes: Genomes) -> tuple[Floats, Floats]:
        """Play and measure candidates.

        Args:
            genomes: Array of shape (candidates, genes): whole numbers, unless `decode` was given.

        Returns:
            The mean score of each candidate, shape (candidates,), and its measures, shape
            (candidates, measures); NaN where nothing could be measured.

        Raises:
            ValueError: If genomes are not rule lists of the alphabet, or a measure is not a number.
        """
        listed = np.asarray(genomes)
        if not self._decode and listed.ndim != 2:
            raise ValueError(
                f"Genomes need the shape (candidates, {self.genes}), not {listed.shape}."
            )
        played = [self.play(genome) for genome in listed]
        tables = [games.table for games in played]
        objectives = np.array([table[self.scoring].mean() for table in tables], np.float64)
        measured = [
            [self._measured(one, games, table) for one in self.measures]
            for games, table in zip(played, tables, strict=True)
        ]
        return objectives, np.array(measured, np.float64).reshape(len(played), len(self.measures))

    def play(self, genome: Any) -> Games:
        """Return games of a candidate with copies of itself, on new deals in every call.

        Args:
            genome: The candidate: a rule list as an array of shape (15,), or an argument for
                `decode`.

        Raises:
            ValueError: If the genome is not a rule list of 15 genes of the alphabet.
        """
        seed = f"{self.seed}/{self.games}"
        self.games += self._each
        if self._decode:
            player = self._decode(genome)
            return play(player, games=self._each, seed=seed, players=self._game.players, threads=1)
        genes = np.asarray(genome)
        if genes.shape != (self.genes,):
            raise ValueError(f"A rule list has the shape ({self.genes},), not {genes.shape}.")
        if genes.dtype.kind not in "iu":
            raise ValueError(f"Genes are whole numbers, not {genes.dtype}.")
        wrong = (genes < 0) | (genes >= self.rules)
        if wrong.any():
            raise ValueError(f"Genes go from 0 to {self.rules - 1}, not {genes[wrong][0]}.")
        rule_list = RuleList([self._alphabet[gene] for gene in genes.tolist()], self._mode)
        seats = [Blueprint.of(rule_list)] * self._game.players
        played = rows(self._game, seats, self._each, seed, threads=1)
        return Games(self._game, ("genome",) * len(seats), seed, played)

    def _measured(self, measure: Measure, games: Games, table: Table) -> float:
        if isinstance(measure, str):
            seats = games.played["seats"]
            sums = {name: int(seats[name].sum()) for name in TALLIES}
            found = MEASURES[measure].of(sums)
            return np.nan if found is None else found
        value = measure(table)
        try:
            return float(value)
        except (TypeError, ValueError):
            raise ValueError(
                f"The measure {measure.__name__} returned {value!r:.60}, not a number."
            ) from None


class MapElites:
    """MAP-Elites as a loop: `ask` returns candidates, `tell` takes their scores and measures.

    The archive has a cell for each bin of a grid over all measures, or for each centroid of a
    centroidal Voronoi tessellation (CVT: Vassiliades et al. 2018), which also suits three and more
    measures. A candidate becomes the elite of its cell if it scores more than the elite there, and
    more than 0. Breeding is that of `evolve` (Canaan et al. 2019).

    Attributes:
        evaluator: The evaluator that plays the candidates.
        evaluated: The number of candidates whose results were given to `tell`.
        centres: Array of shape (cells, measures): the middle of each cell, with every range
            scaled to 0–1.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        *,
        archive: str = "grid",
        grid: Sequence[int] | None = None,
        cells: int | None = None,
        ranges: Sequence[tuple[float, float]] | None = None,
        seed: str | int = 1,
        initial: int = 1_000,
        batch: int = 100,
    ) -> None:
        """Set up an empty archive.

        Args:
            evaluator: Plays and measures the candidates.
            archive: `grid` (a cell for each bin) or `cvt` (a cell for each centroid).
            grid: For a grid, the number of bins of each measure; 20 each by default.
            cells: For a CVT, the number of cells; 400 by default.
            ranges: Smallest and largest value of each measure; 0 and 1 by default. Values outside
                count as the nearest inside.
            seed: Seed of everything random apart from the games.
            initial: Number of candidates drawn at random before breeding begins.
            batch: Number of candidates that `ask` returns.

        Raises:
            BadParameters: If a setting is unknown, out of range, or for the other kind of archive.
            TypeError: If the seed is no number and no text.
        """
        count = len(evaluator.names)
        check_choice("archive", archive, ARCHIVES)
        if archive == "grid" and cells is not None:
            raise BadParameters('cells is for archive="cvt"; grid has the bins of each measure.')
        if archive == "cvt" and grid is not None:
            raise BadParameters('grid is for archive="grid"; a CVT has cells.')
        sides = [20] * count if grid is None else list(np.atleast_1d(np.array(grid, object)))
        if len(sides) != count:
            raise BadParameters(f"grid needs {count} entries, one per measure, not {len(sides)}.")
        self._low, self._high = _ends([(0, 1)] * count if ranges is None else ranges, count)
        sides = [counted("grid", side, 1, 1_000) for side in sides]
        total = math.prod(sides) if archive == "grid" else 400 if cells is None else cells
        total = counted("cells", total, 1, MOST_CELLS)
        initial = counted("initial", initial, 1, 10**9)
        batch = counted("batch", batch, 1, 100_000)
        self.evaluator, self.evaluated = evaluator, 0
        self._sides = tuple(sides) if archive == "grid" else ()
        self._seed, self._initial, self._batch = Rng(seed_text(seed)), initial, batch
        self.centres = (
            _middles(self._sides) if self._sides else _centroids(total, count, self._seed)
        )
        self._genes = np.zeros((total, evaluator.genes), np.uint8)
        self._objectives = np.full(total, np.nan)
        self._measures = np.full((total, count), np.nan)
        self._asked: Genomes | None = None
        self._curve: list[tuple[int, int, int, float, float]] = []

    def __repr__(self) -> str:
        return f"<MAP-Elites: {self.coverage} elites in {len(self.centres)} cells>"

    @property
    def coverage(self) -> int:
        """The number of cells with an elite."""
        return int(self._filled.sum())

    @property
    def qd_score(self) -> float:
        """The sum of the elites' objectives (mean scores)."""
        return float(np.nansum(self._objectives))

    def ask(self) -> Genomes:
        """Return the next candidates to evaluate: random rule lists until `initial` candidates
        were evaluated, then offspring of the elites.

        Returns:
            Array of shape (batch, genes), uint8.
        """
        return self._next(self._batch).copy()

    def _next(self, count: int) -> Genomes:
        numbers = np.arange(self.evaluated, self.evaluated + count)
        parents, rules = self._genes[self._filled], self.evaluator.rules
        self._asked = next_chromosomes(self._seed, numbers, self._initial, rules, parents)
        return self._asked

    def tell(self, objectives: npt.ArrayLike, measures: npt.ArrayLike) -> None:
        """Put each candidate of the last `ask` into its cell if it scores more than the elite
        there, or more than 0 if the cell is empty.

        Args:
            objectives: Array of shape (batch,): the mean score of each candidate. NaN wins no cell.
            measures: Array of shape (batch, measures). NaN counts as the smallest value.

        Raises:
            ValueError: If `ask` was not called before, an array has the wrong shape, or an
                objective is infinite.
        """
        if self._asked is None:
            raise ValueError("Call ask before tell.")
        scores, values = np.asarray(objectives, np.float64), np.asarray(measures, np.float64)
        asked, wanted = self._asked, (len(self._asked), self._measures.shape[1])
        if scores.shape != wanted[:1] or values.shape != wanted:
            raise ValueError(
                f"Objectives need the shape {wanted[:1]} and measures {wanted}, not "
                f"{scores.shape} and {values.shape}."
            )
        if np.isinf(scores).any():
            raise ValueError("An objective is infinite: no later candidate could win its cell.")
        for genes, score, place, row in zip(asked, scores, self.cells(values), values, strict=True):
            if score > np.nan_to_num(self._objectives[place]):
                self._genes[place], self._objectives[place] = genes, score
                self._measures[place] = row
        self.evaluated, self._asked = self.evaluated + len(asked), None
        best = float(np.nanmax(self._objectives, initial=0.0))
        now = (self.evaluated, self.evaluator.games, self.coverage, self.qd_score, best)
        self._curve.append(now)

    def cells(self, measures: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the index of the cell of each row of measures.

        Args:
            measures: Array of shape (rows, measures).

        Returns:
            Array of shape (rows,).

        Raises:
            ValueError: If the array has another shape.
        """
        given, wanted = np.asarray(measures, np.float64), len(self._low)
        if given.ndim != 2 or given.shape[1] != wanted:
            raise ValueError(f"Measures need the shape (rows, {wanted}), not {given.shape}.")
        values = np.nan_to_num((given - self._low) / (self._high - self._low)).clip(0, 1)
        if not self._sides:
            return _nearest(values, self.centres)
        bins = np.minimum((values * self._sides).astype(np.int64), np.array(self._sides) - 1)
        return np.asarray(np.ravel_multi_index(tuple(bins.T), self._sides))

    def run(self, individuals: int) -> Self:
        """Repeat `ask`, evaluation and `tell` until the search has evaluated `individuals`
        candidates, those of earlier calls included.

        Args:
            individuals: Number of candidates; the last batch may be smaller.

        Returns:
            This object.

        Raises:
            BadParameters: If the number is out of range or not whole.
        """
        individuals = counted("individuals", individuals, 0, 10**9)
        while self.evaluated < individuals:
            count = min(self._batch, individuals - self.evaluated)
            self.tell(*self.evaluator(self._next(count)))
        return self

    @property
    def curve(self) -> Table:
        """The progress of the search: a table with one row for each call of `tell`.

        Columns: the number of `individuals` (candidates) and `games` so far, `coverage` (the
        number of cells with an elite), `qd_score` (the sum of the elites' scores) and `best` (the
        highest score). Scores come from the games that won the cells.
        """
        return curve_table(self._curve)

    @property
    def table(self) -> Table:
        """A table with one row per elite. Columns: `cell` (the index of its cell), `objective`
        (mean score), each measure, and `genes` (a text such as 3,71,…).

        Numbers come from the games that won the cell, so objectives are biased upwards; those of
        `measured_again` are not.
        """
        return self._table(self._objectives, self._measures)

    def measured_again(self) -> Table:
        """Play every elite again, on new deals, and return a table like `table` with the new
        numbers and one more column, `own_cell`: whether the new measures lie in the elite's cell.

        The archive does not change.
        """
        places = np.flatnonzero(self._filled)
        objectives, measures = np.full_like(self._objectives, np.nan), self._measures.copy()
        if len(places):
            objectives[places], measures[places] = self.evaluator(self._genes[places])
        own = self.cells(measures[places]) == places
        return Table(self._table(objectives, measures).columns | {"own_cell": own})

    @property
    def _filled(self) -> npt.NDArray[np.bool_]:
        return np.asarray(~np.isnan(self._objectives))

    def _table(self, objectives: Floats, measures: Floats) -> Table:
        places = np.flatnonzero(self._filled)
        return Table(
            {
                "cell": places,
                "objective": objectives[places],
                **{name: measures[places, i] for i, name in enumerate(self.evaluator.names)},
                "genes": [",".join(map(str, genes)) for genes in self._genes[places].tolist()],
            }
        )


def curve_table(points: Sequence[tuple[float, ...]]) -> Table:
    """Return a run's curve as a table with one row per point.

    Each tuple of `points` has the values of `individuals`, `games`, `coverage`, `qd_score` and
    `best`, in this order, which are also the table's columns.
    """
    names = Point.__struct_fields__
    columns = zip(*points, strict=True) if points else [()] * len(names)
    return Table({name: np.array(each) for name, each in zip(names, columns, strict=True)})


def _ends(ranges: Any, count: int) -> Floats:
    """Return the smallest and the largest values of `count` ranges, shape (2, count). Raise
    BadParameters unless each range has two finite ends in rising order.
    """
    try:
        ends = np.array(ranges, np.float64)
    except (TypeError, ValueError):
        ends = np.zeros(0)
    if ends.shape != (count, 2) or not np.isfinite(ends).all() or (np.diff(ends) <= 0).any():
        raise BadParameters(
            f"ranges must be {count}, each a finite smallest and a larger largest value."
        )
    return ends.T


def _middles(sides: tuple[int, ...]) -> Floats:
    """Return the middles of the bins of a grid over the unit cube, (cells, measures). `sides` has
    the number of bins of each measure.
    """
    axes = [(np.arange(side) + 0.5) / side for side in sides]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(sides))


def _centroids(cells: int, measures: int, seed: Rng) -> Floats:
    """Return points spread evenly over the unit cube, (cells, measures), by k-means."""
    chances = np.random.default_rng(seed.derive(CENTROIDS).next())
    points = chances.random((cells * SAMPLES, measures))
    centres = points[:cells].copy()
    for _ in range(ROUNDS):
        owner = _nearest(points, centres)
        counts = np.bincount(owner, minlength=cells)
        for axis in range(measures):
            sums = np.bincount(owner, points[:, axis], cells)
            centres[:, axis] = np.where(counts > 0, sums / np.maximum(1, counts), centres[:, axis])
    return centres


def _nearest(points: Floats, centres: Floats) -> npt.NDArray[np.int64]:
    """Return the index of the nearest centre of each point, (points,)."""
    squares = (centres**2).sum(axis=1)
    parts = np.array_split(points, max(1, len(points) * len(centres) // 4_000_000))
    return np.concatenate([(squares - 2 * part @ centres.T).argmin(axis=1) for part in parts])
