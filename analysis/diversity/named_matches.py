"""Games of a named agent with itself and with every elite of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from agents import arena, profile, registry
from agents.archives import Archive
from agents.archives.measuring import points, squares
from agents.entry import Entry
from agents.runs.progress import Meter
from analysis.diversity import elites
from analysis.diversity.named_agents import NamedAgents, Sums
from native import Rng, Rules
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, Results, play_blueprints
from native.play.measures import TALLIES
from native.play.results import Result

SEED = "named agents on a map"
GAMES, OWN_GAMES = 40, 2000
"""Games of a fast agent with each elite, and with itself."""
ROUND, ROUNDS = 2, 5
"""Games of a slow agent: rounds of one game on each side with each elite; its row is saved after
each round."""


@dataclass(frozen=True)
class Matches:
    """Plays the games that an agent's row lacks."""

    games: int = GAMES
    own_games: int = OWN_GAMES
    rounds: int = ROUNDS
    show: Callable[[str], object] = str
    """Called with lines of progress."""

    def __call__(
        self, archive: Archive, entry: Entry, row: NamedAgents | None
    ) -> Iterator[NamedAgents]:
        """Yield an agent's row as it grows; nothing if it already has all games."""
        blueprint = entry.in_core(archive.setting.players)
        if blueprint and not blueprint.thinks:
            wanted = [[self.games], [self.own_games]]
            if row is None or not np.array_equal([row.games, row.own_games], wanted):
                self.show(entry.address)
                yield _quick_row(archive, entry, blueprint, self.games, self.own_games)
            return
        most = ROUND * self.rounds
        if row is None or row.games > most or row.own_games != profile.games_of(entry):
            row = _alone(archive, entry)
        while row.games < most:
            row = self._longer(archive, entry, row)
            yield row

    def _longer(self, archive: Archive, entry: Entry, row: NamedAgents) -> NamedAgents:
        """Return the row with another round of games, on the same deals for all elites."""
        rules, played = Rules.standard(archive.setting.players), int(row.games[0])
        meter = Meter(unit="elites", label=f"{entry.address}, game {played + 1:,} and the next")
        sums: list[tuple[int, int]] = []
        for cell in archive.valid:
            elite = registry.find(f"elite:{archive.run}/{cell.row},{cell.column}")
            others = rules.players - 1
            tables = ([entry] + [elite] * others, [elite] + [entry] * others)
            results = [
                arena.simulate(rules, seats, 1, SEED, first=played + side, threads=1)
                for side, seats in enumerate(tables)
            ]
            totals = [_sums(result, archive.setting.scoring) for result in results]
            sums.append((sum(one for one, _ in totals), sum(two for _, two in totals)))
            if progress := meter.at(len(sums), len(archive.valid)):
                self.show(progress.line)
        more = np.array(sums, np.int64).T
        return replace(
            row,
            points=row.points + more[0],
            squares=row.squares + more[1],
            games=row.games + ROUND,
        )


def _alone(archive: Archive, entry: Entry) -> NamedAgents:
    """Return a slow agent's row without games with elites, from the self-play games that its page
    shows."""
    players = archive.setting.players
    alone = profile.shipped_of(entry, players) or profile.played(entry, players)
    total, square = _sums(alone, archive.setting.scoring)
    tallies = alone.all_seats.tallies
    names = [name for name in TALLIES if name in tallies]
    none = np.zeros((1, len(archive.valid)), np.int64)
    return NamedAgents(
        addresses=[entry.address],
        versions=[entry.version],
        names=names,
        tallies=np.array([[tallies[name] for name in names]], np.uint64),
        own=np.array([total]),
        own_squares=np.array([square]),
        own_games=np.array([alone.games]),
        points=none,
        squares=none,
        games=np.array([0]),
        elites=elites.digest(archive),
    )


def _sums(result: Result, scoring: str) -> tuple[int, int]:
    """Return the sum of scores and of squared scores over the games."""
    games = result.zero if scoring == "zero" else result.stacks
    return (
        sum(score * count for score, count in enumerate(games)),
        sum(score * score * count for score, count in enumerate(games)),
    )


def _quick_row(
    archive: Archive, entry: Entry, blueprint: Blueprint, games: int, own_games: int
) -> NamedAgents:
    """Play all games of an agent that the core plays quickly and return its row."""
    setting = archive.setting
    rules = Rules.standard(setting.players)
    alone = _play(rules, [blueprint], np.zeros((1, setting.players), np.int64), own_games)
    with_all = _with_all(rules, blueprint, _partners(archive), games)
    return NamedAgents(
        addresses=[entry.address],
        versions=[entry.version],
        names=TALLIES,
        tallies=np.column_stack([alone[name] for name in TALLIES]),
        own=points(alone, setting.scoring),
        own_squares=squares(alone, setting.scoring),
        own_games=np.array([own_games]),
        points=_both(with_all, setting.scoring, points)[None],
        squares=_both(with_all, setting.scoring, squares)[None],
        games=np.array([games]),
        elites=elites.digest(archive),
    )


def _partners(archive: Archive) -> list[Blueprint]:
    """Return the valid elites, in cell order."""
    places = [f"elite:{archive.run}/{cell.row},{cell.column}" for cell in archive.valid]
    found = [registry.find(address).in_core(archive.setting.players) for address in places]
    return [elite for elite in found if elite]


def _with_all(
    rules: Rules, blueprint: Blueprint, partners: Sequence[Blueprint], games: int
) -> tuple[Results, Results]:
    """Return the results with every elite: the agent on the first seat, then an elite on it."""
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
    """Play the same deals for all rows of seats; one row a call, so that signals are handled
    between."""
    matches = np.zeros(len(seats), MATCH)
    matches["stream"], matches["games"] = stream, games
    matches["lists"][:, : rules.players] = seats
    played = [play_blueprints(rules, everybody, match, Rng(SEED)) for match in matches[:, None]]
    return np.concatenate(played)


def _both(row: tuple[Results, Results], scoring: str, total: Any) -> Sums:
    sums: Sums = total(row[0], scoring) + total(row[1], scoring)
    return sums
