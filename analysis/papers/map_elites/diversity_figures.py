"""The diversity of a run's elites: the paper's figures 1 to 4 beside ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from agents.archives import Archive, Setting
from analysis.charts import Points, means_along
from analysis.diversity import crossplay, elites
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import CrossPlay
from analysis.figures import Figure
from analysis.maps.layers import layer
from analysis.maps.map_figures import map_figure
from analysis.papers.map_elites import paper, run_tables
from analysis.papers.map_elites.replication import replications
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate
from analysis.tables import Cell, Rows
from native.play.matches import Moment

DISTANCE = "Manhattan distance of the cells"
BY_ELITES = (
    "95% intervals by the jackknife over elites, since pairs share them: how far leaving elites "
    "out moves the mean."
)
OTHER_GAME = (
    " The paper's are of 2 players, 105 rules that may fail and 20 x 20 cells; this run differs."
)
MAPS = {
    "score": "Fig. 1: each elite with itself",
    "pairwise": "Fig. 2: each elite with all of them",
    "chosen": "Fig. 3: of how many elites it is the best partner",
    "partner": "Each elite with its best partner",
}
MOMENTS = {
    Moment.AS_PLAYED: "as the player saw it",
    Moment.AT_THE_END: "as published: the finished game",
}


def figures(tables: Tables) -> list[Figure]:
    """Return all figures that the run's tables support. Raises BadArchive if a table is damaged."""
    drawn = [_replications(tables), *_maps(tables)]
    if tables.crossplay:
        drawn.append(_score_by_distance(tables.archive, tables.crossplay))
    if tables.agreement:
        drawn.append(_agreement_by_distance(tables.archive, tables.agreement))
    drawn.append(_genes_by_distance(tables.archive))
    compared = run_tables.pairs_with(tables.archive.run)
    return [*drawn, run_tables.table(compared)] if compared else drawn


class ByDistance(NamedTuple):
    """A row of the figures by distance: a mean over pairs of elites whose cells are that far apart
    on the map.
    """

    what: Sequence[str]
    """The series, if there are several."""
    distance: float
    mean: Estimate


class Claim(NamedTuple):
    """A row of the figure of claims: a number that the paper states beside the run's."""

    what: str
    numbers: Sequence[Cell]
    low: float | None
    high: float | None


def by_distance(name: str, title: str, series: Mapping[str, Points], axis: str) -> Figure:
    """Return a figure of means over pairs of elites by the Manhattan distance of their cells;
    `axis` is the title of the means.
    """
    traces, layout = means_along(series, DISTANCE, axis)
    layout["yaxis"]["rangemode"] = "nonnegative"
    return Figure(
        name=name,
        title=title,
        table=Rows(
            ByDistance,
            [
                ByDistance([what] if len(series) > 1 else [], far, e)
                for what, points in series.items()
                for far, e in points
            ],
            {"what": ["what"] if len(series) > 1 else []},
        ),
        games=0,
        traces=traces,
        layout=layout,
    )


def printed(values: Mapping[int, float]) -> Points:
    """Convert numbers that the paper prints, by distance, to points of a curve without
    intervals.
    """
    return [(far, Estimate(value)) for far, value in values.items()]


def score_points(table: CrossPlay) -> Points:
    """Return the mean score of pairs of elites, by the distance of their cells on the map."""
    return crossplay.score_by_distance(table)


def agreement_points(agreement: ActionAgreement, moment: Moment) -> Points:
    """Return the mean share of turns on which two elites make the same move, by the distance of
    their cells."""
    return crossplay.by_distance(agreement.places, agreement.shares(moment))


def genes_points(archive: Archive) -> Points:
    """Return the mean Hamming distance between chromosomes, by the distance of their cells; pairs
    of an elite with itself are excluded."""
    differing = crossplay.hamming(elites.genes(archive))
    points = crossplay.by_distance(elites.places(archive), differing)
    return [(far, estimate) for far, estimate in points if far]


def _replications(tables: Tables) -> Figure:
    games = sum(cell.latest.games for cell in tables.archive.valid)
    games += tables.crossplay.played if tables.crossplay else 0
    return Figure(
        name="claims",
        title="The paper's numbers and this run's",
        table=Rows(
            Claim,
            [
                Claim(c.what, (c.paper or None, c.value), c.low, c.high)
                for c in replications(tables)
            ],
            {"numbers": (paper.NAME, tables.archive.run)},
        ),
        games=games,
        note="Low and high end 95% intervals: of scores, what other games of the same elites "
        "would give; of genes and actions, by the jackknife over elites. Measured again: 1,000 "
        "fresh games of each elite, as in the paper. Stored: the games, mostly lucky, that an "
        f"elite holds its cell by.{'' if tables.archive.setting == Setting() else OTHER_GAME}",
    )


def _maps(tables: Tables) -> Iterator[Figure]:
    for name, title in MAPS.items():
        drawn = layer(name, tables.archive, tables.crossplay)
        if drawn:
            yield replace(map_figure(tables.archive, drawn), title=title, height=440)


def _score_by_distance(archive: Archive, table: CrossPlay) -> Figure:
    figure = by_distance(
        "distance",
        "Fig. 4: the score of a pair by the distance of its cells",
        {"": score_points(table)},
        "mean score",
    )
    return replace(
        figure,
        games=table.played,
        command=f"manage.py crossplay {archive.run}",
        note="The paper draws the same fall, without numbers. 95% intervals of other games with "
        "the same elites; those of other runs are on the page of published runs.",
    )


def _agreement_by_distance(archive: Archive, agreement: ActionAgreement) -> Figure:
    series = {words: agreement_points(agreement, moment) for moment, words in MOMENTS.items()}
    figure = by_distance(
        "agreement",
        "How often two elites do the same",
        {**series, paper.NAME: printed(paper.AGREEMENT)},
        "share of turns",
    )
    return replace(
        figure,
        games=agreement.games * len(agreement.places),
        seed=agreement.seed,
        command=f"manage.py action_agreement {archive.run}",
        note=f"All elites answer the {agreement.turns[Moment.AS_PLAYED]:,} turns of "
        f"{agreement.games} games of each with itself. The paper's program judged the "
        "finished game in place of each turn. At distance 0 an elite answers twice: rules that "
        "choose at random are asked again. " + BY_ELITES,
    )


def _genes_by_distance(archive: Archive) -> Figure:
    figure = by_distance(
        "genes",
        "How many genes differ",
        {archive.run: genes_points(archive), paper.NAME: printed(paper.GENES_DIFFERING)},
        "genes that differ",
    )
    return replace(figure, note=f"Hamming distance of the chromosomes. {BY_ELITES}")
