"""The numbers quoted in the text of the page about deep learning."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from agents.learning import policies
from agents.learning.hcic_run import HcicRun, command
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
    """Mean scores of learners that differ only in their beliefs about their own cards, with one
    number of players: predicted by a model (`hcic`), exact odds (`exact`), or none (`neither`).
    """

    players: int
    turns: int
    """Turns of training of each run."""
    hcic: float
    exact: float
    neither: float
    single: bool
    """Whether at least one of the scores rests on a single run."""


class Findings:
    """The numbers quoted in the text of the page about deep learning."""

    def __init__(self, ways: Sequence[Way], models: Sequence[HcicRun]) -> None:
        """Compute the numbers from `ways`, all recipes with their training runs, and `models`,
        which predict a seat's own cards.
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
        """Number of cells in the paper's table: its kinds of learner times its numbers of
        players."""
        self.run = len(ours)
        """Number of cells of the paper's table for which we have a finished run."""
        self.reproduced = verdicts.count(REPRODUCED)
        self.refuted = verdicts.count(REFUTED)
        self.undecided = verdicts.count(UNDECIDED)
        self.short = self.run - self.reproduced - self.refuted - self.undecided
        """Number of cells whose finished runs are shorter than the paper's."""
        self.most = max((way.turns for way in ours), default=0)
        """Turns of training of the longest finished run among the kinds of learner in the paper's
        table."""
        self.hours = sum(run.seconds for run in runs if run.recipe.device == "cpu") / 3600
        """Total hours of all training runs that used no GPU."""
        self.best = _best(runs)
        """The finished training run with the highest mean score; None if there is none."""
        self.alone = unadvised if self.best and self.best.recipe.advice else None
        """The best finished run of a learner that does not see another agent's move as advice;
        None if `best` itself is such a run, or if there is none."""
        self.playable = {run.name for run in runs if policies.there(run.name)}
        """Names of the runs whose policy is installed, so that they have a page as an agent."""
        self.settled = tuple(row for row in claims(ways) if row.the_claim in (CONFIRMED, REFUTED))
        """Rows of the paper's claims about additions to Rainbow that our runs confirm or refute."""
        self.supported = sum(change > MARGIN for change in changes)
        """Number of cells of the paper's table whose score differs from that of plain Rainbow by
        more than `margin`, and so significantly."""
        self.differences = DIFFERENCES
        self.margin = MARGIN
        self.models = len(models)
        self.model_commands = [command(model) for model in models]
        """The shell commands that train these models."""
        self.better = sum(model.curve[-1].held < model.exact for model in models)
        """Number of models that predict a seat's own cards with a lower log-loss than exact
        odds."""
        self.untrained = sum(model.curve[-1].held > model.possible for model in models)
        """Number of models that predict a seat's own cards with a higher log-loss than a uniform
        guess among the identities that clues allow."""
        self.told = told(ways)
        """Tests of whether learners score more if they are given probabilities of their own cards,
        one for each table size with enough runs."""
        self.told_helps = " and ".join(str(one.players) for one in self.told if one.helps)
        """The numbers of players with which being given probabilities of the own cards helps
        significantly, as text such as "2 and 3"."""
        self.guessing = _guessing(ways)
        """Scores with predicted, exact and no probabilities of the own cards, for the numbers of
        players whose runs have the most turns of training."""


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
