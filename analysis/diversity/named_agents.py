"""Where the named agents lie on a run's map, and how each does with every elite of it.

The file `named.npz` beside the archive holds plain arrays (no pickles):

    addresses, versions  (m,)  of the agents that the core simulates quickly
    tallies   (m, tallies)  of their games with themselves, in the order of `names`
    own, own_squares  (m,)  points, as the run counts them, over `own_games` games with themselves
    points, squares   (m, n)  the same with each of the n valid elites, over `games` games: half of
              them with the agent on the first seat and copies of the elite on all others, half the
              other way round
    elites    a digest of the chromosomes, to tell an archive that has changed since
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.archives.grid import bins
from agents.archives.objective import points, squares
from agents.entry import Entry
from agents.profile import shipped_of
from analysis.diversity import elites, npz
from native import Rng, Rules
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, Results, play_blueprints
from native.play.measures import MEASURES, TALLIES
from native.play.results import Result
from native.play.sums import ratios

FILE = "named.npz"
GAMES, OWN_GAMES = 40, 2000
SEED = "named agents on a map"
TEXTS = ("addresses", "versions", "names")
NUMBERS = ("tallies", "own", "own_squares", "points", "squares")
"""A row an agent."""

Floats = npt.NDArray[np.float64]
Sums = npt.NDArray[np.int64]


@dataclass(frozen=True)
class NamedAgents:
    """Of a run, in the order of the menu; elites in cell order."""

    addresses: Sequence[str]
    versions: Sequence[str]
    names: Sequence[str]
    tallies: npt.NDArray[np.uint64]
    own: Sums
    own_squares: Sums
    own_games: int
    points: Sums
    squares: Sums
    games: int
    elites: str

    def only(self, agents: Sequence[int]) -> NamedAgents:
        """The same of these agents alone."""
        rows: dict[str, Any] = {name: getattr(self, name)[list(agents)] for name in NUMBERS}
        rows["addresses"] = [self.addresses[number] for number in agents]
        rows["versions"] = [self.versions[number] for number in agents]
        return replace(self, **rows)

    @property
    def mean(self) -> Floats:
        """(m, n): the mean score of each agent with each elite."""
        return self.points / self.games

    def measure(self, name: str) -> Floats:
        """(m,): of each with itself; not a number where it was not counted."""
        measure = MEASURES[name]
        if not {measure.above, measure.below} <= set(self.names):
            return np.full(len(self.addresses), np.nan)
        above, below = (
            self.tallies[:, list(self.names).index(tally)].astype(np.float64)
            for tally in (measure.above, measure.below)
        )
        return ratios(above / measure.unit, below)

    def places(self, archive: Archive) -> list[tuple[int, int]]:
        """The cell of each: the row and the column of its measures."""
        rows, columns = (
            bins(self.measure(name), side)
            for name, side in zip(archive.setting.measures, archive.setting.grid, strict=True)
        )
        return list(zip(rows.tolist(), columns.tolist(), strict=True))

    def sem_with_all(self, agent: int) -> float:
        """Standard error of an agent's mean with all elites, which are given and not drawn."""
        sums, square = (row[agent].astype(np.float64) for row in (self.points, self.squares))
        within = (square - sums**2 / self.games) / (self.games - 1)
        return sqrt(float(np.maximum(within, 0).sum()) / self.games) / len(sums)


def those_simulated(players: int) -> list[tuple[Entry, Blueprint]]:
    """The named agents that can play thousands of games: those in the core that do not search."""
    return [pair for pair in registry.in_core(Rules.standard(players)) if not pair[1].thinks]


def left_out(players: int) -> list[Entry]:
    """The others that play at such a table."""
    there = {entry.address for entry, _ in those_simulated(players)}
    playing = [entry for entry in registry.seatable() if players in entry.players]
    return [entry for entry in playing if entry.address not in there]


def slow_ones(players: int) -> list[tuple[Entry, Result]]:
    """Of these, those whose games with themselves come with the program."""
    known = ((entry, shipped_of(entry, players)) for entry in left_out(players))
    return [(entry, result) for entry, result in known if result]


def load(run: str) -> NamedAgents | None:
    """The run's table of the agents that still play as they did then; None if it was not made, or
    was made of other elites. Raises BadArchive."""
    path = runs.folder(run) / FILE
    if not path.is_file():
        return None
    table = npz.read(path, _built)
    archive = runs.load(run)
    now = {entry.address: entry.version for entry, _ in those_simulated(archive.setting.players)}
    told = zip(table.addresses, table.versions, strict=True)
    same = [number for number, (address, version) in enumerate(told) if now.get(address) == version]
    return table.only(same) if table.elites == elites.digest(archive) else None


