"""Figures of the named agents on a run's map, and their scores with its elites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from agents import registry
from agents.archives import Archive
from analysis.diversity.named_agents import NamedAgents, Sums
from analysis.diversity.named_matches import SEED
from analysis.figures import Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import map_figure
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

HOW = (
    "Each agent lies where its games with itself place it, and the colour is the score of the "
    "run's elite there."
)


class NamedRow(NamedTuple):
    """A named agent's place on the map and its scores with the elites."""

    on_the_map: int
    agent: str
    cell: str
    measures: Annotated[Sequence[float], Column(digits=3)]
    with_itself: float
    elite_of_the_cell: float | None
    with_that_elite: float | None
    with_all_elites: Estimate
    games: int
    best_with: str
    scores: float
    address: str


def named_map(archive: Archive, table: NamedAgents, score: Layer) -> Figure:
    """Plot all named agents on the map; the table has a summary of each one's pairwise scores."""
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
        seed=SEED,
        note=f"{HOW} {_range(table.games)} games with each elite, {_range(table.own_games)} with "
        "itself, the fewest by agents that think long; 95% intervals by Student's t, the elites "
        "being given.",
        traces=[*drawn.traces, agents],
        layout=drawn.layout,
        command=f"manage.py rebuild named:{archive.run}",
        height=640,
    )


def with_elites(archive: Archive, table: NamedAgents, address: str) -> Layer:
    """Return one agent's mean scores with each elite, as a layer of the map."""
    number = list(table.addresses).index(address)
    row, games = table.mean[number], int(table.games[number])
    values = {(cell.row, cell.column): float(row[i]) for i, cell in enumerate(archive.valid)}
    return Layer(
        name="with-elites",
        title=f"{registry.find(address).title} with each elite",
        values=values,
        note=f"Mean score over {games} games with each.",
        games=games * len(values),
        seed=SEED,
        command=f"manage.py rebuild named:{archive.run}",
    )


def _rows(archive: Archive, table: NamedAgents) -> list[NamedRow]:
    """Return the agents' rows, best mean with all elites first."""
    elites = {(cell.row, cell.column): i for i, cell in enumerate(archive.valid)}
    measures = [table.measure(name) for name in archive.setting.measures]
    rows: list[NamedRow] = []
    places = table.places(archive)
    for number in sorted(range(len(places)), key=lambda one: -float(table.mean[one].mean())):
        place, row = places[number], table.mean[number]
        here, games = elites.get(place), int(table.games[number]) * len(row)
        best = archive.valid[int(row.argmax())]
        rows.append(
            NamedRow(
                len(rows) + 1,
                registry.find(table.addresses[number]).title,
                f"{place[0]},{place[1]}",
                [float(measure[number]) for measure in measures],
                float(table.own_mean[number]),
                None if here is None else archive.valid[here].latest.objective,
                None if here is None else float(row[here]),
                Estimate(float(row.mean()), table.sem_with_all(number), games),
                *(games, f"{best.row},{best.column}", float(row.max()), table.addresses[number]),
            )
        )
    return rows


def _range(games: Sums) -> str:
    """Format a range of numbers: "4 to 40", or "40"."""
    return " to ".join(f"{number:,}" for number in sorted({int(games.min()), int(games.max())}))
