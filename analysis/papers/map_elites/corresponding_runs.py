"""Pairs of runs with a stored comparison of their corresponding agents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from agents.archives import runs
from analysis.diversity import corresponding
from analysis.diversity.corresponding import Corresponding, Seating
from analysis.figures import Cell, Column, Figure
from analysis.papers.map_elites import paper
from native.play.action_agreement import Moment


@dataclass(frozen=True)
class Pair:
    """Two runs and the comparison of their corresponding agents."""

    run: str
    other: str
    compared: Corresponding


def pairs_among(names: Iterable[str]) -> list[Pair]:
    """Return the compared pairs among these runs. Raises BadArchive if a stored comparison is
    damaged."""
    return _compared(combinations(names, 2))


def pairs_with(run: str) -> list[Pair]:
    """Return the compared pairs of this run with any other. Raises BadArchive if a stored
    comparison is damaged."""
    others = [name for name in runs.names() if name != run]
    return _compared([(run, name) for name in others] + [(name, run) for name in others])


def table(pairs: Sequence[Pair]) -> Figure:
    """Tabulate the pairs' scores together, agreement and gene differences, below the paper's."""
    rows: list[tuple[Cell, ...]] = [
        (
            paper.NAME, paper.TOGETHER, None, None, paper.ALONE, None, paper.CORRESPONDING_GENES,
            None, paper.CORRESPONDING_AGREEMENT,
        )
    ]  # fmt: skip
    for pair in pairs:
        together = pair.compared.score(Seating.PAIR)
        rows.append(
            (
                f"{pair.run} and {pair.other}",
                together.value,
                together.low,
                together.high,
                pair.compared.score(Seating.ITSELF).value,
                pair.compared.score(Seating.OTHER).value,
                pair.compared.differing,
                *(pair.compared.agreement(moment) for moment in Moment),
            )
        )
    return Figure(
        name="corresponding",
        title="Agents of the same cell in two runs",
        columns=[
            Column("runs"), Column("together"), Column("low"), Column("high"),
            Column("first with itself"), Column("second with itself"), Column("genes that differ"),
            Column("same action"), Column("same action, finished games"),
        ],
        rows=rows,
        games=sum(3 * pair.compared.games * len(pair.compared.places) for pair in pairs),
        seed=pairs[0].compared.seed if pairs else "",
        command="manage.py corresponding RUN OTHER",
        note="Means over the cells that are valid in both runs; 95% intervals of other games with "
        "the same elites. The paper compares 8.07 together with 8.10, the mean of its three runs' "
        "self-play.",
    )  # fmt: skip


def _compared(names: Iterable[tuple[str, str]]) -> list[Pair]:
    made = [(one, other, corresponding.load(one, other)) for one, other in names]
    return [Pair(one, other, compared) for one, other, compared in made if compared]