def make(
    run: str,
    games: int = GAMES,
    own_games: int = OWN_GAMES,
    show: Callable[[str], object] = str,
    *,
    anew: bool = False,
) -> NamedAgents:
    """Play what the run's table lacks, or all of it anew, and keep it agent by agent: a function of
    the elites, the agents and the numbers of games, however often it was stopped. Raises BadRun for
    a run without valid elites, BadArchive."""
    archive = runs.load(run)
    if not archive.valid:
        raise BadRun(f"{run} has no valid elite yet.")
    named = those_simulated(archive.setting.players)
    rows = {} if anew else _kept(run, games, own_games)
    # The quickest first: a table that was stopped early has most of its rows.
    missing = [pair for pair in named if pair[0].address not in rows]
    partners = _partners(run, archive) if missing else []
    for entry, blueprint in sorted(missing, key=lambda pair: pair[0].seconds):
        show(entry.address)
        rows[entry.address] = _row(archive, entry, blueprint, partners, games, own_games)
        _save(run, named, rows)
    return _save(run, named, rows)


def _kept(run: str, games: int, own_games: int) -> dict[str, NamedAgents]:
    """The rows of the run's table that would come out again, by address."""
    try:
        table = load(run)
    except BadArchive:
        return {}
    if table is None or tuple(table.names) != tuple(TALLIES):
        return {}
    if (table.games, table.own_games) != (games, own_games):
        return {}
    return {address: table.only([row]) for row, address in enumerate(table.addresses)}


def _save(
    run: str, named: Sequence[tuple[Entry, Blueprint]], rows: dict[str, NamedAgents]
) -> NamedAgents:
    """Those that there are, in the order of the menu."""
    there = [rows[entry.address] for entry, _ in named if entry.address in rows]
    joined: dict[str, Any] = {
        name: np.concatenate([getattr(row, name) for row in there]) for name in NUMBERS
    }
    joined["addresses"] = [row.addresses[0] for row in there]
    joined["versions"] = [row.versions[0] for row in there]
    table = replace(there[0], **joined)
    npz.save(runs.folder(run) / FILE, vars(table))
    return table


def _partners(run: str, archive: Archive) -> list[Blueprint]:
    """The valid elites, in cell order."""
    places = [f"elite:{run}/{cell.row},{cell.column}" for cell in archive.valid]
    found = [registry.find(address).in_core(archive.setting.players) for address in places]
    return [elite for elite in found if elite]


def _row(
    archive: Archive,
    entry: Entry,
    blueprint: Blueprint,
    partners: Sequence[Blueprint],
    games: int,
    own_games: int,
) -> NamedAgents:
    """A table of one agent."""
    setting = archive.setting
    rules = Rules.standard(setting.players)
    alone = _play(rules, [blueprint], np.zeros((1, setting.players), np.int64), own_games)
    with_all = _with_all(rules, blueprint, partners, games)
    return NamedAgents(
        addresses=[entry.address],
        versions=[entry.version],
        names=TALLIES,
        tallies=np.column_stack([alone[name] for name in TALLIES]),
        own=points(alone, setting.scoring),
        own_squares=squares(alone, setting.scoring),
        own_games=own_games,
        points=_both(with_all, setting.scoring, points)[None],
        squares=_both(with_all, setting.scoring, squares)[None],
        games=games,
        elites=elites.digest(archive),
    )


def _with_all(
    rules: Rules, blueprint: Blueprint, partners: Sequence[Blueprint], games: int
) -> tuple[Results, Results]:
    """With every elite: the agent on the first seat, and an elite there."""
    count = len(partners)
    first = np.repeat(np.arange(1, count + 1)[:, None], rules.players, axis=1)
    second = np.zeros_like(first)
    first[:, 0], second[:, 0] = 0, np.arange(1, count + 1)
    everybody = [blueprint, *partners]
    half = games // 2
    return _play(rules, everybody, first, half), _play(rules, everybody, second, games - half, 1)


def _play(
    rules: Rules,
    everybody: Sequence[Blueprint],
    seats: npt.NDArray[np.int64],
    games: int,
    stream: int = 0,
) -> Results:
    """The same deals for all rows of seats; one row a call, so that a signal is heard."""
    matches = np.zeros(len(seats), MATCH)
    matches["stream"], matches["games"] = stream, games
    matches["lists"][:, : rules.players] = seats
    played = [play_blueprints(rules, everybody, match, Rng(SEED)) for match in matches[:, None]]
    return np.concatenate(played)


def _both(row: tuple[Results, Results], scoring: str, total: Any) -> Sums:
    sums: Sums = total(row[0], scoring) + total(row[1], scoring)
    return sums


def _built(file: Any) -> NamedAgents:
    facts: dict[str, Any] = {name: [str(text) for text in file[name]] for name in TEXTS}
    facts |= {name: file[name] for name in NUMBERS}
    facts |= {name: int(file[name]) for name in ("own_games", "games")}
    return NamedAgents(**facts, elites=str(file["elites"]))
