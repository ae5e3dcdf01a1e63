"""Pairs of runs with a stored comparison of their corresponding agents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, NamedTuple

from agents.archives import runs
from analysis.diversity import corresponding
from analysis.diversity.corresponding import Corresponding, Seating
from analysis.figures import Figure
from analysis.papers.map_elites import paper
from analysis.statistics import Estimate
from analysis.tables import Column, Rows
from native.play.action_agreement import Moment


@dataclass(frozen=True)
class Pair:
    """Two runs and the comparison of their corresponding agents."""

    run: str
    other: str
    compared: Corresponding
    scores: Mapping[Seating, Estimate]


def pairs_among(names: Iterable[str]) -> list[Pair]:
    """Return the compared pairs among these runs. Raises BadArchive if a stored comparison is
    damaged."""
    return _compared(combinations(names, 2))


def pairs_with(run: str) -> list[Pair]:
    """Return the compared pairs of this run with any other. Raises BadArchive if a stored
    comparison is damaged."""
    others = [name for name in runs.names() if name != run]
    return _compared([(run, name) for name in others] + [(name, run) for name in others])


class CorrespondingRow(NamedTuple):
    """Two runs, compared over the agents of the same cells."""

    runs: str
    together: Estimate
    first_with_itself: float | None
    second_with_itself: float | None
    genes_that_differ: float | None
    same_action: float | None
    finished: Annotated[float | None, Column("same action, finished games")]


def table(pairs: Sequence[Pair]) -> Figure:
    """Tabulate the pairs' scores together, agreement and gene differences, below the paper's."""
    published = CorrespondingRow(
        *(paper.NAME, Estimate(paper.TOGETHER), paper.ALONE, None, paper.CORRESPONDING_GENES),
        *(None, paper.CORRESPONDING_AGREEMENT),
    )
    ours = [
        CorrespondingRow(
            *(f"{pair.run} and {pair.other}", pair.scores[Seating.PAIR]),
            pair.scores[Seating.ITSELF].value,
            pair.scores[Seating.OTHER].value,
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


def _compared(names: Iterable[tuple[str, str]]) -> list[Pair]:
    return [
        Pair(one, other, compared, scores)
        for one, other in names
        if (compared := corresponding.load(one, other))
        and (scores := corresponding.scores(one, other))
    ]
