"""The numbers quoted in the text of the page about deep learning."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.learning.hcic_run import HcicRun
from agents.learning.run import LearningRun
from analysis.papers.learning.belief_figures import told
from analysis.papers.learning.table_figures import claims
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


class Findings:
    """The numbers quoted in the text of the page about deep learning."""

    def __init__(self, ways: Sequence[Way], models: Sequence[HcicRun]) -> None:
        """Compute the numbers from all recipes with their runs, and the models that predict a
        seat's own cards.
        """
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
        unadvised = _best(run for run in runs if not run.recipe.advice)

        self.cells = len(cells)
        """Cells of the paper's table."""
        self.run = len(ours)
        """The cells with a finished run of ours."""
        self.reproduced = verdicts.count(REPRODUCED)
        self.refuted = verdicts.count(REFUTED)
        self.undecided = verdicts.count(UNDECIDED)
        self.most = max((way.turns for way in ours), default=0)
        """Turns of the longest finished run in the table."""
        self.hours = sum(run.seconds for run in runs) / 3600
        """Total hours of all runs."""
        self.best = _best(runs)
        """The finished run with the highest mean score."""
        self.alone = unadvised if self.best and self.best.recipe.advice else None
        """The best finished run without advice, if `best` has advice."""
        self.settled = tuple(row for row in claims(ways) if row.the_claim in (CONFIRMED, REFUTED))
        """The paper's claims about an addition that our runs confirm or refute."""
        self.supported = sum(change > MARGIN for change in changes)
        """The paper's differences that exceed the sampling error of the deals, corrected for all of
        them."""
        self.differences = DIFFERENCES
        self.margin = MARGIN
        self.models = len(models)
        self.better = sum(model.curve[-1].held < model.exact for model in models)
        """Models of the own cards with a lower loss than the exact odds."""
        self.untrained = sum(model.curve[-1].held > model.possible for model in models)
        """Models with a higher loss than a uniform choice among the identities that clues allow."""
        self.told = told(ways)
        """The tests of whether beliefs about the own cards help, one per table size that has
        one."""
        self.told_helps = " and ".join(str(one.players) for one in self.told if one.helps)
        """The table sizes at which such beliefs help significantly, such as "2 and 3"."""
        self.guessing = _guessing(ways)
        """Scores with learned beliefs at the table sizes with the most turns of training."""


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
