"""The few numbers that the page's text is written around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.learning.hcic_run import HcicRun
from agents.learning.run import Run
from analysis.papers.learning.published import BASE, EXACT, HCIC, MARGIN, PLAYERS, VARIANTS
from analysis.papers.learning.ways import Way, best_of


@dataclass(frozen=True)
class Guessing:
    """Points a game of learners that differ by what they are told of their cards alone."""

    players: int
    turns: int
    """Each has learnt from so many."""
    hcic: float
    exact: float
    neither: float
    single: bool
    """Whether one of them was learnt by one run alone."""


@dataclass(frozen=True)
class Findings:
    cells: int
    """Of the paper's table."""
    run: int
    """Of them, those with a finished run of ours."""
    most: int
    """Turns of the longest finished run in them."""
    hours: float
    """Of all runs."""
    best: Run | None
    """Of all finished runs, the one with most points a game."""
    alone: Run | None
    """The best of those without advice, if the best has some."""
    supported: int
    """Of the paper's differences, those beyond the chance of the deals."""
    differences: int
    margin: float
    models: int
    better: int
    """Models of the own cards that lose less than counting."""
    guessing: tuple[Guessing, ...]
    """What playing with the models came to, at each table after the most turns; of those with
    fewer turns than another table's nothing is said."""


def findings(ways: Sequence[Way], models: Sequence[HcicRun]) -> Findings:
    cells = [(v, p) for v in VARIANTS if v.printed[0] is not None for p in PLAYERS]
    ours = [way for v, p in cells if (way := best_of(ways, v, p))]
    runs = [run for way in ways for run in way.runs]
    changes = [
        abs((value or 0) - (base or 0))
        for variant in VARIANTS
        if variant is not BASE and variant.printed[0] is not None
        for value, base in zip(variant.printed, BASE.printed, strict=True)
    ]
    best = _best(runs)
    return Findings(
        cells=len(cells),
        run=len(ours),
        most=max((way.turns for way in ours), default=0),
        hours=sum(run.seconds for run in runs) / 3600,
        best=best,
        alone=_best(run for run in runs if not run.recipe.advice)
        if best and best.recipe.advice
        else None,
        supported=sum(change > MARGIN for change in changes),
        differences=len(changes),
        margin=MARGIN,
        models=len(models),
        better=sum(model.curve[-1].held < model.exact for model in models),
        guessing=_farthest([one for players in PLAYERS if (one := _guessing(ways, players))]),
    )


def _guessing(ways: Sequence[Way], players: int) -> Guessing | None:
    """Nothing unless all three have learnt from as many turns."""
    ways_of = [best_of(ways, variant, players) for variant in (HCIC, EXACT, BASE)]
    found = [way for way in ways_of if way and way.score.value is not None]
    if len(found) < len(ways_of) or len({way.turns for way in found}) > 1:
        return None
    hcic, exact, neither = (way.score.value or 0.0 for way in found)
    single = any(len(way.finished) == 1 for way in found)
    return Guessing(players, found[0].turns, hcic, exact, neither, single)


def _farthest(some: Sequence[Guessing]) -> tuple[Guessing, ...]:
    most = max((one.turns for one in some), default=0)
    return tuple(one for one in some if one.turns == most)


def _best(runs: Iterable[Run]) -> Run | None:
    """The finished one with most points a game."""
    finished = [(run.final.mean, run) for run in runs if run.final]
    return max(finished, key=lambda pair: pair[0], default=(0.0, None))[1]
