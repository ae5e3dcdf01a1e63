"""Partners that suit a person's style, and the person's place on the map of an archive.

The map is a grid of cells over two measures of play, such as communicativeness and risk aversion;
each cell has an elite, the best agent found whose measures lie there.

Partners are the agents that do best with a stand-in: the fast named agent that agrees with most of
the person's moves, or the elite whose measures are nearest. Scores with a stand-in do not predict a
person's points, so only an order is shown, and a place is a range where the games leave it open:
the best of many means is partly luck.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents import registry
from agents.archives import Archive, BadArchive, Cell
from agents.archives.measuring import bins
from agents.entry import Entry
from agents.kinds.elites import address_of
from agents.matchups.core_games import play_in_core
from analysis.charts import intervals
from analysis.diversity import crossplay
from analysis.figures import Figure
from analysis.people.style import BY_GAME, PlayingStyle
from analysis.statistics import Estimate, mean, rank_text, ranks
from analysis.statistics.estimate import LEVEL
from analysis.statistics.student import critical
from analysis.tables import Column, Rows
from native import Rules

MARGIN = 0.02
"""How far the axes of the map extend beyond 0 and 1, so that markers on the edge are visible."""


@dataclass(frozen=True)
class MapPosition:
    """Where a person's measures lie on an archive's map: the `row` and `column` of the cell, the
    cell's own `elite` (None if it has none), and the `nearest` elite by the distance of its
    measures from the person's, among the elites that score above 0 (None if none does).
    """

    archive: Archive
    row: int
    column: int
    elite: Cell | None
    nearest: Cell | None

    @property
    def closest(self) -> Cell | None:
        """The elite that plays most like the person: that of the person's cell if it scores above
        0, otherwise that with the nearest measures; None if no elite scores above 0.
        """
        scores = self.elite is not None and self.elite.latest.objective > 0
        return self.elite if scores else self.nearest

    @property
    def closest_place(self) -> str:
        """The cell of `closest`, the elite that plays most like the person, as text such as "9,16"
        (row and column); "" if no elite scores above 0.
        """
        return f"{self.closest.row},{self.closest.column}" if self.closest else ""

    @property
    def address(self) -> str:
        """The agent address of `closest`, the elite that plays most like the person, such as
        `elite:paper-1/9,16`; "" if no elite scores above 0.
        """
        return address_of(self.archive.run, self.closest) if self.closest else ""


def map_position(playing: PlayingStyle, archive: Archive) -> MapPosition | None:
    """Return the position on an archive's map of a person with this playing style; None if one of
    the map's two measures is unknown for the person.
    """
    measured = [playing.measures[name].value for name in archive.setting.measures]
    if None in measured:
        return None
    values = np.array(measured, np.float64)
    row, column = (
        int(bins(np.array([value]), side)[0])
        for value, side in zip(values, archive.setting.grid, strict=True)
    )
    elite = archive.by_place.get((row, column))
    return MapPosition(archive, row, column, elite, _nearest(archive, values))


def _nearest(archive: Archive, values: np.typing.NDArray[np.float64]) -> Cell | None:
    """Return the elite with the nearest measures; the first of equally near ones."""

    def distance(cell: Cell) -> float:
        measures = np.array([np.nan if m is None else m for m in cell.latest.measures])
        return float(np.nan_to_num(np.linalg.norm(measures - values), nan=np.inf))

    scoring = [cell for cell in archive.cells if cell.latest.objective > 0]
    return min(scoring, key=distance, default=None)


class OnAxis(NamedTuple):
    """A row of the figure of a person's place on an archive's map: the `measure` of play along one
    of the map's two axes, such as risk aversion, and the person's `value` of it.
    """

    measure: str
    value: Annotated[Estimate, Column(digits=3)]


def on_the_map(playing: PlayingStyle, position: MapPosition, games: int) -> Figure:
    """Return the figure of a person among the elites of an archive, by the map's two measures,
    with a frame around the person's cell.

    `playing` is the person's style, `position` their place on the map, and `games` the number of
    their games, which the figure states.
    """
    archive = position.archive
    down, across = archive.setting.measures
    rows, columns = archive.setting.grid
    elites = [cell for cell in archive.cells if None not in cell.latest.measures]
    y, x = playing.measures[down], playing.measures[across]
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": "elites",
            "x": [cell.latest.measures[1] for cell in elites],
            "y": [cell.latest.measures[0] for cell in elites],
            "text": [f"{cell.row},{cell.column}" for cell in elites],
            "marker": {
                "symbol": "square",
                "size": 8,
                "color": [cell.latest.objective for cell in elites],
                "colorscale": "Cividis",
                "line": {"color": "--edge", "width": 1},
                "colorbar": {"title": {"text": "score"}, "thickness": 12},
            },
        },
        {
            "type": "scatter",
            "mode": "markers+text",
            "name": "this person",
            "cliponaxis": False,
            "x": [x.value],
            "y": [y.value],
            "text": ["here"],
            "textposition": "top center",
            "error_x": intervals([x]),
            "error_y": intervals([y]),
            "marker": {
                "symbol": "star",
                "size": 18,
                "color": "--cool",
                "line": {"color": "--text", "width": 1},
            },
        },
    ]
    names = [name.replace("_", " ") for name in (across, down)]
    return Figure(
        name="map",
        title=f"On the map of {archive.run}",
        table=Rows(OnAxis, [OnAxis(name, e) for name, e in zip(names, (x, y), strict=True)]),
        games=games,
        note=f"The squares are the elites of the archive, the star is this person, the frame "
        f"their cell {position.row},{position.column}. {BY_GAME}",
        traces=traces,
        layout={
            "xaxis": {"title": {"text": names[0]}, "range": [-MARGIN, 1 + MARGIN]},
            "yaxis": {"title": {"text": names[1]}, "range": [1 + MARGIN, -MARGIN]},
            "shapes": [
                {
                    "type": "rect",
                    "x0": position.column / columns,
                    "x1": (position.column + 1) / columns,
                    "y0": position.row / rows,
                    "y1": (position.row + 1) / rows,
                    "line": {"color": "--text", "width": 2},
                }
            ],
        },
        height=460,
    )


GAMES = 200
SEED = "cross-play"
SHOWN = 5
"""The number of an archive's elites to recommend."""


