"""Figures of the named agents on a run's map, and their scores with its elites."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from agents import registry
from agents.archives import Archive
from agents.matchups.store import DEALS
from analysis.diversity import named_agents
from analysis.diversity.named_agents import NamedAgents
from analysis.figures import Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import map_figure
from analysis.statistics import Estimate
from analysis.tables import Column, Rows


class NamedRow(NamedTuple):
    """A row of the figure of named agents: an agent's place on the map and its scores with the
    elites.
    """

    on_the_map: int
    agent: str
    cell: str
    measures: Annotated[Sequence[float], Column(digits=3)]
    with_itself: float
    elite_of_the_cell: float | None
    with_that_elite: float | None
    with_all_elites: Estimate
    games: int
    best_with: str | None
    address: str


def named_map(archive: Archive, table: NamedAgents, score: Layer) -> Figure:
    """Return the figure of an archive's map with a marker for each named agent in `table`. Cells
    are coloured by the layer `score`; the figure's table sums up each agent's scores with the
    elites.
    """
    drawn = map_figure(archive, score)
    first, second = (name.replace("_", " ") for name in archive.setting.measures)
    rows = _rows(archive, table)
    agents = {
        "type": "scatter",
        "mode": "markers",
        "meta": "named",
        "cliponaxis": False,
        "x": [row.measures[1] for row in rows],
        "y": [row.measures[0] for row in rows],
        "text": [str(row.on_the_map) for row in rows],
        "hovertext": [row.agent for row in rows],
        "marker": {"size": 10, "color": "--accent", "line": {"width": 2, "color": "--ground"}},
        "hovertemplate": f"%{{hovertext}}<br>{first} %{{y:.3f}}"
        f"<br>{second} %{{x:.3f}}<extra></extra>",
    }
    return Figure(
        name=f"{archive.run}-named",
        title="Named agents on the map",
        table=Rows(NamedRow, rows, {"measures": (first, second)}),
        games=table.played,
        seed=DEALS,
        note="Each agent lies where its games with itself place it, and the colour is the score of "
        f"the run's elite there. {table.pairs.games.min()} to {table.pairs.games.max():,} games "
        "with each elite, the fewest by agents that think long. All elites share the deals, so 95% "
        "intervals are as wide as those of one elite; two deals are too few for one. Best with: "
        f"the highest mean of {named_agents.GAMES} games or more, so partly luck."
        f"{table.pairs.says}",
        traces=[*drawn.traces, agents],
        layout=drawn.layout,
        command=f"manage.py rebuild named:{archive.run}",
        height=640,
    )


def with_elites(archive: Archive, table: NamedAgents, address: str) -> Layer:
    """Return the mean scores of the named agent at `address` with each elite, as a layer of the
    archive's map. `table` has the scores of all named agents with the archive's elites.
    """
    number = list(table.addresses).index(address)
    row, games = table.pairs.mean(table.scoring)[number], table.pairs.games[number]
    values = {(cell.row, cell.column): float(row[i]) for i, cell in enumerate(archive.valid)}
    return Layer(
        name="with-elites",
        title=f"{registry.find(address).title} with each elite",
        values=values,
        note=f"Mean score over {games.min()} games or more with each.",
        games=int(games.sum()),
        seed=DEALS,
        command=f"manage.py rebuild named:{archive.run}",
    )


def _rows(archive: Archive, table: NamedAgents) -> list[NamedRow]:
    """Return the agents' rows, best mean with all elites first."""
    elites = {(cell.row, cell.column): i for i, cell in enumerate(archive.valid)}
    measures = [table.measure(name) for name in archive.setting.measures]
    rows: list[NamedRow] = []
    places, means = table.places(archive), table.pairs.mean(table.scoring)
    for number in sorted(range(len(places)), key=lambda one: -float(means[one].mean())):
        place, row, mean = places[number], means[number], table.with_all(number)
        here = elites.get(place)
        best = archive.valid[int(row.argmax())]
        enough = table.pairs.games[number].min() >= named_agents.GAMES
        rows.append(
            NamedRow(
                len(rows) + 1,
                registry.find(table.addresses[number]).title,
                f"{place[0]},{place[1]}",
                [float(measure[number]) for measure in measures],
                table.own_mean[number],
                None if here is None else archive.valid[here].latest.objective,
                None if here is None else float(row[here]),
                mean,
                *(mean.units, f"{best.row},{best.column}" if enough else None),
                table.addresses[number],
            )
        )
    return rows
