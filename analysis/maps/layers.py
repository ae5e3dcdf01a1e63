"""Layers of a map: one number per cell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from agents.archives import Archive
from agents.archives.archive import Cell
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.scorings import SAID

Place = tuple[int, int]
Values = Mapping[Place, float]


@dataclass(frozen=True)
class Layer:
    """One layer of an archive's map, such as the score: a number for each cell that has one.
    `digits` is the number of decimals shown.
    """

    name: str
    title: str
    values: Values
    digits: int = 2
    note: str = ""
    games: int = 0
    """The number of games that the numbers come from; 0 if these are the elites' self-play
    games."""
    seed: str = ""
    command: str = ""

    def at(self, place: Place) -> float | None:
        """Return the number of the cell `place`, a (row, column) pair; None if the cell
        has none.
        """
        return self.values.get(place)


NEEDS_CROSSPLAY = ("pairwise", "partner", "chosen")
TITLES = {
    "score": "Score",
    "pairwise": "Pairwise",
    "partner": "Best partner",
    "chosen": "Elites that do best with it",
    "spread": "Ups and downs",
    "bombs": "Strikeouts",
    "agreement": "Agreement",
}


def layer(
    name: str,
    archive: Archive,
    crossplay: EliteCrossPlay | None,
    to: Place | None = None,
    agreement: ActionAgreement | None = None,
) -> Layer | None:
    """Return the layer called `name`, a key of `TITLES` such as "score", of an archive's map; None
    if it needs cross-play games and `crossplay` is None, or lacks games of the pairs that it shows.

    The layer "agreement" compares each elite with the elite of the cell `to`, by default the cell
    with the best score: it shows how often both choose the same move if `agreement` is given,
    otherwise the share of their genes that are equal.
    """
    if name in NEEDS_CROSSPLAY:
        return _of_pairs(name, archive, crossplay) if crossplay else None
    if name == "agreement":
        return _agreement(archive, to, agreement)
    values = {
        (cell.row, cell.column): value
        for cell in archive.valid
        if (value := _OWN[name](cell)) is not None
    }
    return Layer(name, TITLES[name], values, 2, _note(name, archive))


def _struck(cell: Cell) -> float | None:
    """Return the share of games that ended by the last strike; None if unknown."""
    struck = (cell.latest.tally or {}).get("struck")
    return None if struck is None else struck / cell.latest.games


_OWN: dict[str, Callable[[Cell], float | None]] = {
    "score": lambda cell: cell.latest.objective,
    "spread": lambda cell: cell.latest.spread,
    "bombs": _struck,
}

NOTES = {
    "score": "Mean score ({scored}) of the elite with itself.",
    "spread": "Standard deviation of the score of one game with itself.",
    "bombs": "Share of the games with itself that end by the last strike.",
    "pairwise": "Mean score ({scored}) with every valid elite of the run, itself included.",
    "partner": "Mean score ({scored}) with the elite of the run that fits best, in games "
    "that did not choose it.",
    "chosen": "How many elites of the run it fits best.",
    "agreement": "Share of the genes that are the same, place by place. How often both do the "
    "same can be seen after manage.py action_agreement RUN.",
}


def _note(name: str, archive: Archive) -> str:
    return NOTES[name].format(scored=SAID[archive.setting.scoring])


def _of_pairs(name: str, archive: Archive, table: EliteCrossPlay) -> Layer | None:
    played = table.played
    if name == "partner":
        if table.fresh is None:
            return None
        numbers = table.fresh.mean[np.arange(len(table.places)), table.best_partners]
        played = table.fresh.played
    else:
        numbers = table.means_with_all if name == "pairwise" else table.times_best.astype(float)
    places = [(int(row), int(column)) for row, column in table.places]
    values = dict(zip(places, map(float, numbers), strict=True))
    return Layer(
        name,
        TITLES[name],
        values,
        0 if name == "chosen" else 2,
        _note(name, archive),
        games=played,
        command=f"manage.py crossplay {archive.run}",
    )


def _agreement(archive: Archive, to: Place | None, agreement: ActionAgreement | None) -> Layer:
    cells = archive.valid
    chosen = archive.by_place.get(to) if to else archive.top
    if chosen is None:
        return Layer("agreement", TITLES["agreement"], {}, 2, NOTES["agreement"])
    title = f"Agreement with cell {chosen.row},{chosen.column}"
    index = agreement.index(chosen.row, chosen.column) if agreement else None
    if agreement is None or index is None:
        shares = [np.mean(np.array(cell.genes) == np.array(chosen.genes)) for cell in cells]
        found = Layer("agreement", title, {}, note=NOTES["agreement"])
    else:
        shares = list(agreement.shares()[index])
        found = Layer(
            *("agreement", title, {}, 2, "Share of recorded turns in which both do the same."),
            games=agreement.games * len(agreement.places),
            seed=agreement.seed,
            command=f"manage.py action_agreement {archive.run}",
        )
    values = zip(cells, map(float, shares), strict=True)
    return replace(found, values={(cell.row, cell.column): share for cell, share in values})
