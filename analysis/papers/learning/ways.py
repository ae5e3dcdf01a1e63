"""All training runs, shipped and local, grouped by recipe, with verdicts on the numbers of the
Hanabi_Plugins paper (docs/references.md).

It also holds the paper's printed results and their uncertainty.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from typing import Any

import msgspec

from agents.learning.evaluation import SelfPlay
from agents.learning.recipe import LearningRecipe
from agents.learning.run import LEARNERS, LearningRun
from agents.runs.errors import BadRun
from agents.runs.life import R, RunKind
from analysis.statistics import (
    Estimate,
    mean,
    mean_of_counts,
    next_difference,
    next_run,
    recipe_difference,
    welch,
)

PLAYERS = (2, 3, 4)
TURNS = 10_000_000
"""Turns of training of each run in the paper's table."""
GAMES = 100
"""Number of games behind each mean in the paper's table; each mean is of one run."""
ERROR = 0.5
"""Approximate standard error, in points, of a mean that the paper prints: single games have a
standard deviation of about five points."""
CURVES, LONG_CURVES = 1_000, 3_000
"""Length of the learning curves in the paper's figure 3 and in its figure 4, in iterations of
10,000 turns."""
ITERATIONS = (10, 20, 50, 200, 500, 1000)
"""Training iterations after which the paper's figure 5 shows the shares of the kinds of move."""


@dataclass(frozen=True)
class LearnerKind:
    """A kind of learner, such as Rainbow with the intrinsic reward GOIR: a column of the table of
    the Hanabi_Plugins paper, or one of ours beside it.
    """

    slug: str
    title: str
    options: dict[str, Any]
    printed: tuple[float | None, ...] = (None, None, None)
    """The scores that the paper prints with 2, 3 and 4 players; None for no score."""
    algorithm: str = "rainbow"

    def recipe(self, players: int, seed: str = "1") -> LearningRecipe:
        """Return the recipe of a training run of this kind of learner.

        The initial weights have the spread of the published program (`initial="published"`); all
        else is at its default.
        """
        options = self.options
        if options.get("belief") == "hcic":
            options = options | {"hcic": f"hcic-{players}p"}
        return LearningRecipe(self.algorithm, players, seed, initial="published", **options)

    def has(self, recipe: LearningRecipe) -> bool:
        """Return whether a training recipe is of this kind of learner.

        The schedule, the replay size, the HCIC model and the initial weights may differ; for this
        project's own algorithm, `rainbow+`, only the algorithm has to agree.
        """
        mine, names = self.recipe(recipe.players), ["algorithm"]
        if self.algorithm == "rainbow":
            names += ["hidden", "goir", "credit", "belief", "reward", "cards", "colours", "advice"]
        return all(getattr(mine, name) == getattr(recipe, name) for name in names)


BASE = LearnerKind("rainbow", "Rainbow", {}, (13.20, 9.90, 4.85))
HCIC = LearnerKind("hcic", "HCIC", {"belief": "hcic"}, (12.73, 10.37, 9.47))
EXACT = LearnerKind("exact", "exact odds", {"belief": "exact"})
PLUS = LearnerKind("plus", "Rainbow+", {}, algorithm="rainbow+")
GOIR = LearnerKind("goir", "GOIR", {"goir": "paper"}, (12.99, 11.78, 11.00))
VARIANTS = (
    BASE,
    GOIR,
    HCIC,
    LearnerKind(
        "both", "GOIR and HCIC", {"goir": "paper", "belief": "hcic"}, (12.88, 10.85, 10.30)
    ),
    EXACT,
    PLUS,
)
IN_TABLE = tuple(variant for variant in VARIANTS if variant.printed[0] is not None)
"""The kinds of learner in the paper's table."""
DIFFERENCES = (len(IN_TABLE) - 1) * len(PLAYERS)
"""Number of comparisons with plain Rainbow in the paper's table: one for each other kind of
learner and number of players."""


def difference(value: float, base: float) -> Estimate:
    """Return the difference `value - base` of two means that the paper prints, with a 95% interval.

    The interval comes from the standard error of a printed mean, and is corrected for the number of
    differences in the paper's table (Bonferroni).
    """
    return Estimate(value - base, sqrt(2) * ERROR, 1_000).of_family(DIFFERENCES)


MARGIN = difference(0, 0).margin or 0.0
"""How many points two means in the paper's table must differ by to be significant at 5%, corrected
for the number of comparisons (DIFFERENCES)."""


USUAL = LearningRecipe("rainbow", 2, "1")
"""A recipe whose options have their default values, to compare other recipes with."""
GOIRS = {"none": "", "paper": "GOIR", "program": "GOIR of the program"}
WORDS = {"none": "", "exact": "exact odds", "hcic": "HCIC"}


