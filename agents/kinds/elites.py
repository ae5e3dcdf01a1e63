"""The elites of archives as rule lists: ``elite:paper-1/9,16``."""

from __future__ import annotations

import re

from agents.archives import Archive, BadArchive, BadRun, Cell, runs
from agents.contract import AgentError
from agents.rulelists import Named

PLACE = re.compile(r"([^/]+)/(\d{1,3}),(\d{1,3})", re.ASCII)


def address_of(run: str, cell: Cell) -> str:
    return f"elite:{run}/{cell.row},{cell.column}"


def from_place(text: str) -> Named:
    """The elite of an ``elite:`` address as its archive is now. Raises AgentError in words."""
    match = PLACE.fullmatch(text)
    if not match:
        raise AgentError(
            "Write an elite as run, row and column, such as elite:paper-1/9,16, "
            f"not «elite:{text[:60]}»."
        )
    try:
        archive = runs.load(match[1])
    except (BadRun, BadArchive) as error:
        raise AgentError(str(error)) from None
    return _named(archive, int(match[2]), int(match[3]))


def _named(archive: Archive, row: int, column: int) -> Named:
    cell = archive.by_place.get((row, column))
    if cell is None:
        raise AgentError(f"Cell {row},{column} of the run «{archive.run}» is empty.")
    return Named(
        title=f"Elite {row},{column} of {archive.run}",
        idea=_idea(archive, cell),
        source=archive.source or "MAP-Elites, Canaan et al., CoG 2019",
        rules=cell.genes,
    )


def _idea(archive: Archive, cell: Cell) -> str:
    """«An evolved list: 20.2 points with itself, communicativeness 0.51, risk aversion 0.85.»"""
    values = zip(archive.setting.measures, cell.latest.measures, strict=True)
    known = [f"{name.replace('_', ' ')} {value:.2f}" for name, value in values if value is not None]
    told = ", ".join([f"{cell.latest.objective:.1f} points with itself", *known])
    return f"An evolved list: {told}."
