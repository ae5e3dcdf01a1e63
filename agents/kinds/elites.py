"""The elites of archives as rule lists: ``elite:paper-1/9,16`` is the one in cell 9,16 of the
archive of the run `paper-1`.

An elite plays in the mode of its archive. In a faithful archive, which reproduces a published
program, it gives the game up where that program would crash. The `genes:` agent with the same
rules would instead try its next rule and, after the last one, make a random legal move.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from agents.archives import Archive, BadArchive, BadRun, Cell, runs
from agents.archives.setting import MODES
from agents.contract import AgentError
from agents.entry import Entry, Link
from agents.kinds.rule_agent import entry_of, version_of
from agents.rulelists import Named
from native.rulebase import Mode

PREFIX = "elite:"
NAMED: tuple[str, ...] = ()
EXAMPLE = "elite:paper-1/9,16"

PLACE = re.compile(r"([^/]+)/(\d{1,3}),(\d{1,3})", re.ASCII)


def address_of(run: str, cell: Cell) -> str:
    """Return the address of the agent in a cell of a run's archive, such as
    `elite:paper-1/9,16`.
    """
    return f"{PREFIX}{run}/{cell.row},{cell.column}"


def run_of(address: str) -> str:
    """Return the name of the run in an elite's address, `paper-1` for `elite:paper-1/9,16`; empty
    for the address of any other agent.
    """
    return address.removeprefix(PREFIX).partition("/")[0] if address.startswith(PREFIX) else ""


def versions(run: str) -> Mapping[str, str]:
    """Return the version text of each valid elite (one that scores above 0) in a run's archive, by
    its address, ordered by cell.

    Raise BadRun or BadArchive if the archive is missing or invalid.
    """
    return _versions(run, runs.changed(run))


@lru_cache(maxsize=16)
def _versions(run: str, _changed: int) -> Mapping[str, str]:
    archive = runs.load(run)
    return {
        address_of(run, cell): version_of(_named(archive, cell.row, cell.column))
        for cell in archive.valid
    }


def entry(address: str) -> Entry:
    """Return the registry entry of the agent at an address such as `elite:paper-1/9,16`: the elite
    that the archive has in that cell now.

    Raise AgentError if the address is malformed, the run is missing or the cell is empty.
    """
    # Not cached: another elite may take the cell while its run continues.
    match = PLACE.fullmatch(address.removeprefix(PREFIX))
    if not match:
        raise AgentError(
            f"Write an elite as run, row and column, such as {EXAMPLE}, not “{address[:66]}”."
        )
    run, row, column = match.groups()
    try:
        archive = runs.load(run)
    except (BadRun, BadArchive) as error:
        raise AgentError(str(error)) from None
    named = _named(archive, int(row), int(column))
    return entry_of(
        address, named, (Link("Its place on the map", "cell", (run, f"{row},{column}")),)
    )


def _named(archive: Archive, row: int, column: int) -> Named:
    cell = archive.by_place.get((row, column))
    if cell is None:
        raise AgentError(f"Cell {row},{column} of the run {archive.run} is empty.")
    return Named(
        title=f"Elite {row},{column} of {archive.run}",
        idea=_idea(archive, cell),
        source=archive.source or "MAP-Elites, Canaan et al., CoG 2019",
        rules=cell.genes,
        mode=MODES[archive.setting.mode],
    )


def _idea(archive: Archive, cell: Cell) -> str:
    """Return a summary of the agent in an archive's cell, with its score and a measure."""
    values = zip(archive.setting.measures, cell.latest.measures, strict=True)
    known = [f"{name.replace('_', ' ')} {value:.2f}" for name, value in values if value is not None]
    figures = ", ".join([f"{cell.latest.objective:.1f} points with itself", *known])
    faithful = MODES[archive.setting.mode] is Mode.FAITHFUL
    ends = " Where its rules know no move it gives the game up." if faithful else ""
    return f"An evolved list: {figures}.{ends}"
