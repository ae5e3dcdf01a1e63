"""The store of pairs: the scores of any two agents together, the same for every page and notebook.

All pairs play the same deals. The addresses of a pair determine the file that stores its games:

    named.npz in this folder  agents that are no run's elites with each other, at tables of two;
                              named-3p.npz at tables of three, and so on
    named.npz of a run        these agents with the run's elites, at tables of the run's size
    crossplay.npz of a run    its elites with each other
    crossplay-OTHER.npz       elites of the run OTHER with those of the run: the one made here if
                              the other comes with the program, else the one whose name sorts last

Games with the deals of another seed than DEALS are in files whose names end with @ and the seed.

With more than two players one agent has one seat and copies of the other have the rest, half the
games either way. A file holds plain arrays (no pickles):

    rows, row_versions        (n,) addresses and versions of agents
    columns, column_versions  (m,) addresses and versions of their partners
    games, stacks, stacks_squares, zero, zero_squares
                              (n, m) games, and sums of scores and of squared scores under both
                              scorings, -1 if unknown. Where rows and columns are the same agents,
                              only cells (i, k) with i <= k are filled.
    apart                     (n, m) 0 for a pair that played the deals of DEALS, 1 for one with
                              deals of its own, 2 for other deals, which an earlier version dealt

Files of earlier versions are read if their elites are those of the archive.

`missing` lists the pairs that a page shows and the store lacks; `make_missing` plays them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from agents import registry
from agents.archives import npz, runs
from agents.entry import Entry
from agents.kinds import elites
from agents.matchups.core_games import PlayedGames, play_pairs
from agents.matchups.python_games import GamesSetting, play_python_pairs
from agents.runs.storage import read_once
from native import Rules
from native.play.measures import ratios, sample_variance

DEALS = "families"
"""Seed of the deals, seats and random choices of every pair's games."""
NAMED = Path(__file__).with_name("named.npz")
FIELDS = ("games", "stacks", "stacks_squares", "zero", "zero_squares", "apart")
PAIR = np.dtype([(name, np.int32) for name in FIELDS])
UNKNOWN = -1
OWN, EARLIER = 1, 2
"""Values of the stored field `apart` for pairs that did not play the deals of DEALS: they had
deals of their own, or those of an earlier version."""
EARLIER_SAYS = " Some pairs have the deals of an earlier version."

Cells = npt.NDArray[np.void]
"""Array of dtype PAIR: for each pair of agents, its number of games and the sums of its scores."""
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Versions = Mapping[str, str]
"""Mapping of agents' addresses to the versions of their behaviour; the order matters."""


@dataclass(frozen=True)
class Matchups:
    """The stored games of n agents with m partners."""

    agents: tuple[str, ...]
    partners: tuple[str, ...]
    cells: Cells
    """Games and sums of scores of each pair, shape (n, m); 0 games for a pair that has not been
    played."""

    @property
    def games(self) -> Numbers:
        """The number of games of each pair, shape (n, m)."""
        return self.cells["games"].astype(np.int64)

    @property
    def says(self) -> str:
        """A note for pages if some pairs did not play the same deals as the rest; else empty."""
        return EARLIER_SAYS if self.cells["apart"].any() else ""

    def mean(self, scoring: str) -> Floats:
        """Return the mean score of each pair, shape (n, m); NaN if it is unknown.

        `scoring` is `stacks` (cards played) or `zero` (0 for a game lost by strikes).
        """
        sums = self.cells[scoring]
        return ratios(np.where(sums == UNKNOWN, np.nan, sums), self.cells["games"])

    def sem(self, scoring: str) -> Floats:
        """Return the standard error of each pair's mean score, shape (n, m); NaN with fewer than
        two games or if the score is unknown.

        `scoring` is `stacks` (cards played) or `zero` (0 for a game lost by strikes).
        """
        sums, squares = self.cells[scoring], self.cells[f"{scoring}_squares"]
        variance = sample_variance(self.games, sums.astype(np.int64), squares.astype(np.int64))
        errors = np.sqrt(variance / np.maximum(1, self.games))
        return np.where(np.isnan(self.mean(scoring)), np.nan, errors)

    def lacking(self, games: int | Numbers, *scorings: str) -> npt.NDArray[np.bool_]:
        """Return, as booleans of shape (n, m), whether each pair has fewer than `games` games (one
        number, or an array by pair), or an unknown score under one of `scorings`, such as `zero`.
        """
        unknown = [self.cells[scoring] == UNKNOWN for scoring in scorings]
        lacking: npt.NDArray[np.bool_] = np.logical_or.reduce([self.games < games, *unknown])
        return lacking


