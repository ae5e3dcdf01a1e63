"""Results of Canaan et al. (2019) beside ours: figures of all our runs made with the paper's
settings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, NamedTuple

from analysis.charts import Points
from analysis.diversity.crossplay import score_by_distance
from analysis.figures import Figure
from analysis.maps.layers import Layer, Place, layer
from analysis.maps.map_figures import common_scale, map_figure, own_games
from analysis.papers.map_elites import own_sizes, paper, replication, run_tables
from analysis.papers.map_elites.diversity_figures import (
    MAPS,
    MOMENTS,
    agreement_points,
    by_distance,
    genes_points,
)
from analysis.papers.map_elites.own_sizes import RunRow, row_of
from analysis.papers.map_elites.replication import replications
from analysis.papers.map_elites.run_tables import RunPair, Tables
from analysis.statistics import Estimate, mean
from analysis.tables import Cell, Column, Rows
from native.play.matches import Moment

THEIRS = (
    "Their archive is the one that they published, of a later run of the same program, played "
    "again here."
)
BY_RUNS = "95% intervals by Student's t, with runs as the units."


def figures(
    runs: Sequence[Tables], compared: Sequence[RunPair], theirs: Tables | None
) -> list[Figure]:
    """Return the figures that set the results of Canaan et al. (2019) beside ours, in the order of
    the page.

    Args:
        runs: Our runs with the paper's settings, each with its stored tables.
        compared: Pairs of these runs, with the comparison of their agents of the same cell.
        theirs: The archive that the authors published, with its tables; None if it is absent.
    """
    return [
        _table_one(runs, theirs),
        _replications(runs, theirs),
        replication.figure(runs, theirs),
        run_tables.table(compared),
        *maps(runs, theirs),
        _distances(runs, theirs),
        _agreements(runs, theirs),
        _genes(runs, theirs),
    ]


class ClaimRow(NamedTuple):
    """A row of the figure of claims: a number of the paper beside that of the authors' archive and
    those of our runs.
    """

    what: str
    paper: Annotated[str | None, Column(paper.NAME)]
    public: Annotated[Cell, Column(paper.PUBLIC)]
    ours: Sequence[Cell]
    mean_of_runs: Estimate


def _table_one(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    rows = [
        RunRow(name, individuals, coverage, None, average, None, best, None)
        for name, individuals, coverage, average, best in paper.TABLE_I
    ]
    rows += [row_of(each.archive) for each in ([theirs] if theirs else []) + list(runs)]
    rows += own_sizes.stored()
    return Figure(
        name="table-1",
        title="Table I: the runs",
        table=Rows(RunRow, rows),
        games=_games(runs),
        note="Stored: the 100 games that an elite holds its cell by. Measured again: 1,000 fresh "
        "games of each elite, as in the paper, which played 20,000 with the best one of its first "
        "run: 20.33. The runs as long as the paper's second and third, with the seeds of ours, are "
        f"made by manage.py rebuild table-1. {THEIRS}",
    )


def _replications(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    public = {one.what: one.value for one in replications(theirs)} if theirs else {}
    listed = [replications(each) for each in runs]
    ours = [{one.what: one.value for one in each} for each in listed]
    rows: list[ClaimRow] = []
    for claim in listed[0] if listed else []:
        values = [each.get(claim.what) for each in ours]
        numbers = [value for value in values if isinstance(value, float)]
        over = mean(numbers) if len(numbers) == len(runs) > 1 else Estimate()
        rows.append(ClaimRow(claim.what, claim.paper or None, public.get(claim.what), values, over))
    return Figure(
        name="claims",
        title="Replication by claim",
        table=Rows(ClaimRow, rows, {"ours": [each.archive.run for each in runs]}),
        games=_games(runs) + _games_of_pairs(runs),
        note=f"{BY_RUNS} They are for the mean; one more run may lie outside. Where the paper has "
        f"no number, ours stands alone. {THEIRS}",
    )


def _distances(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    lines = [score_by_distance(each.crossplay) for each in runs if each.crossplay]
    series = {"our runs": _over_runs(lines)}
    if theirs and theirs.crossplay:
        series[paper.PUBLIC] = score_by_distance(theirs.crossplay)
    note = f"The paper draws the same fall, without numbers. {BY_RUNS}"
    return by_distance("distance", series, note, _games_of_pairs(runs), "manage.py crossplay RUN")


def _agreements(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    series = {
        words: _over_runs([agreement_points(t.agreement, moment) for t in runs if t.agreement])
        for moment, words in MOMENTS.items()
    }
    if theirs and theirs.agreement:
        as_published = agreement_points(theirs.agreement, Moment.AT_THE_END)
        series[f"{paper.PUBLIC}, the finished game"] = as_published
    return by_distance(
        "agreement",
        series,
        f"Means over the runs. {BY_RUNS} The paper's two numbers are those of finished games.",
        games=sum(t.agreement.games * len(t.agreement.places) for t in runs if t.agreement),
        command="manage.py action_agreement RUN",
    )


def _genes(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    series = {"our runs": _over_runs([genes_points(t.archive) for t in runs])}
    if theirs:
        series[paper.PUBLIC] = genes_points(theirs.archive)
    note = f"Hamming distance of the chromosomes, of 15. {BY_RUNS}"
    return by_distance("genes", series, note)


def _over_runs(lines: Sequence[Points]) -> Points:
    """Return the mean over runs at each distance that all of them have."""
    values = [{far: e.value for far, e in line} for line in lines]
    shared = sorted(set.intersection(*map(set, values))) if values else []
    return [
        (far, mean([value for line in values if (value := line[far]) is not None]))
        for far in shared
    ]


def _games_of_pairs(runs: Sequence[Tables]) -> int:
    return sum(t.crossplay.played for t in runs if t.crossplay)


def _games(runs: Sequence[Tables]) -> int:
    return sum(own_games(each.archive) for each in runs)


HEIGHT = 440
OURS = "mean of our runs"
MAP_INTERVALS = "The table has 95% intervals by Student's t, with runs as the units."


def maps(runs: Sequence[Tables], theirs: Tables | None) -> Iterator[Figure]:
    """Yield the maps of the archive's cells (figures 1 to 3 of the paper, and the score with the
    best partner), each from the authors' archive and as the mean of our runs, on one colour scale.

    `theirs` is the authors' archive; if it is None, only the maps of our `runs` are yielded. Only
    the first map has tables of all cells, to keep the page light.
    """
    for number, (name, title) in enumerate(MAPS.items()):
        ours = [now for each in runs if (now := layer(name, each.archive, each.crossplay))]
        public = layer(name, theirs.archive, theirs.crossplay) if theirs else None
        means = _map_means(ours)
        together = _together(ours, means)
        low, high = common_scale([together, *([public] if public else [])])
        if theirs and public:
            figure = map_figure(theirs.archive, public, low=low, high=high, short=number > 0)
            yield replace(figure, title=f"{title}, {paper.PUBLIC}", height=HEIGHT)
        if runs:
            figure = map_figure(
                runs[0].archive, together, low=low, high=high, means=means, short=number > 0
            )
            yield replace(
                figure,
                name=f"ours-{name}",
                title=f"{title}, {OURS}",
                games=together.games or _games(runs),
                seed="",
                note=f"{figure.note} {MAP_INTERVALS}",
                height=HEIGHT,
                address="",
            )


def _map_means(layers: Sequence[Layer]) -> dict[Place, Estimate]:
    """Return the mean of each cell over the runs that have an elite in it."""
    places = sorted({place for each in layers for place in each.values})
    return {place: mean([e.values[place] for e in layers if place in e.values]) for place in places}


def _together(layers: Sequence[Layer], means: dict[Place, Estimate]) -> Layer:
    """Return the means of the cells as a layer of the map."""
    values = {place: e.value for place, e in means.items() if e.value is not None}
    games = sum(each.games for each in layers)
    return replace(layers[0], values=values, digits=2, games=games, seed="", command="")
