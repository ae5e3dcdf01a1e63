"""The few numbers that the page's text is written around."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.learning.hcic_run import HcicRun
from agents.learning.run import Run
from analysis.papers.learning.published import BASE, MARGIN, PLAYERS, VARIANTS
from analysis.papers.learning.ways import Way, best_of


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
    )


def _best(runs: Iterable[Run]) -> Run | None:
    """The finished one with most points a game."""
    finished = [(run.final.mean, run) for run in runs if run.final]
    return max(finished, key=lambda pair: pair[0], default=(0.0, None))[1]
