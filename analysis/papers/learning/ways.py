"""The runs there are, those that came with the program and one's own, by the way they learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from agents.learning import storage
from agents.learning.evaluation import Measured
from agents.learning.recipe import Recipe
from agents.learning.run import Run
from agents.runs.errors import BadRun
from analysis.papers.learning.published import PLUS, VARIANTS, Variant
from analysis.statistics import Estimate, mean, mean_of_counts

USUAL = Recipe("rainbow", 2, "1")
"""What a recipe has where nothing else is asked for."""
WORDS = {"none": "", "exact": "exact odds", "hcic": "HCIC"}


@dataclass(frozen=True)
class Way:
    """Runs that differ by their seeds alone."""

    recipe: Recipe
    """With the seed of the first."""
    runs: tuple[Run, ...]

    @property
    def title(self) -> str:
        return described(self.recipe)

    @property
    def finished(self) -> tuple[Run, ...]:
        """Those measured to the end after the most turns."""
        most = max((run.turns for run in self.runs if run.final), default=0)
        return tuple(run for run in self.runs if run.final and run.turns == most)

    @property
    def turns(self) -> int:
        """Each finished run has learnt from so many."""
        return self.finished[0].turns if self.finished else 0

    @property
    def score(self) -> Estimate:
        """Of what it came to, lost games at 0."""
        return score([run.final for run in self.finished if run.final])


def score(tests: Sequence[Measured]) -> Estimate:
    """Points a game, over runs where there are several, else over the games of the one."""
    if len(tests) == 1:
        return mean_of_counts(dict(enumerate(tests[0].zero)))
    return mean([test.mean for test in tests])


def all_ways() -> list[Way]:
    """By players, then by algorithm and name. Runs that cannot be read are left out."""
    groups: dict[Recipe, list[Run]] = {}
    for run in filter(None, map(_loaded, storage.names())):
        groups.setdefault(alike(run.recipe), []).append(run)
    found = [Way(runs[0].recipe, tuple(runs)) for runs in groups.values()]
    return sorted(found, key=lambda way: (way.recipe.players, _rank(way.recipe), way.title))


def best_of(ways: Sequence[Way], variant: Variant, players: int) -> Way | None:
    """Of the ways of a variant that have a finished run, the one that went farthest; of those, the
    one of most runs; then the one that keeps as many turns as the paper says, or, of our own
    recipe, the one of most points."""

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


def short_names(ways: Sequence[Way]) -> dict[str, str]:
    """Of ways at tables of one size: by its title, the name of each in a drawing. It is that of its
    row in the table, with the size of its memory if that is another, unless two had the same."""
    names = {way.title: _short(way) for way in ways}
    several = Counter(names.values())
    return {title: name if several[name] == 1 else title for title, name in names.items()}


def _short(way: Way) -> str:
    row = next((one.title for one in VARIANTS if one.has(way.recipe)), None)
    memory = "" if way.recipe.kept == USUAL.kept else f", {way.recipe.kept:,} kept"
    return f"{row}{memory}" if row else way.title


def described(recipe: Recipe) -> str:
    """Rainbow, GOIR, 64 units"""
    parts = [
        recipe.algorithm.capitalize(),
        "GOIR" if recipe.goir else "",
        "credit to the move before" if recipe.credit != USUAL.credit else "",
        WORDS[recipe.belief],
        "for cards played" if recipe.reward != USUAL.reward else "",
        "telling its cards" if recipe.cards else "",
        "colours by lot" if recipe.colours else "",
        f"advised by {recipe.advice}" if recipe.advice else "",
        "the paper's schedule" if recipe.schedule == "paper" else "",
        f"{recipe.kept:,} kept" if recipe.kept != USUAL.kept else "",
        f"{recipe.hidden} units" if recipe.hidden != USUAL.hidden else "",
    ]
    return ", ".join(filter(None, parts))


def alike(recipe: Recipe) -> Recipe:
    """The same for recipes that differ by their seeds, or by what they are computed on."""
    return msgspec.structs.replace(recipe, seed="1", device="cpu", precision="float32")


def _rank(recipe: Recipe) -> int:
    """Those of the table come first, in its order."""
    return next((n for n, variant in enumerate(VARIANTS) if variant.has(recipe)), len(VARIANTS))


def _loaded(name: str) -> Run | None:
    try:
        return storage.load(name)
    except BadRun:
        return None