class _Sheet(NamedTuple):
    """The contents of a file; symmetric if its rows and columns are the same agents."""

    rows: Versions
    columns: Versions
    cells: Cells

    def only(self, agents: Versions, partners: Versions) -> Cells:
        """Return the cells of these agents, with 0 games for other versions."""
        padded = np.zeros((len(self.rows) + 1, len(self.columns) + 1), PAIR)
        padded[:-1, :-1] = self.cells
        return padded[np.ix_(_places(self.rows, agents), _places(self.columns, partners))]

    def turned(self) -> _Sheet:
        return _Sheet(self.columns, self.rows, self.cells.T)

    def plus(self, agents: Versions, partners: Versions, cells: Cells, *, same: bool) -> _Sheet:
        """Return the sheet with the pairs that have games in `cells`."""
        rows, columns = {**self.rows, **agents}, {**self.columns, **partners}
        if same:
            rows = columns = {**rows, **partners}
        grown = self.only(rows, columns)
        played = cells["games"] > 0
        down, across = np.ix_(_places(rows, agents), _places(columns, partners))
        grown[down, across] = np.where(played, cells, grown[down, across])
        if same:
            grown.T[down, across] = np.where(played, cells, grown.T[down, across])
        return _Sheet(rows, columns, grown)


EMPTY = _Sheet({}, {}, np.zeros((0, 0), PAIR))


def versions_of(entries: Sequence[Entry]) -> Versions:
    """Return the versions of agents by their addresses, in the order of `entries`."""
    return {entry.address: entry.version for entry in entries}


def read(agents: Versions, partners: Versions, players: int = 2, deals: str = DEALS) -> Matchups:
    """Return the stored games of n `agents` with m `partners`, each a mapping of address to
    version; a pair without stored games in these versions has 0 games.

    `players` is the table size, `deals` the seed of the deals. Raises BadArchive if a file is
    damaged.
    """
    cells = np.zeros((len(agents), len(partners)), PAIR)
    for (one, rows), (other, columns) in product(_groups(agents), _groups(partners)):
        first, second = sorted((one, other))
        file = _file(first, second, players, deals)
        sheet = _stored(file, second) if file else EMPTY
        sheet = sheet.turned() if one > other else sheet
        cells[np.ix_(rows, columns)] = sheet.only(_of(agents, rows), _of(partners, columns))
    return Matchups(tuple(agents), tuple(partners), cells)


def changed(run: str, deals: str = DEALS) -> int:
    """Return the time at which the games between the elites of a run were last stored, in
    nanoseconds since the epoch; 0 if there are none. `deals` is the seed of the deals.
    """
    file = _file(run, run, runs.load(run).setting.players, deals)
    return file.stat().st_mtime_ns if file and file.is_file() else 0


def write(
    agents: Versions, partners: Versions, cells: Cells, players: int = 2, deals: str = DEALS
) -> None:
    """Store the games of the pairs that have any in `cells`, shape (agents, partners), in place of
    their earlier games.

    `agents` and `partners` map addresses to versions. `players` is the table size, `deals` the
    seed of the deals. Raises ValueError if an agent of such a pair is an elite of a run with
    another number of players.
    """
    for (one, rows), (other, columns) in product(_groups(agents), _groups(partners)):
        part = cells[np.ix_(rows, columns)]
        down, across = (np.flatnonzero(part["games"].any(axis=axis)) for axis in (1, 0))
        if not len(down):
            continue
        first, second = sorted((one, other))
        file = _file(first, second, players, deals)
        if file is None:
            raise ValueError(f"{one} and {other} do not play at tables of {players}.")
        sheet = _stored(file, second)
        sheet = sheet.turned() if one > other else sheet
        ours, theirs = _of(agents, np.array(rows)[down]), _of(partners, np.array(columns)[across])
        sheet = sheet.plus(ours, theirs, part[np.ix_(down, across)], same=one == other)
        _save(file, sheet.turned() if one > other else sheet, same=one == other)


