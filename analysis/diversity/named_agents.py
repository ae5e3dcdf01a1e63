"""Where the named agents lie on a run's map, and their scores with every elite of it.

The file `named.npz` beside the archive holds plain arrays (no pickles):

    addresses, versions  (m,)
    tallies   (m, tallies)  of self-play games, in the order of `names`
    own, own_squares, own_games  (m,)  sums of scores and squared scores, and number, of self-play
              games, under the run's scoring
    points, squares   (m, n)  sums of scores and squared scores with each of the n valid elites
    games     (m,)  with each elite: half of them with the agent on the first seat and copies of the
              elite on all others, half the other way round
    elites    a digest of the chromosomes, to detect a changed archive
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.archives.measuring import bins
from agents.entry import Entry
from analysis.diversity import elites, npz
from native import Rules
from native.play.measures import MEASURES, TALLIES, ratios

FILE = "named.npz"
TEXTS = ("addresses", "versions", "names")
NUMBERS = ("tallies", "own", "own_squares", "own_games", "points", "squares", "games")
"""Arrays with one row per agent."""

Floats = npt.NDArray[np.float64]
Sums = npt.NDArray[np.int64]


@dataclass(frozen=True)
class NamedAgents:
    """The table of a run: agents in the order of the menu, elites in cell order."""

    addresses: Sequence[str]
    versions: Sequence[str]
    names: Sequence[str]
    tallies: npt.NDArray[np.uint64]
    own: Sums
    own_squares: Sums
    own_games: Sums
    points: Sums
    squares: Sums
    games: Sums
    elites: str

    def only(self, agents: Sequence[int]) -> NamedAgents:
        """Return a copy restricted to the agents with these indices."""
        rows: dict[str, Any] = {name: getattr(self, name)[list(agents)] for name in NUMBERS}
        rows["addresses"] = [self.addresses[number] for number in agents]
        rows["versions"] = [self.versions[number] for number in agents]
        return replace(self, **rows)

    @property
    def mean(self) -> Floats:
        """(m, n): the mean score of each agent with each elite."""
        return self.points / self.games[:, None]

    @property
    def own_mean(self) -> Floats:
        """(m,): each agent's mean score in self-play."""
        return self.own / self.own_games

    def measure(self, name: str) -> Floats:
        """(m,): the measure of each agent in self-play; NaN if it was not counted."""
        measure = MEASURES[name]
        if not {measure.above, measure.below} <= set(self.names):
            return np.full(len(self.addresses), np.nan)
        above, below = (
            self.tallies[:, list(self.names).index(tally)].astype(np.float64)
            for tally in (measure.above, measure.below)
        )
        return ratios(above / measure.unit, below)

    def places(self, archive: Archive) -> list[tuple[int, int]]:
        """Return the cell, row and column, of each agent's measures."""
        rows, columns = (
            bins(self.measure(name), side)
            for name, side in zip(archive.setting.measures, archive.setting.grid, strict=True)
        )
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def sem_with_all(self, agent: int) -> float:
        """Return the standard error of an agent's mean with all elites, with the elites as
        given."""
        sums, square = (row[agent].astype(np.float64) for row in (self.points, self.squares))
        games = int(self.games[agent])
        within = (square - sums**2 / games) / (games - 1)
        return sqrt(float(np.maximum(within, 0).sum()) / games) / len(sums)

    @property
    def played(self) -> int:
        """The number of all games in the table."""
        return int((self.own_games + self.games * self.points.shape[1]).sum())


def playing(players: int) -> list[Entry]:
    """Return the named agents that play at tables of this size, in the order of the menu."""
    rules = Rules.standard(players)
    return [entry for entry in registry.seatable() if entry.plays_at(rules)]


def load(run: str) -> NamedAgents | None:
    """Load the run's table, without agents whose version has changed; None if there is no table or
    the archive has changed since. Raises BadArchive if the file is damaged."""
    path = runs.folder(run) / FILE
    if not path.is_file():
        return None
    table = npz.read(path, _built)
    archive = runs.load(run)
    now = {entry.address: entry.version for entry in playing(archive.setting.players)}
    told = zip(table.addresses, table.versions, strict=True)
    same = [number for number, (address, version) in enumerate(told) if now.get(address) == version]
    return table.only(same) if table.elites == elites.digest(archive) else None


Play = Callable[[Archive, Entry, NamedAgents | None], Iterable[NamedAgents]]
"""Plays one agent's games: given its stored row, if any, yields the row as it grows, to be saved
each time."""


def make(run: str, play: Play, *, anew: bool = False) -> NamedAgents:
    """Play what the run's table lacks, or everything if `anew`, saving row by row. The result
    depends only on the elites and on `play`, not on interruptions.

    Raises BadRun for a run without valid elites, BadArchive if the archive is damaged.
    """
    archive = runs.load(run)
    if not archive.valid:
        raise BadRun(f"{run} has no valid elite yet.")
    named = playing(archive.setting.players)
    rows = {} if anew else _kept(run)
    # Fastest agents first: an interrupted table then has most of its rows.
    for entry in sorted(named, key=lambda one: one.seconds):
        for row in play(archive, entry, rows.get(entry.address)):
            rows[entry.address] = row
            npz.save(runs.folder(run) / FILE, vars(_joined(named, rows)))
    return _joined(named, rows)


def _kept(run: str) -> dict[str, NamedAgents]:
    """Return the rows of the stored table that are still valid, by address."""
    try:
        table = load(run)
    except BadArchive:
        return {}
    if table is None:
        return {}
    return {address: table.only([row]) for row, address in enumerate(table.addresses)}


def _joined(named: Sequence[Entry], rows: Mapping[str, NamedAgents]) -> NamedAgents:
    """Concatenate the rows, in the order of the menu."""
    there = _counted_alike([rows[entry.address] for entry in named if entry.address in rows])
    joined: dict[str, Any] = {
        name: np.concatenate([getattr(row, name) for row in there]) for name in NUMBERS
    }
    joined["addresses"] = [row.addresses[0] for row in there]
    joined["versions"] = [row.versions[0] for row in there]
    return replace(there[0], **joined)


def _counted_alike(rows: Sequence[NamedAgents]) -> list[NamedAgents]:
    """Restrict the rows to the tallies that all of them have: older rows lack newer tallies."""
    names = [name for name in TALLIES if all(name in row.names for row in rows)]
    columns = [[list(row.names).index(name) for name in names] for row in rows]
    return [
        replace(row, names=names, tallies=row.tallies[:, taken])
        for row, taken in zip(rows, columns, strict=True)
    ]


def _built(file: Mapping[str, Any]) -> NamedAgents:
    facts: dict[str, Any] = {name: [str(text) for text in file[name]] for name in TEXTS}
    facts |= {name: file[name] for name in NUMBERS}
    for name in ("own_games", "games"):
        # Older tables have one number of games for all agents.
        facts[name] = np.broadcast_to(facts[name], len(facts["addresses"]))
    return NamedAgents(**facts, elites=str(file["elites"]))
