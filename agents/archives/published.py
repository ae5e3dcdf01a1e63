"""The archives that Canaan et al. published (github.com/rocanaan/Hanabi-Map-Elites), as tables."""

from __future__ import annotations

from collections.abc import Callable

from agents.archives.archive import Cell, Measurement
from agents.archives.errors import BadArchive
from agents.archives.rows import Row, rows
from agents.archives.setting import Setting

SOURCE = "rocanaan/Hanabi-Map-Elites"

Contents = tuple[Setting, tuple[Cell, ...]]


def risk_aversion(text: str) -> Contents:
    """The archive of 2019: communicativeness by risk aversion, measured over 1000 games each."""

    def stored(row: Row) -> Measurement:
        score, spread = row.number("remeasured_score_1000g") or 0.0, row.number("sd")
        return Measurement(1000, score, spread, (row.number("comm"), row.number("risk")))

    return Setting(), _cells(rows(text), "risk_bin", stored)


def information_per_play(text: str, population: str) -> Contents:
    """One of the six archives of 2020: communicativeness by information per play, over 50 games
    each for two players and not measured for more.

    Raises BadArchive for a population that the table does not have.
    """

    def stored(row: Row) -> Measurement:
        score = row.number("selfplay_50g_theirs")
        return Measurement(50 if score else 0, score or 0.0, None, (None, None))

    table = rows(text)
    wanted = [row for row in table if row.values["pop"] == population]
    if not wanted:
        known = ", ".join(dict.fromkeys(row.values["pop"] for row in table))
        raise BadArchive(f"Name one of the populations {known}, not “{population[:40]}”.")
    setting = Setting(
        players=wanted[0].whole("players"), measures=("communicativeness", "information_per_play")
    )
    return setting, _cells(wanted, "ipp_bin", stored)


def _cells(table: list[Row], column: str, stored: Callable[[Row], Measurement]) -> tuple[Cell, ...]:
    """The valid cells; of an empty one the tables have fifteen zeros."""
    return tuple(
        Cell(row.whole("comm_bin"), row.whole(column), row.genes("g"), stored(row))
        for row in table
        if row.whole("valid")
    )
