"""What was published, and what we find: figures of all runs made as in the paper, beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.archives.summary import summary
from analysis.charts import Points
from analysis.diversity import pairs, paper
from analysis.diversity.claims import Claim, claims
from analysis.diversity.figures import (
    MOMENTS,
    by_distance,
    genes_points,
    printed,
    score_points,
    similarity_points,
)
from analysis.diversity.pairs import Pair
from analysis.diversity.tables import Tables
from analysis.figures import Cell, Column, Figure
from analysis.statistics import Estimate, mean

BY_RUNS = "95 % intervals by Student's t, with runs as the units."


def figures(found: Sequence[Tables], compared: Sequence[Pair]) -> list[Figure]:
    return [
        _table_one(found),
        _claims(found),
        pairs.table(compared),
        _distances(found),
        _similarities(found),
        _genes(found),
    ]


def _table_one(found: Sequence[Tables]) -> Figure:
    rows: list[tuple[Cell, ...]] = [
        (name, individuals, coverage, None, average, None, best, None)
        for name, individuals, coverage, average, best in paper.TABLE_I
    ]
    for each in found:
        now, stored = summary(each.archive), summary(each.archive, stored=True)
        best = each.archive.best.remeasured.objective if each.archive.best else None
        rows.append(
            (
                each.archive.run,
                each.archive.individuals,
                now.coverage,
                stored.mean_valid,
                now.mean_valid,
                stored.max,
                now.max,
                best,
            )
        )
    return Figure(
        name="table-1",
        title="Table I: the runs",
        columns=[
            Column("run"), Column("individuals"), Column("valid cells"), Column("mean, stored"),
            Column("mean, measured again"), Column("best, stored"), Column("best, measured again"),
            Column("best, 20,000 games"),
        ],
        rows=rows,
        games=_games(found),
        note="Stored: the 100 games that an elite holds its cell by. Measured again: 1,000 fresh "
        "games of each elite, as in the paper, which played 20,000 with the best one of its first "
        "run: 20.33.",
    )  # fmt: skip


def _claims(found: Sequence[Tables]) -> Figure:
    listed = [claims(each) for each in found]
    rows: list[tuple[Cell, ...]] = []
    for claim in listed[0] if listed else []:
        same = [_named(claim.what, each) for each in listed]
        numbers = [c.value for c in same if c and isinstance(c.value, float)]
        over = mean(numbers) if len(numbers) == len(listed) > 1 else Estimate(None, None, 0)
        values = [c.value if c else None for c in same]
        rows.append((claim.what, claim.paper or None, *values, over.value, over.low, over.high))
    return Figure(
        name="claims",
        title="Claim by claim",
        columns=[
            Column("what"), Column(paper.NAME), *(Column(each.archive.run) for each in found),
            Column("mean of runs"), Column("low"), Column("high"),
        ],
        rows=rows,
        games=_games(found) + _games_of_pairs(found),
        note=f"{BY_RUNS} They say what another run would give. Where the paper has no number, ours "
        "stands alone.",
    )  # fmt: skip


def _named(what: str, listed: Sequence[Claim]) -> Claim | None:
    return next((claim for claim in listed if claim.what == what), None)


def _distances(found: Sequence[Tables]) -> Figure:
    series = {"our runs": _over_runs([score_points(t.crossplay) for t in found if t.crossplay])}
    figure = by_distance(
        "distance",
        "Fig. 4: the score of a pair by the distance of its cells",
        series,
        "mean score",
    )
    return replace(
        figure,
        games=_games_of_pairs(found),
        command="manage.py crossplay RUN",
        note=f"The paper draws the same fall, without numbers. {BY_RUNS}",
    )


def _similarities(found: Sequence[Tables]) -> Figure:
    series = {
        words: _over_runs([similarity_points(t.similarity, moment) for t in found if t.similarity])
        for moment, words in MOMENTS.items()
    }
    figure = by_distance(
        "similarity",
        "How often two elites do the same",
        {**series, paper.NAME: printed(paper.SIMILARITY)},
        "share of turns",
    )
    return replace(
        figure,
        games=sum(t.similarity.games * len(t.similarity.places) for t in found if t.similarity),
        command="manage.py similarity RUN",
        note=f"Means over the runs. {BY_RUNS} The paper's two numbers are those of finished games.",
    )


def _genes(found: Sequence[Tables]) -> Figure:
    series = {"our runs": _over_runs([genes_points(t.archive) for t in found])}
    figure = by_distance(
        "genes",
        "How many genes differ",
        {**series, paper.NAME: printed(paper.GENES_DIFFERING)},
        "genes that differ",
    )
    return replace(figure, note=f"Hamming distance of the chromosomes, of 15. {BY_RUNS}")


def _over_runs(lines: Sequence[Points]) -> Points:
    """The mean of several runs at each distance that all of them have."""
    values = [{far: e.value for far, e in line} for line in lines]
    shared = sorted(set.intersection(*map(set, values))) if values else []
    found = []
    for far in shared:
        known = [value for line in values if (value := line[far]) is not None]
        found.append((far, mean(known)))
    return found


def _games_of_pairs(found: Sequence[Tables]) -> int:
    return sum(t.crossplay.games * len(t.crossplay.points) for t in found if t.crossplay)


def _games(found: Sequence[Tables]) -> int:
    return sum(cell.latest.games for each in found for cell in each.archive.valid)