@dataclass(frozen=True)
class Way:
    """A training recipe and all runs made by it, which differ only in their seeds (and the device
    and precision of the computation).
    """

    recipe: LearningRecipe
    """The recipe of the first of the runs, with that run's seed."""
    runs: tuple[LearningRun, ...]

    @property
    def title(self) -> str:
        """A short description of the recipe, such as "Rainbow, GOIR, 64 units"."""
        return described(self.recipe)

    @property
    def finished(self) -> tuple[LearningRun, ...]:
        """The finished training runs of the recipe; if they differ in length, those that trained
        for the most turns.
        """
        most = max((run.turns for run in self.runs if run.final), default=0)
        return tuple(run for run in self.runs if run.final and run.turns == most)

    @property
    def turns(self) -> int:
        """The turns of training of each finished run; 0 if no run is finished."""
        return self.finished[0].turns if self.finished else 0

    @property
    def means(self) -> list[float]:
        """The mean score of each finished run, with games lost by strikes at 0. Runs, not games,
        are the units of statistics about a recipe.
        """
        return [run.final.mean for run in self.finished if run.final]

    @property
    def games(self) -> int:
        """The number of games in which the finished runs were tested, in total."""
        return sum(run.final.games for run in self.finished if run.final)

    @property
    def score(self) -> Estimate:
        """The mean score of the finished runs with its interval; games lost by strikes score 0."""
        return score([run.final for run in self.finished if run.final])


def score(tests: Sequence[SelfPlay]) -> Estimate:
    """Return the mean score of several runs, given one evaluation (`tests`) of each; games lost by
    strikes score 0. Its interval is over runs, or over games if there is only one run.
    """
    if len(tests) == 1:
        return mean_of_counts(dict(enumerate(tests[0].zero)))
    return mean([test.mean for test in tests])


def readable(kind: RunKind[R, Any]) -> Iterator[R]:
    """Yield the records of all runs of this kind, leaving out those that cannot be read."""
    for name in kind.names():
        with suppress(BadRun):
            yield kind.load(name)


def all_ways() -> list[Way]:
    """Return all training recipes with their runs, sorted by players, kind of learner and title.
    Runs that cannot be read are left out.
    """
    groups: dict[LearningRecipe, list[LearningRun]] = {}
    for run in readable(LEARNERS):
        groups.setdefault(alike(run.recipe), []).append(run)
    found = [Way(runs[0].recipe, tuple(runs)) for runs in groups.values()]
    return sorted(found, key=lambda way: (way.recipe.players, _rank(way.recipe), way.title))


def best_of(ways: Sequence[Way], variant: LearnerKind, players: int) -> Way | None:
    """Return, of the recipes `ways` for the kind of learner `variant` and this number of players,
    the one trained for the most turns; None if none has a finished run.

    Ties go to the recipe with more finished runs, then to the one with the default size of the
    replay memory or, for this project's own algorithm `rainbow+`, with the higher score.
    """

    def rank(way: Way) -> tuple[int, int, float]:
        as_told = float(way.recipe.kept == USUAL.kept)
        last = (way.score.value or 0.0) if variant is PLUS else as_told
        return way.turns, len(way.finished), last

    mine = [
        way
        for way in ways
        if way.recipe.players == players and variant.has(way.recipe) and way.finished
    ]
    return max(mine, key=rank, default=None)


def at_equal_turns(
    ways: Sequence[Way], variants: Sequence[LearnerKind], players: int
) -> tuple[Way, ...]:
    """Return one recipe of `ways` for each kind of learner in `variants`, all trained for equally
    many turns: the largest number of turns for which every kind has a finished run with this many
    players. Return () if there is no such number.

    Each recipe is returned with only its runs of that length.
    """
    for _, some in by_length(ways):
        found = [way for one in variants if (way := best_of(some, one, players))]
        if len(found) == len(variants):
            return tuple(found)
    return ()


def by_length(ways: Sequence[Way]) -> Iterator[tuple[int, list[Way]]]:
    """Yield each number of turns of a finished run in `ways`, most turns first, with the recipes,
    each with only its runs of that length.
    """
    lengths = {run.turns for way in ways for run in way.runs if run.final}
    for turns in sorted(lengths, reverse=True):
        yield turns, [Way(w.recipe, tuple(r for r in w.runs if r.turns == turns)) for w in ways]


def short_names(ways: Sequence[Way]) -> dict[str, str]:
    """Return {title: short chart label} of the recipes `ways`, which must have one number of
    players.

    The label names the kind of learner, and the size of the replay memory unless it is the
    default. The label is the full title if two recipes would share it or no kind of learner fits.
    """
    names = {way.title: _short(way) for way in ways}
    several = Counter(names.values())
    return {title: name if several[name] == 1 else title for title, name in names.items()}


def _short(way: Way) -> str:
    row = next((one.title for one in VARIANTS if one.has(way.recipe)), None)
    memory = "" if way.recipe.kept == USUAL.kept else f", {way.recipe.kept:,} kept"
    return f"{row}{memory}" if row else way.title


