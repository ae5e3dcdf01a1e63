"""The stored tables of a run (cross-play, best partners, action agreement), and pairs of runs with
a stored comparison of their agents of the same cell.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from agents.archives import Archive, runs
from analysis.diversity import action_agreement, corresponding, crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.corresponding import Corresponding, Lineup
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import Figure
from analysis.papers.map_elites import paper
from analysis.statistics import Estimate
from analysis.tables import Column, Rows
from native.play.matches import Moment


@dataclass(frozen=True)
class Tables:
    """A run's archive with its stored tables: cross-play, mean score with the best partner, and
    action agreement. A table that is missing or incomplete is None.
    """

    archive: Archive
    crossplay: EliteCrossPlay | None
    best_partners: Estimate | None
    agreement: ActionAgreement | None

    @property
    def missing(self) -> list[str]:
        """The shell commands that compute the run's missing tables; an empty list if none is
        missing.
        """
        run = self.archive.run
        played = self.crossplay and self.best_partners
        wanted = {"crossplay": played, "action_agreement": self.agreement}
        return [f"manage.py {name} {run}" for name, made in wanted.items() if not made]


def as_published() -> list[Tables]:
    """Return our complete runs made with the settings of Canaan et al. (2019), with their tables,
    leaving out runs without all tables. Raises BadArchive if a table is damaged.
    """
    names = [name for name in runs.names() if paper.is_as_published(runs.load(name))]
    return [tables for tables in map(load, names) if not tables.missing]


def theirs() -> Tables | None:
    """Return the archive that Canaan et al. published, with its tables; None if it is absent or
    one of the tables is missing or incomplete. Raises BadArchive if a table is damaged.
    """
    names = (name for name in runs.names() if paper.is_theirs(runs.load(name)))
    return next((tables for tables in map(load, names) if not tables.missing), None)


def load(run: str) -> Tables:
    """Return the run called `run` with its stored tables. Raises BadRun if there is no such run,
    BadArchive if a file is damaged.
    """
    archive, played = runs.load(run), crossplay.load(run)
    return Tables(
        archive=archive,
        crossplay=played if played and played.complete and len(played.places) else None,
        best_partners=crossplay.with_best_partners(played),
        agreement=action_agreement.load(run),
    )


@dataclass(frozen=True)
class RunPair:
    """Two runs and the stored comparison of their corresponding agents (elites of the same cell):
    how often they agree, and their mean scores alone and together.
    """

    run: str
    other: str
    compared: Corresponding
    scores: Mapping[Lineup, Estimate]


def compared(names: Iterable[tuple[str, str]]) -> list[RunPair]:
    """Return the stored comparisons of pairs of runs, given by their names (`names`); pairs
    without a stored comparison are left out. Raises BadArchive if a comparison is damaged.
    """
    return [
        RunPair(one, other, found, scores)
        for one, other in names
        if (found := corresponding.load(one, other))
        and (scores := corresponding.scores(one, other))
    ]


class CorrespondingRow(NamedTuple):
    """A row of the table of pairs of runs: scores, differing genes and agreement of the two agents
    of a cell, as means over the cells that both runs fill.
    """

    runs: str
    together: Estimate
    first_with_itself: float | None
    second_with_itself: float | None
    genes_that_differ: float | None
    same_action: float | None
    finished: Annotated[float | None, Column("same action, finished games")]


def table(pairs: Sequence[RunPair]) -> Figure:
    """Tabulate pairs of runs by their corresponding agents (elites of the same cell): mean score
    together, agreement and differing genes; the paper's values come first.
    """
    published = CorrespondingRow(
        *(paper.NAME, Estimate(paper.TOGETHER), paper.ALONE, None, paper.CORRESPONDING_GENES),
        *(None, paper.CORRESPONDING_AGREEMENT),
    )
    ours = [
        CorrespondingRow(
            *(f"{pair.run} and {pair.other}", pair.scores[Lineup.PAIR]),
            pair.scores[Lineup.ITSELF].value,
            pair.scores[Lineup.OTHER].value,
            pair.compared.differing,
            *(pair.compared.agreement(moment) for moment in Moment),
        )
        for pair in pairs
    ]
    return Figure(
        name="corresponding",
        title="Agents of the same cell in two runs",
        table=Rows(CorrespondingRow, [published, *ours]),
        games=sum(score.units for pair in pairs for score in pair.scores.values()),
        seed=pairs[0].compared.seed if pairs else "",
        command="manage.py corresponding RUN OTHER",
        note="Means over the cells that are valid in both runs; 95% intervals of other games with "
        "the same elites. The paper compares 8.07 together with 8.10, the mean of its three runs' "
        "self-play.",
    )
