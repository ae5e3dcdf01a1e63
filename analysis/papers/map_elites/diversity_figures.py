"""The diversity of a run's elites: figures 1 to 4 of Canaan et al. (2019) beside ours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from agents.archives import Archive, Setting, runs
from agents.matchups import store
from analysis.charts import Points, means_along
from analysis.diversity import crossplay, elites
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import Figure
from analysis.maps.layers import layer
from analysis.maps.map_figures import map_figure, own_games
from analysis.papers.map_elites import paper, run_tables
from analysis.papers.map_elites.replication import replications
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate
from analysis.tables import Cell, Rows, points_table
from native.play.matches import Moment

BY_DISTANCE: dict[str, tuple[str, str, dict[int, float]]] = {
    "distance": ("Fig. 4: the score of a pair by the distance of its cells", "mean score", {}),
    "agreement": ("How often two elites do the same", "share of turns", paper.AGREEMENT),
    "genes": ("How many genes differ", "genes that differ", paper.GENES_DIFFERING),
}
"""For each figure of means by distance, by name: its title, the title of its vertical axis, and
the means that the paper prints, by distance."""
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
    """Return the figures of one run, as far as its tables (such as cross-play) are stored. Raises
    BadArchive if a table is damaged.
    """
    drawn = [_replications(tables), *_maps(tables), *_by_distance(tables)]
    run = tables.archive.run
    others = [name for name in runs.names() if name != run]
    compared = run_tables.compared(
        [*((run, name) for name in others), *((name, run) for name in others)]
    )
    return [*drawn, run_tables.table(compared)] if compared else drawn


class Claim(NamedTuple):
    """A row of the figure of claims: a number that the paper states and our run's number, with the
    ends of the 95% interval of ours.
    """

    what: str
    numbers: Sequence[Cell]
    low: float | None
    high: float | None


def by_distance(
    name: str,
    series: Mapping[str, Points],
    note: str,
    games: int = 0,
    command: str = "",
    seed: str = "",
) -> Figure:
    """Return the figure called `name` in `BY_DISTANCE`: means over pairs of elites by the
    Manhattan distance of their cells, beside the numbers that the paper prints.

    `series` has the points of each line by its label. `note` is the text below the figure, `games`
    the number of games behind it (0 for none), `command` the shell command that reproduces the
    numbers, and `seed` the seed on which they depend.
    """
    title, axis, printed = BY_DISTANCE[name]
    if printed:
        series = {**series, paper.NAME: [(far, Estimate(value)) for far, value in printed.items()]}
    return Figure(
        name=name,
        title=title,
        table=points_table(series, *(["what"] if len(series) > 1 else []), "distance", "mean"),
        games=games,
        note=note,
        **means_along(
            series,
            "Manhattan distance of the cells",
            axis,
            upwards={"rangemode": "nonnegative"},
        ),
        command=command,
        seed=seed,
    )


def agreement_points(agreement: ActionAgreement, moment: Moment) -> Points:
    """Return pairs (distance, mean): the mean share of turns on which two elites make the same
    move, by the Manhattan distance of their cells.

    `moment` says in which position the elites are asked for their move: as it was on that turn
    (`AS_PLAYED`), or as at the end of the game (`AT_THE_END`).
    """
    return crossplay.by_distance(agreement.places, agreement.shares(moment))


def genes_points(archive: Archive) -> Points:
    """Return pairs (distance, mean): the mean Hamming distance of two elites' chromosomes, by the
    Manhattan distance of their cells. Pairs of an elite with itself are excluded.
    """
    differing = crossplay.hamming(elites.genes(archive))
    points = crossplay.by_distance(elites.places(archive), differing)
    return [(far, estimate) for far, estimate in points if far]


def _replications(tables: Tables) -> Figure:
    played = tables.crossplay.played if tables.crossplay else 0
    return Figure(
        name="claims",
        title="The paper's numbers and this run's",
        table=Rows(
            Claim,
            [
                Claim(c.what, (c.paper or None, c.value), c.low, c.high)
                for c in replications(tables)
            ],
            {"numbers": (paper.NAME, f"run {tables.archive.run}")},
        ),
        games=own_games(tables.archive) + played,
        note="Low and high end 95% intervals: of scores, what other games of the same elites "
        "would give; of genes and actions, by the jackknife over elites. Measured again: 1,000 "
        "fresh games of each elite, as in the paper. Stored: the games, mostly lucky, that an "
        f"elite holds its cell by.{_shared_deals(tables.crossplay)}"
        f"{'' if tables.archive.setting == Setting() else OTHER_GAME}",
    )


def _shared_deals(table: EliteCrossPlay | None) -> str:
    if table is None or (table.pairs.cells["apart"] == store.OWN).any():
        return ""
    return (
        f" All pairs of elites share their deals, {table.games.min():,} or more, so the interval "
        "of their mean is as wide as that of one pair."
    )


def _maps(tables: Tables) -> Iterator[Figure]:
    for name, title in MAPS.items():
        if drawn := layer(name, tables.archive, tables.crossplay):
            yield replace(map_figure(tables.archive, drawn), title=title, height=440)


def _by_distance(tables: Tables) -> Iterator[Figure]:
    run = tables.archive.run
    if table := tables.crossplay:
        yield by_distance(
            "distance",
            {"": crossplay.score_by_distance(table)},
            "The paper draws the same fall, without numbers. 95% intervals of other games with "
            "the same elites; those of other runs are on the page of published runs.",
            games=table.played,
            command=f"manage.py crossplay {run}",
        )
    if agreement := tables.agreement:
        yield by_distance(
            "agreement",
            {words: agreement_points(agreement, moment) for moment, words in MOMENTS.items()},
            f"All elites answer the {agreement.turns[Moment.AS_PLAYED]:,} turns of "
            f"{agreement.games} game{'' if agreement.games == 1 else 's'} of each with itself. "
            "The paper's program judged the finished game in place of each turn. At distance 0 an "
            f"elite answers twice: rules that choose at random are asked again. {BY_ELITES}",
            games=agreement.games * len(agreement.places),
            command=f"manage.py action_agreement {run}",
            seed=agreement.seed,
        )
    note = f"Hamming distance of the chromosomes. {BY_ELITES}"
    yield by_distance("genes", {run: genes_points(tables.archive)}, note)
