"""The named agents on a run's map, and what each scores with its elites."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.urls import reverse

from agents import registry
from agents.archives import Archive
from agents.archives.grid import bins
from agents.entry import Entry
from analysis.diversity.named_agents import SEED, NamedAgents, slow_ones
from analysis.figures import Column, Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import cell_column, map_figure
from analysis.statistics import Estimate
from native.play.results import Result

HOW = (
    "Each agent lies where its games with itself place it, and the colour is the score of the "
    "run's elite there."
)


def named_map(archive: Archive, table: NamedAgents, score: Layer) -> Figure:
    """All agents on the map, and each one's pairwise row in the table."""
    drawn = map_figure(archive, score)
    first, second = (name.replace("_", " ") for name in archive.setting.measures)
    slow = [
        one for one in slow_ones(archive.setting.players) if one[0].address not in table.addresses
    ]
    rows = _rows(archive, table) + _slow_rows(archive, slow)
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
            *(
                Column("best with", address=f"{reverse('run', args=[archive.run])}{{}}/"),
                Column("scores"),
            ),
            Column("address"),
        ],
        rows=[(place, *row) for place, row in enumerate(rows, start=1)],
        games=len(table.addresses) * (table.own_games + table.games * table.points.shape[1])
        + sum(result.games for _, result in slow),
        seed=SEED,
        note=f"{HOW} {table.games} games with each elite, {table.own_games:,} with itself; 95% "
        "intervals by Student's t, the elites being given. Who has no score with elites thinks too "
        "long for so many games, and is placed by 50 to 200 with itself.",
        traces=[*drawn.traces, agents],
        layout=drawn.layout,
        command=f"manage.py named_agents {archive.run}",
        height=640,
    )


def with_elites(archive: Archive, table: NamedAgents, address: str) -> Layer:
    """One agent's row of the pairwise table, as a layer of the map."""
    row = table.mean[list(table.addresses).index(address)]
    values = {(cell.row, cell.column): float(row[i]) for i, cell in enumerate(archive.valid)}
    return Layer(
        name="with-elites",
        title=f"{registry.find(address).title} with each elite",
        values=values,
        note=f"Mean score over {table.games} games with each.",
        games=table.games * len(values),
        seed=SEED,
        command=f"manage.py named_agents {archive.run}",
    )


def _rows(archive: Archive, table: NamedAgents) -> list[tuple[str | float | None, ...]]:
    elites = {(cell.row, cell.column): i for i, cell in enumerate(archive.valid)}
    measures = [table.measure(name) for name in archive.setting.measures]
    rows: list[tuple[str | float | None, ...]] = []
    for number, place in enumerate(table.places(archive)):
        here, row = elites.get(place), table.mean[number]
        games = table.games * len(row)
        mean = Estimate(float(row.mean()), table.sem_with_all(number), games)
        best = archive.valid[int(row.argmax())]
        rows.append(
            (
                registry.find(table.addresses[number]).title,
                f"{place[0]},{place[1]}",
                *(float(measure[number]) for measure in measures),
                float(table.own[number] / table.own_games),
                None if here is None else archive.valid[here].latest.objective,
                None if here is None else float(row[here]),
                *(mean.value, mean.low, mean.high),
                f"{best.row},{best.column}",
                float(row.max()),
                table.addresses[number],
            )
        )
    return sorted(rows, key=lambda one: -float(one[7] or 0))


def _slow_rows(
    archive: Archive, slow: Sequence[tuple[Entry, Result]]
) -> list[tuple[str | float | None, ...]]:
    """Of those that only their games with themselves place."""
    rows: list[tuple[str | float | None, ...]] = []
    elites = {(cell.row, cell.column): cell for cell in archive.valid}
    for entry, result in slow:
        told = result.all_seats.measures
        measures = [told[name] for name in archive.setting.measures]
        row, column = (
            int(bins(np.array([measure], np.float64), side)[0])
            for measure, side in zip(measures, archive.setting.grid, strict=True)
        )
        here = elites.get((row, column))
        zero = archive.setting.scoring == "zero"
        rows.append(
            (
                entry.title,
                f"{row},{column}",
                *measures,
                result.mean_zero if zero else result.mean_stacks,
                here.latest.objective if here else None,
                *[None] * 6,
                entry.address,
            )
        )
    return rows
