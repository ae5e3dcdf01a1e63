"""Figures on beliefs about a seat's own cards: how good predictions are, and whether learners that
are given them score more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean
from typing import Annotated, NamedTuple

from agents.learning.hcic_run import MODELS, HcicRun
from analysis.charts import dots
from analysis.figures import Figure
from analysis.papers.learning.ways import (
    BASE,
    PLAYERS,
    PLUS,
    VARIANTS,
    Way,
    best_of,
    by_length,
    readable,
)
from analysis.statistics import Estimate, mean, recipe_difference, welch
from analysis.tables import Column, Rows


def models() -> list[HcicRun]:
    """Return all training runs of HCIC models, which predict a seat's own cards.

    Runs whose files cannot be read, or that have not been evaluated yet, are left out.
    """
    return [model for model in readable(MODELS) if model.curve]


class ModelRow(NamedTuple):
    """A row of the figure of models that predict a seat's own cards: a model and its mean
    log-losses, in nats a card, on games that it was not trained on.
    """

    model: str
    games_of: str
    players: int
    steps: int
    losses: Annotated[Sequence[float], Column(digits=3)]
    cards: int
    hours: Annotated[float, Column(digits=1)]


def beliefs(found: list[HcicRun]) -> Figure:
    """Plot the log-losses (nats a card) of the models `found`, which predict a seat's own cards,
    beside those of exact odds on the same cards.
    """
    names = ("the model", "exact odds", "all possible alike", "any card at all")
    losses = {
        one.name: (one.curve[-1].held, one.exact, one.possible, log(one.recipe.rules.max_score))
        for one in found
    }
    lines = {
        name: [(model, Estimate(each[place])) for model, each in losses.items()]
        for place, name in enumerate(names[:-1])
    }
    rows = [
        ModelRow(
            *(model.name, f"rl:{model.recipe.source}", model.recipe.players, model.steps),
            *(losses[model.name], model.cards, model.seconds / 3600),
        )
        for model in found
    ]
    return Figure(
        name="beliefs",
        title="Telling one's own cards",
        table=Rows(ModelRow, rows, {"losses": [f"{name}, nats a card" for name in names]}),
        games=sum(model.recipe.held_out for model in found),
        seed=", ".join(sorted({f"{model.recipe.seed}/held" for model in found})),
        note="What each loses on the cards of games that no model learnt from: minus the logarithm "
        "of the chance it gave to the card that was there. Exact odds count the deals that fit "
        "what the seat sees and was told; they read no meaning into a move. A model that is no "
        "better adds nothing. All possible alike: only what clues allow. A model that loses more "
        "than that is under-trained, and says nothing of what HCIC can do.",
        **dots(lines, "nats a card; less is better"),
    )


FIVE_PERCENT = 0.05


@dataclass(frozen=True)
class BeliefTest:
    """A test of whether learners that are given probabilities of their own cards (beliefs) score
    more than those that are not, at one table size. Training runs are the units.
    """

    players: int
    turns: int
    """Turns of training of each run compared."""
    told: list[float]
    """Mean scores of the runs whose network is given probabilities of its own cards: predicted by
    a model (HCIC) or exact odds."""
    untold: list[float]
    """Mean scores of the runs that are given no such probabilities."""
    tests: int
    """The number of table sizes tested, for the Bonferroni correction."""

    @property
    def difference(self) -> Estimate:
        """The mean score of the runs with beliefs minus that of the runs without, with an
        interval over runs whose variance is pooled from both groups.
        """
        return recipe_difference(self.told, self.untold)

    @property
    def welch(self) -> Estimate:
        """The mean score of the runs with beliefs minus that of the runs without, with each
        group's own variance (Welch's test).
        """
        return welch(mean(self.told), mean(self.untold))

    @property
    def helps(self) -> bool:
        """Whether the runs with beliefs score significantly more than those without by both
        tests, at a level of 5% over all table sizes (Bonferroni).
        """
        ps, value = (self.difference.p, self.welch.p), self.difference.value
        passed = all(p is not None and p < FIVE_PERCENT / self.tests for p in ps)
        return passed and bool(value and value > 0)


def told(ways: Sequence[Way]) -> tuple[BeliefTest, ...]:
    """Return, for each number of players with enough runs, the test of whether learners that are
    given probabilities of their own cards score more than others.

    `ways` are training recipes with their runs. A test needs at least three runs with equally many
    turns of training, among them one with such probabilities and one of plain Rainbow.
    """
    sides = {players: _sides(ways, players) for players in PLAYERS}
    tested = [
        (players, turns, told, untold)
        for players, (turns, told, untold) in sides.items()
        if told and untold and len(told) + len(untold) > 2
    ]
    return tuple(BeliefTest(*group, tests=len(tested)) for group in tested)


def _sides(ways: Sequence[Way], players: int) -> tuple[int, list[float], list[float]]:
    """Return the runs to compare: the most turns of training after which there are runs both with
    beliefs and of plain Rainbow, and the mean scores of all runs of that length with beliefs and
    without; 0 and empty lists if there are none.
    """
    for turns, some in by_length(ways):
        told: list[float] = []
        untold: list[float] = []
        for variant in VARIANTS:
            if variant is not PLUS and (way := best_of(some, variant, players)):
                (told if variant.options.get("belief") else untold).extend(way.means)
        if told and best_of(some, BASE, players):
            return turns, told, untold
    return 0, [], []


class ToldRow(NamedTuple):
    """A row of the table of tests: whether learners score more, with one number of players, if
    they are given probabilities of their own cards.
    """

    players: int
    runs_told: int
    runs_not_told: int
    points_told: Annotated[float, Column("points, told")]
    points_not_told: Annotated[float, Column("points, not told")]
    difference: Estimate
    p: Annotated[float | None, Column(digits=3)]
    welch: Annotated[float | None, Column("p by Welch's test", 3)]
    turns: int


def tests(found: Sequence[BeliefTest]) -> Figure:
    """Tabulate the tests `found`, one row for each number of players, of whether learners that are
    given probabilities of their own cards score more than others.
    """
    rows = [
        ToldRow(
            *(one.players, len(one.told), len(one.untold), fmean(one.told), fmean(one.untold)),
            *(one.difference, one.difference.p, one.welch.p, one.turns),
        )
        for one in found
    ]
    return Figure(
        name="told",
        title="Does it help to be told of one's own cards?",
        table=Rows(ToldRow, rows),
        note="Told: a run of the table whose network also sees how likely each of its cards is, by "
        "HCIC or by exact odds, with GOIR or without. Not told: Rainbow and GOIR. The units are "
        "the runs, with one deviation for both sides (Student's t), and beside it Welch's test, "
        "which allows each side its own. Intervals are 95%, each by itself; with all tests taken "
        f"together (Bonferroni) a p below {FIVE_PERCENT / max(1, len(found)):.4f} by both counts.",
    )