class RecommendedPartner(NamedTuple):
    """A row of the figure of recommended partners: a partner, with its rank among all agents that
    played with the person's stand-in (an agent that plays like the person), by mean score.
    """

    title: Annotated[str, Column("partner")]
    """The partner's title."""
    place: str
    """The partner's rank as text, or the range of ranks that the games leave open, such as
    "2–4"."""
    games: int
    like: Annotated[str, Column("with")]
    """The title of the person's stand-in."""
    address: str


def named_partners(alike: Sequence[Entry], players: int = 2) -> list[RecommendedPartner]:
    """Return the named agents that are rule lists, ranked by their scores with a stand-in for a
    person, at tables of `players`.

    `alike` are agents, the one that plays most like the person first; the stand-in is the first of
    them that decides quickly. Return an empty list if there is no such agent, or it does not play
    at tables of this size.
    """
    like = next((entry for entry in alike if not entry.thinks_long), None)
    return _with_each(like.address, players) if like and players in like.players else []


@lru_cache(maxsize=256)
def _with_each(address: str, players: int) -> list[RecommendedPartner]:
    """Return every rule agent ranked by its scores with the agent at this address."""
    agents = [entry for entry, _ in registry.rule_lists(players)]
    like = registry.find(address)
    scores = play_in_core(Rules.standard(players), agents, [like], GAMES, SEED).scores("stacks")
    played = zip(agents, scores[:, 0], strict=True)
    best_first = sorted(played, key=lambda one: -float(one[1].mean()))
    places = ranks(best_first, lambda one, other: mean(one[1] - other[1]))
    return [
        RecommendedPartner(agent.title, rank_text(place), GAMES, like.title, agent.address)
        for (agent, _), place in zip(best_first, places, strict=True)
    ]


def elite_partners(position: MapPosition) -> list[RecommendedPartner]:
    """Return the elites of an archive that score best, in the archive's cross-play, with the elite
    that plays most like the person at this position of the map (`position.closest`).

    Return an empty list if the archive has no complete cross-play table, or if `position.closest`
    is None.
    """
    archive, cell = position.archive, position.closest
    try:
        table = crossplay.load(archive.run)
    except BadArchive:
        return []
    index = table.index(cell.row, cell.column) if table and cell else None
    if table is None or cell is None or index is None or not table.complete:
        return []
    like = registry.find(address_of(archive.run, cell)).title
    return [
        RecommendedPartner(
            f"Elite {elite.row},{elite.column}",
            rank_text(_place(table, index, other)),
            int(table.pairs.games[index, other]),
            like,
            address_of(archive.run, elite),
        )
        for other in table.ranked_partners(index)[:SHOWN].tolist()
        if (elite := archive.valid[other])
    ]


def _place(table: crossplay.EliteCrossPlay, index: int, other: int) -> tuple[int, int]:
    """Return the partner's rank range among the elite's partners; the level is divided by their
    number (Bonferroni).
    """
    means, errors = table.mean[index], table.sem[index]
    count = len(means)
    freedom = 2 * (int(table.games.min()) - 1)
    far = critical(1 - (1 - LEVEL) / max(1, count - 1), freedom)
    gaps = (means - means[other]) / np.sqrt(np.maximum(errors**2 + errors[other] ** 2, 1e-12))
    return 1 + int((gaps > far).sum()), count - int((gaps < -far).sum())


def recommended(
    named: Sequence[RecommendedPartner], elites: Sequence[RecommendedPartner]
) -> Figure:
    """Return the table of a person's recommended partners: the named agents `named`, then
    `elites`.
    """
    everybody = [*named, *elites]
    return Figure(
        name="suited",
        title="Partners for this style",
        table=Rows(RecommendedPartner, everybody),
        games=sum(one.games for one in everybody),
        seed=SEED if named else "",
        note="An order, and no forecast of points: from tables of cross-play, the named agents "
        "with the one that makes most of the same moves, and the archive's best with the elite "
        "that plays most alike. A place is a range where the games at 5% over all that were tried "
        "(Bonferroni) leave it open.",
    )