def play(
    rules: Rules,
    agents: Sequence[Entry],
    pairs: Numbers,
    games: int,
    deals: str = DEALS,
    threads: int = 1,
) -> Cells:
    """Play `games` games of each pair of agents; return one record per pair as the store holds it
    (dtype PAIR, shape (k,)): the number of games, and the sums of scores and squared scores.

    `pairs` has shape (k, 2), indices in `agents`; `deals` is the seed. Raises AgentError if an
    agent makes an illegal move.
    """

    def played(pairs: Numbers, games: int) -> PlayedGames:
        chosen = [(agents[one], agents[other]) for one, other in pairs.tolist()]
        if all(entry.in_core(rules.players) for pair in chosen for entry in pair):
            return play_pairs(rules, agents, pairs.astype(np.uint16), games, deals, threads)
        return play_python_pairs(rules, chosen, GamesSetting(games, deals), threads)

    ordered = in_order([entry.address for entry in agents], pairs)
    return totals(played, ordered, rules.players, games)


def in_order(addresses: Sequence[str], pairs: Numbers) -> Numbers:
    """Return `pairs`, indices in `addresses` of shape (k, 2), with the two agents of each pair
    sorted by address, so that the seating does not depend on the order in which a pair is named.
    """
    ranks = np.argsort(np.argsort(np.array(addresses)))
    return np.take_along_axis(pairs, np.argsort(ranks[pairs], axis=1, kind="stable"), axis=1)


def totals(
    play: Callable[[Numbers, int], PlayedGames], pairs: Numbers, players: int, games: int
) -> Cells:
    """Play `games` games of each pair with the function `play`; return one record per pair as the
    store holds it (dtype PAIR, shape (k,)): the number of games, and the sums of scores and squared
    scores.

    `pairs` has shape (k, 2). `play(pairs, games)` plays pairs with their first agent on one seat
    and copies of the second on the others, and returns arrays of shape (k, games). With more than
    two players, the roles are swapped for half of the games.
    """
    half = 0 if players == 2 else games // 2
    parts = [play(pairs, games - half), *([play(pairs[:, ::-1], half)] if half else [])]
    cells = np.zeros(len(pairs), PAIR)
    cells["games"] = games
    for part in parts:
        for scoring in ("stacks", "zero"):
            scores = part.scores(scoring).astype(np.int64)
            cells[scoring] += scores.sum(axis=1)
            cells[f"{scoring}_squares"] += (scores**2).sum(axis=1)
    return cells


def _places(known: Versions, wanted: Versions) -> list[int]:
    """Return the place of each agent, -1 for an agent or a version that is not there."""
    places = {agent: place for place, agent in enumerate(known.items())}
    return [places.get(agent, -1) for agent in wanted.items()]


def _groups(agents: Versions) -> Collection[tuple[str, list[int]]]:
    """Return the runs of agents with the agents' places; "" stands for those outside archives."""
    groups = defaultdict(list)
    for place, address in enumerate(agents):
        groups[elites.run_of(address)].append(place)
    return groups.items()


def _of(agents: Versions, places: Sequence[int] | Numbers) -> Versions:
    listed = list(agents.items())
    return dict(listed[place] for place in places)


def _file(one: str, other: str, players: int, deals: str) -> Path | None:
    """Return the file of two groups, `one` first by name; None if there is none for tables of
    this size.
    """
    if {runs.load(run).setting.players for run in (one, other) if run} - {players}:
        return None
    which = "" if deals == DEALS else f"@{deals}"
    if not other:
        size = "" if players == 2 else f"-{players}p"
        return NAMED.with_name(f"{NAMED.stem}{size}{which}.npz")
    if one and runs.FOLDERS.begun_here(one) and not runs.FOLDERS.begun_here(other):
        one, other = other, one
    stem = "named" if not one else "crossplay" if one == other else f"crossplay-{one}"
    return runs.folder(other) / f"{stem}{which}.npz"


def _stored(file: Path, run: str) -> _Sheet:
    """Return the contents of a file; empty if there is none."""
    if not file.is_file():
        return EMPTY
    return read_once(file, _read, run, runs.changed(run) if run else 0)


