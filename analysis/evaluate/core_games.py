"""The games of an evaluation: every challenger with every member of a pool, on the same deals.

Game k of every pair is dealt from stream k of the seed, and the challenger sits on the same seat,
which is drawn at random; copies of the member have the other seats. So differences between
agents are not differences between deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.contract import AgentError
from agents.registry import Entry
from analysis.evaluate.records import Records, records
from native import End, Rng, Rules
from native.play import matches as matching
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, Matches, Results, draws, packed

CHUNK_GAMES = 5000
SEAT_STREAM = 2**63
"""Of the seed: seats are drawn from there, far from the games' own streams."""

Scores = npt.NDArray[np.uint8]
Seats = npt.NDArray[np.int64]
Player = Callable[[Matches, Rng], Results]


@dataclass(frozen=True)
class Played:
    """Stack scores and whether the last strike ended the game, by challenger, member and game."""

    stacks: Scores
    struck: npt.NDArray[np.bool_]
    records: Records | None = None
    """The same games with all that is kept of them, if it was asked for."""

    @classmethod
    def of(cls, kept: Records) -> Played:
        return cls(kept["score"].copy(), kept["end"] == End.STRIKEOUT, kept)

    def reshape(self, *shape: int) -> Played:
        """The same games in another order of axes."""
        kept = None if self.records is None else self.records.reshape(shape)
        return Played(self.stacks.reshape(shape), self.struck.reshape(shape), kept)

    def scores(self, scoring: str) -> npt.NDArray[np.float64]:
        """Under `stacks` or `zero`."""
        lost = self.struck if scoring == "zero" else False
        return np.where(lost, 0, self.stacks).astype(np.float64)


def seats(rules: Rules, games: int, seed: str) -> Seats:
    """The challenger's seat in each game."""
    streams = np.arange(games, dtype=np.uint64) + np.uint64(SEAT_STREAM)
    return (draws(Rng(seed), streams, 1)[:, 0] % np.uint64(rules.players)).astype(np.int64)


def play_in_core(
    rules: Rules,
    challengers: Sequence[Entry],
    members: Sequence[Entry],
    games: int,
    seed: str,
    threads: int = 1,
    *,
    keep_records: bool = False,
) -> Played:
    """All games, played in the core. Raises AgentError for an agent that it cannot simulate."""
    agents = list({entry.address: entry for entry in (*challengers, *members)}.values())
    number = {entry.address: index for index, entry in enumerate(agents)}
    pairs = [(number[a.address], number[b.address]) for a in challengers for b in members]
    played = play_pairs(
        rules, agents, np.array(pairs, np.uint16), games, seed, threads, keep_records=keep_records
    )
    return played.reshape(len(challengers), len(members), games)


def play_pairs(
    rules: Rules,
    agents: Sequence[Entry],
    pairs: npt.NDArray[np.uint16],
    games: int,
    seed: str,
    threads: int = 1,
    *,
    keep_records: bool = False,
) -> Played:
    """(pairs, games): the same games of some pairs, each a challenger and a member, by their
    numbers among the agents."""
    tasks = np.array_split(pairs, max(1, len(pairs) * games // CHUNK_GAMES))
    chosen = seats(rules, games, seed)
    play = _recorder(agents, rules, chosen) if keep_records else _player(agents, rules)
    with ThreadPoolExecutor(max(1, threads)) as pool:
        parts = pool.map(lambda task: play(_matches(rules, task, chosen), Rng(seed)), tasks)
        played = np.concatenate(list(parts)).reshape(len(pairs), games)
    if keep_records:
        return Played.of(played)
    return Played(played["points"].astype(np.uint8), played["struck"].astype(np.bool_))


def _player(agents: Sequence[Entry], rules: Rules) -> Player:
    """What plays matches between these agents: faster if all are rule lists."""
    lists = [entry.rule_list(rules.players) for entry in agents]
    if all(lists):
        ready = packed([rule_list for rule_list in lists if rule_list])
        return lambda matches, seed: matching.play(rules, ready, matches, seed)
    blueprints = [_blueprint_of(entry, rules) for entry in agents]
    return lambda matches, seed: matching.play_blueprints(rules, blueprints, matches, seed)


def _recorder(agents: Sequence[Entry], rules: Rules, chosen: Seats) -> Player:
    """What writes a record of each game instead, a challenger sitting where `chosen` says."""
    blueprints = [_blueprint_of(entry, rules) for entry in agents]

    def play(matches: Matches, seed: Rng) -> Records:
        rows = matching.rows_of_blueprints(rules, blueprints, matches, seed)
        return records(rows, np.tile(chosen, len(matches) // len(chosen)))

    return play


def _blueprint_of(entry: Entry, rules: Rules) -> Blueprint:
    blueprint = entry.in_core(rules.players)
    if blueprint is None:
        raise AgentError(f"{entry.title} decides in Python, so the core cannot simulate it.")
    return blueprint


def _matches(rules: Rules, pairs: npt.NDArray[np.uint16], chosen: Seats) -> Matches:
    """Every game of these pairs, a match a game, pair by pair."""
    games = len(chosen)
    matches = np.zeros((len(pairs), games), MATCH)
    matches["stream"] = np.arange(games)
    matches["games"] = 1
    matches["lists"][:, :, : rules.players] = pairs[:, 1, None, None]
    matches["lists"][:, np.arange(games), chosen] = pairs[:, 0, None]
    return matches.reshape(-1)