def described(recipe: LearningRecipe) -> str:
    """Return a short description of a training recipe, such as "Rainbow, GOIR, 64 units"."""
    parts = [
        recipe.algorithm.capitalize(),
        GOIRS[str(recipe.goir)],
        "credit to the move before" if recipe.credit != USUAL.credit else "",
        WORDS[recipe.belief],
        "for cards played" if recipe.reward != USUAL.reward else "",
        "telling its cards" if recipe.cards else "",
        "permuted colours" if recipe.colours else "",
        f"advised by {recipe.advice}" if recipe.advice else "",
        "the paper's schedule" if recipe.schedule == "paper" else "",
        f"{recipe.kept:,} kept" if recipe.kept != USUAL.kept else "",
        f"{recipe.hidden} units" if recipe.hidden != USUAL.hidden else "",
        "published start" if recipe.initial == "published" else "",
    ]
    return ", ".join(filter(None, parts))


def alike(recipe: LearningRecipe) -> LearningRecipe:
    """Return the recipe with a fixed seed, device and precision: a key that is equal for recipes
    that differ only in these three.
    """
    return msgspec.structs.replace(recipe, seed="1", device="cpu", precision="float32")


def _rank(recipe: LearningRecipe) -> int:
    """Return the sort rank of a recipe: kinds of learner in the order of VARIANTS, then all
    others.
    """
    return next((n for n, variant in enumerate(VARIANTS) if variant.has(recipe)), len(VARIANTS))


CLOSE = 1.0
"""The paper's mean score counts as reproduced only if ours differs from it by at most this many
points."""
WIDEST = 3.0
"""`verdict` returns UNDECIDED if half the width of its 95% prediction interval is above this many
points."""
NOT_RUN, REPRODUCED, REFUTED, UNDECIDED = "not run", "reproduced", "refuted", "undecided"
CONFIRMED, NOT_REACHED = "confirmed", "not reached"
MILLION = 1_000_000


def verdict(ways: Sequence[Way], variant: LearnerKind, players: int) -> str | None:
    """Return a verdict on the score that the paper prints for the kind of learner `variant` with
    this many players; None if it prints none.

    The printed score is compared with the 95% prediction interval for the mean of GAMES games of
    one more run of ours. The deviation between runs is pooled over all kinds of learner with this
    number of players and equally long training. The verdict is:

    NOT_RUN if we have no finished run, or a text that begins with NOT_REACHED if our runs are
    shorter than the paper's;
    REFUTED if the score is outside the interval, which must not be wider than WIDEST allows, and
    outside the interval of our run alone, which is wider after two runs;
    REPRODUCED if it is inside, and differs from our mean by at most CLOSE (one point);
    otherwise UNDECIDED.
    """
    printed, way = variant.printed[PLAYERS.index(players)], best_of(ways, variant, players)
    if printed is None:
        return None
    if way is None:
        return NOT_RUN
    if way.turns < TURNS:
        return f"{NOT_REACHED} ({way.turns / MILLION:.1f}M of {TURNS // MILLION}M turns)"
    beside = [mate for one in VARIANTS if (mate := best_of(ways, one, players))]
    alike = [mate.means for mate in beside if mate.turns == way.turns]
    coming = next_run(way.means, alike)
    gap = welch(coming, Estimate(printed, ERROR, GAMES))
    if gap.low is None or gap.high is None or (gap.margin or 0.0) > WIDEST:
        return UNDECIDED
    if not gap.low <= 0 <= gap.high:
        return UNDECIDED if _holds(coming, printed) else REFUTED
    return REPRODUCED if abs(gap.value or 0.0) <= CLOSE else UNDECIDED


def _holds(estimate: Estimate, value: float) -> bool:
    """Return whether the 95% interval of an estimate, if it has one, contains a value."""
    low, high = estimate.low, estimate.high
    return low is not None and high is not None and low <= value <= high


def claim(printed: Estimate, pair: Sequence[Way]) -> str | None:
    """Return a verdict on the paper's claim that an addition to Rainbow changes the score by
    `printed` points; None if `printed` has no value, since the paper makes no such claim.

    `pair` has our recipes with and without the addition, in this order, after equally many turns
    of training; it may be empty. The verdict is:

    REFUTED if `printed` is outside the 95% prediction interval of the difference between one more
    run of each recipe, measured in GAMES games each, and outside that of our runs alone;
    CONFIRMED if `printed` is inside, and the 95% interval of the difference between our means lies
    on the same side of 0;
    otherwise UNDECIDED, NOT_RUN if `pair` is empty, or a text that begins with NOT_REACHED if our
    runs are shorter than the paper's.
    """
    if printed.value is None:
        return None
    if not pair:
        return NOT_RUN
    if pair[0].turns < TURNS:
        return f"{NOT_REACHED} ({pair[0].turns / MILLION:.1f}M of {TURNS // MILLION}M turns)"
    ours, more = (how(pair[0].means, pair[1].means) for how in (recipe_difference, next_difference))
    gap = welch(more, printed)
    if gap.low is None or gap.high is None or ours.low is None or ours.high is None:
        return UNDECIDED
    if not gap.low <= 0 <= gap.high:
        return UNDECIDED if _holds(more, printed.value) else REFUTED
    positive = printed.value > 0
    return CONFIRMED if (ours.low > 0 if positive else ours.high < 0) else UNDECIDED