def _read(file: Path, run: str, _archive_changed: int) -> _Sheet:
    def build(arrays: Mapping[str, Any]) -> _Sheet:
        if run and "rows" not in arrays:
            return _former(arrays, run)
        rows, columns = (
            dict(zip(arrays[f"{name}s"].tolist(), arrays[f"{name}_versions"].tolist(), strict=True))
            for name in ("row", "column")
        )
        cells = np.zeros((len(rows), len(columns)), PAIR)
        for name in FIELDS:
            cells[name] = arrays[name]
        if rows == columns:
            cells = np.where(np.tri(len(rows), k=-1, dtype=bool), cells.T, cells)
        return _Sheet(rows, columns, cells)

    return npz.read(file, build)


def _save(file: Path, sheet: _Sheet, *, same: bool) -> None:
    cells = {name: np.triu(sheet.cells[name]) if same else sheet.cells[name] for name in FIELDS}
    named = {"rows": [*sheet.rows], "columns": [*sheet.columns]}
    versions = {
        "row_versions": [*sheet.rows.values()],
        "column_versions": [*sheet.columns.values()],
    }
    npz.save(file, {**named, **versions, **cells})


def _former(arrays: Mapping[str, Any], run: str) -> _Sheet:
    """Return the contents of an earlier version's table; empty if its elites are others."""
    archive = runs.load(run)
    if str(arrays["elites"]) != archive.digest:
        return EMPTY
    columns, scoring = elites.versions(run), archive.setting.scoring
    own_deals, there = "places" in arrays, np.triu_indices(len(columns))
    sums = {
        "apart": OWN if own_deals else EARLIER,
        scoring: arrays["points"],
        f"{scoring}_squares": arrays["squares"],
    }
    if own_deals:
        done = np.arange(len(arrays["points"])) < arrays["done"]
        sums["games"], rows = np.where(done, arrays["games"], 0), columns
        shape = len(columns), len(columns)
    else:
        rows = dict(zip(arrays["addresses"].tolist(), arrays["versions"].tolist(), strict=True))
        shape = len(rows), len(columns)
        sums["games"] = np.broadcast_to(arrays["games"], len(rows))[:, None]
    cells = np.zeros(shape, PAIR)
    for name in FIELDS:
        cells[name][there if own_deals else ...] = sums.get(name, UNKNOWN)
    if own_deals:
        cells.T[there] = cells[there]
    return _Sheet(rows, columns, cells)


PLAYERS = 2


class Wanted(NamedTuple):
    """A request for stored games of two agents, given by address, at tables of two: `games` is
    their minimum number.
    """

    one: str
    other: str
    games: int
    scorings: tuple[str, ...] = ("stacks", "zero")
    """The scorings under which the pair's score must be known."""


def table_of(agents: Sequence[str]) -> Matchups:
    """Return the stored games of agents, given by address, with each other at tables of two. Only
    games of their present versions count; an agent that no longer exists has none.

    Raises BadArchive if a file is damaged.
    """
    found = {address: registry.find_if_any(address) for address in agents}
    present = {address: entry.version if entry else "" for address, entry in found.items()}
    return read(present, present)


def missing(wanted: Sequence[Wanted]) -> list[Wanted]:
    """Return the pairs of `wanted` that still have to play: for the present versions of both
    agents, fewer games are stored than wanted, or the score is unknown under one of the pair's
    `scorings`.
    """
    agents = list(dict.fromkeys(agent for pair in wanted for agent in (pair.one, pair.other)))
    table, place = table_of(agents), {address: place for place, address in enumerate(agents)}
    enough = np.zeros(table.cells.shape, np.int64)
    for pair in wanted:
        enough[place[pair.one], place[pair.other]] = pair.games
    lacking = {one: table.lacking(enough, *one) for one in {pair.scorings for pair in wanted}}
    return [p for p in wanted if lacking[p.scorings][place[p.one], place[p.other]]]


def make_missing(
    wanted: Sequence[Wanted], threads: int = 1, say: Callable[[str], object] = str
) -> None:
    """Play the pairs of `wanted` that lack stored games or scores (see `missing`), and store the
    results of each.

    `say` is called with the addresses of each pair, as text, before the pair plays. Raises
    AgentError if an agent is unknown.
    """
    for pair in missing(wanted):
        say(f"{pair.one} and {pair.other}")
        entries = [registry.find(pair.one), registry.find(pair.other)]
        rules, both = Rules.standard(PLAYERS), np.array([[0, 1]])
        cells = play(rules, entries, both, pair.games, threads=threads)
        one, other = ({entry.address: entry.version} for entry in entries)
        write(one, other, cells[:, None])
