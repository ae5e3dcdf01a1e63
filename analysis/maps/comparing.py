"""What several runs of one grid have in common, and where they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from agents.archives import Archive
from agents.archives.summary import summary
from analysis.figures import Column, Figure
from analysis.maps.figures import map_figure
from analysis.maps.layers import Layer, Place

EVEN = "RdBu"
"""Blue for less and red for more, grey for the same."""


def comparison(archives: Sequence[Archive]) -> list[Figure]:
    """The runs in a table, every pair in another, and the difference of the first two as a map."""
    return [_summaries(archives), _pairs(archives), _difference(archives[0], archives[1])]


def _summaries(archives: Sequence[Archive]) -> Figure:
    found = [(archive, summary(archive)) for archive in archives]
    return Figure(
        name="summaries",
        title="Run by run",
        columns=[
            Column("run"), Column("variant"), Column("rules"), Column("games played"),
            Column("valid cells"), Column("in their own cells"), Column("mean over valid cells"),
            Column("best"), Column("QD-score", 0),
        ],
        rows=[
            (
                archive.run,
                archive.recipe.variant if archive.recipe else "imported",
                archive.setting.rules,
                archive.games,
                now.coverage,
                now.in_own_cell,
                now.mean_valid,
                now.max,
                now.qd_score,
            )
            for archive, now in found
        ],
        games=sum(cell.latest.games for archive in archives for cell in archive.valid),
        note="Re-measured scores. «In their own cells»: elites whose measures, measured again, lie "
        "in the cell that they hold.",
    )  # fmt: skip


def _pairs(archives: Sequence[Archive]) -> Figure:
    rows = []
    for one, other in combinations(archives, 2):
        both = _scores_of_both(one, other)
        gains = np.array([b - a for a, b in both.values()])
        rows.append(
            (
                f"{one.run} and {other.run}",
                len(both),
                float(gains.mean()) if len(gains) else None,
                int((gains > 0).sum()),
                _same_genes(one, other, both),
            )
        )
    return Figure(
        name="pairs",
        title="Cell by cell",
        columns=[
            Column("runs"), Column("cells of both"), Column("second scores more by, on average"),
            Column("second scores more in"), Column("genes that differ, of 15"),
        ],
        rows=rows,
        games=sum(cell.latest.games for archive in archives for cell in archive.valid),
        note="Over the cells that are valid in both runs.",
    )  # fmt: skip


def _difference(one: Archive, other: Archive) -> Figure:
    values = {place: b - a for place, (a, b) in _scores_of_both(one, other).items()}
    far = max((abs(value) for value in values.values()), default=1.0)
    title = f"{other.run} minus {one.run}"
    note = "Score of the second run less that of the first."
    layer = Layer("difference", title, values, 2, note)
    figure = map_figure(one, layer, low=-far, high=far, scale=EVEN)
    return replace(figure, name="difference", title=title)


def _scores_of_both(one: Archive, other: Archive) -> dict[Place, tuple[float, float]]:
    second = {(cell.row, cell.column): cell.latest.objective for cell in other.valid}
    return {
        (cell.row, cell.column): (cell.latest.objective, second[cell.row, cell.column])
        for cell in one.valid
        if (cell.row, cell.column) in second
    }


def _same_genes(
    one: Archive, other: Archive, places: dict[Place, tuple[float, float]]
) -> float | None:
    """Mean Hamming distance of the elites of the same cells."""
    if not places or one.setting.rules != other.setting.rules:
        return None
    differing = [
        sum(a != b for a, b in zip(one.by_place[p].genes, other.by_place[p].genes, strict=False))
        for p in places
    ]
    return float(np.mean(differing))
