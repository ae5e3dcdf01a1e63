"""The numbers quoted in the text of the page about deep learning."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.learning.hcic_run import HcicRun
from agents.learning.run import LearningRun
from analysis.papers.learning.belief_figures import Told, told
from analysis.papers.learning.table_figures import Difference, claims
from analysis.papers.learning.ways import (
    BASE,
    CONFIRMED,
    DIFFERENCES,
    EXACT,
    HCIC,
    IN_TABLE,
    MARGIN,
    PLAYERS,
    REFUTED,
    REPRODUCED,
    UNDECIDED,
    Way,
    at_equal_turns,
    best_of,
    verdict,
)


@dataclass(frozen=True)
class Guessing:
    """Mean scores of learners that differ only in their beliefs about their own cards: learned,
    exact or none.
    """

    players: int
    turns: int
    """Turns of training of each learner."""
    hcic: float
    exact: float
    neither: float
    single: bool
    """Whether one of the scores rests on a single run."""


@dataclass(frozen=True)
class Findings:
    """The numbers quoted in the text of the page about deep learning."""

    cells: int
    """Cells of the paper's table."""
    run: int
    """The cells with a finished run of ours."""
    reproduced: int
    refuted: int
    undecided: int
    most: int
    """Turns of the longest finished run in the table."""
    hours: float
    """Total hours of all runs."""
    best: LearningRun | None
    """The finished run with the highest mean score."""
    alone: LearningRun | None
    """The best finished run without advice, if `best` has advice."""
    settled: tuple[Difference, ...]
    """The paper's claims about an addition that our runs confirm or refute."""
    supported: int
    """The paper's differences that exceed the sampling error of the deals, corrected for all of
    them."""
    differences: int
    margin: float
    models: int
    better: int
    """Models of the own cards with a lower loss than the exact odds."""
    untrained: int
    """Models with a higher loss than a uniform choice among the identities that clues allow."""
    told: tuple[Told, ...]
    """The tests of whether beliefs about the own cards help, one per table size that has one."""
    told_helps: str
    """The table sizes at which such beliefs help significantly, such as "2 and 3"."""
    guessing: tuple[Guessing, ...]
    """Scores with learned beliefs at the table sizes with the most turns of training."""


def findings(ways: Sequence[Way], models: Sequence[HcicRun]) -> Findings:
    """Compute the numbers quoted in the text of the page about deep learning."""
    cells = [(variant, players) for variant in IN_TABLE for players in PLAYERS]
    ours = [way for v, p in cells if (way := best_of(ways, v, p))]
    verdicts = [verdict(ways, v, p) for v, p in cells]
    runs = [run for way in ways for run in way.runs]
    changes = [
        abs((value or 0) - (base or 0))
        for variant in IN_TABLE
        if variant is not BASE
        for value, base in zip(variant.printed, BASE.printed, strict=True)
    ]
    best, tested = _best(runs), told(ways)
    unadvised = _best(run for run in runs if not run.recipe.advice)
    return Findings(
        cells=len(cells),
        run=len(ours),
        reproduced=verdicts.count(REPRODUCED),
        refuted=verdicts.count(REFUTED),
        undecided=verdicts.count(UNDECIDED),
        most=max((way.turns for way in ours), default=0),
        hours=sum(run.seconds for run in runs) / 3600,
        best=best,
        alone=unadvised if best and best.recipe.advice else None,
        settled=tuple(row for row in claims(ways) if row.the_claim in (CONFIRMED, REFUTED)),
        supported=sum(change > MARGIN for change in changes),
        differences=DIFFERENCES,
        margin=MARGIN,
        models=len(models),
        better=sum(model.curve[-1].held < model.exact for model in models),
        untrained=sum(model.curve[-1].held > model.possible for model in models),
        told=tested,
        told_helps=" and ".join(str(one.players) for one in tested if one.helps),
        guessing=_guessing(ways),
    )


def _guessing(ways: Sequence[Way]) -> tuple[Guessing, ...]:
    """Compare learned, exact and no beliefs after equally many turns."""
    found: list[Guessing] = []
    for players in PLAYERS:
        if alike := at_equal_turns(ways, (HCIC, EXACT, BASE), players):
            hcic, exact, neither = (way.score.value or 0.0 for way in alike)
            single = any(len(way.finished) == 1 for way in alike)
            found.append(Guessing(players, alike[0].turns, hcic, exact, neither, single))
    most = max((one.turns for one in found), default=0)
    return tuple(one for one in found if one.turns == most)


def _best(runs: Iterable[LearningRun]) -> LearningRun | None:
    """Return the finished run with the highest mean score."""
    finished = [(run.final.mean, run) for run in runs if run.final]
    return max(finished, key=lambda pair: pair[0], default=(0.0, None))[1]
