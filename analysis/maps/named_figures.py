"""Figures of the named agents on a run's map, and their scores with its elites."""

from __future__ import annotations

from django.urls import reverse

from agents import registry
from agents.archives import Archive
from analysis.diversity.named_agents import NamedAgents, Sums
from analysis.diversity.named_matches import SEED
from analysis.figures import Column, Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import cell_column, map_figure
from analysis.statistics import Estimate

HOW = (
    "Each agent lies where its games with itself place it, and the colour is the score of the "
    "run's elite there."
)


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
        "x": [row[3] for row in rows],
        "y": [row[2] for row in rows],
        "text": [str(place) for place in range(1, 1 + len(rows))],
        "hovertext": [row[0] for row in rows],
        "marker": {"size": 10, "color": "--accent", "line": {"width": 2, "color": "--ground"}},
        "hovertemplate": f"%{{hovertext}}<br>{first} %{{y:.3f}}"
        f"<br>{second} %{{x:.3f}}<extra></extra>",
    }
    return Figure(
        name=f"{archive.run}-named",
        title="Named agents on the map",
        columns=[
            *(Column("on the map"), Column("agent")),
            cell_column(archive),
            *(
                Column(first, 3),
                Column(second, 3),
                Column("with itself"),
                Column("elite of the cell"),
            ),
            *(Column("with that elite"), Column("with all elites"), Column("low"), Column("high")),
            Column("games"),
            *(
                Column("best with", address=f"{reverse('run', args=[archive.run])}{{}}/"),
                Column("scores"),
            ),
            Column("address"),
        ],
        rows=[(place, *row) for place, row in enumerate(rows, start=1)],
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


def _rows(archive: Archive, table: NamedAgents) -> list[tuple[str | float | None, ...]]:
    elites = {(cell.row, cell.column): i for i, cell in enumerate(archive.valid)}
    measures = [table.measure(name) for name in archive.setting.measures]
    rows: list[tuple[str | float | None, ...]] = []
    for number, place in enumerate(table.places(archive)):
        here, row = elites.get(place), table.mean[number]
        games = int(table.games[number]) * len(row)
        mean = Estimate(float(row.mean()), table.sem_with_all(number), games)
        best = archive.valid[int(row.argmax())]
        rows.append(
            (
                registry.find(table.addresses[number]).title,
                f"{place[0]},{place[1]}",
                *(float(measure[number]) for measure in measures),
                float(table.own_mean[number]),
                None if here is None else archive.valid[here].latest.objective,
                None if here is None else float(row[here]),
                *(mean.value, mean.low, mean.high, games),
                f"{best.row},{best.column}",
                float(row.max()),
                table.addresses[number],
            )
        )
    return sorted(rows, key=lambda one: -float(one[7] or 0))


def _range(games: Sums) -> str:
    """Format a range of numbers: "4 to 40", or "40"."""
    return " to ".join(f"{number:,}" for number in sorted({int(games.min()), int(games.max())}))
