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
from native import Rng, Rules
from native.play import matches as matching
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, Matches, Results, draws, packed

CHUNK_GAMES = 5000
SEAT_STREAM = 2**63
"""Of the seed: seats are drawn from there, far from the games' own streams."""

Scores = npt.NDArray[np.uint8]
Player = Callable[[Matches, Rng], Results]


@dataclass(frozen=True)
class Played:
    """Stack scores and whether the last strike ended the game, by challenger, member and game."""

    stacks: Scores
    struck: npt.NDArray[np.bool_]

    def scores(self, scoring: str) -> npt.NDArray[np.float64]:
        """Under `stacks` or `zero`."""
        lost = self.struck if scoring == "zero" else False
        return np.where(lost, 0, self.stacks).astype(np.float64)


def seats(rules: Rules, games: int, seed: str) -> npt.NDArray[np.int64]:
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
) -> Played:
    """All games, played in the core. Raises AgentError for an agent that it cannot simulate."""
    agents = list({entry.address: entry for entry in (*challengers, *members)}.values())
    number = {entry.address: index for index, entry in enumerate(agents)}
    pairs = [(number[a.address], number[b.address]) for a in challengers for b in members]
    played = play_pairs(rules, agents, np.array(pairs, np.uint16), games, seed, threads)
    shape = (len(challengers), len(members), games)
    return Played(played.stacks.reshape(shape), played.struck.reshape(shape))


def play_pairs(
    rules: Rules,
    agents: Sequence[Entry],
    pairs: npt.NDArray[np.uint16],
    games: int,
    seed: str,
    threads: int = 1,
) -> Played:
    """(pairs, games): the same games of some pairs, each a challenger and a member, by their
    numbers among the agents."""
    play = _player(agents, rules)
    tasks = np.array_split(pairs, max(1, len(pairs) * games // CHUNK_GAMES))
    chosen = seats(rules, games, seed)
    with ThreadPoolExecutor(max(1, threads)) as pool:
        parts = pool.map(lambda task: _play(rules, play, task, chosen, seed), tasks)
        stacks, struck = map(np.concatenate, zip(*parts, strict=True))
    shape = (len(pairs), games)
    return Played(stacks.reshape(shape), struck.reshape(shape))


def _player(agents: Sequence[Entry], rules: Rules) -> Player:
    """What plays matches between these agents: faster if all are rule lists."""
    lists = [entry.rule_list(rules.players) for entry in agents]
    if all(lists):
        ready = packed([rule_list for rule_list in lists if rule_list])
        return lambda matches, seed: matching.play(rules, ready, matches, seed)
    blueprints = [_blueprint_of(entry, rules) for entry in agents]
    return lambda matches, seed: matching.play_blueprints(rules, blueprints, matches, seed)


def _blueprint_of(entry: Entry, rules: Rules) -> Blueprint:
    blueprint = entry.in_core(rules.players)
    if blueprint is None:
        raise AgentError(f"{entry.title} decides in Python, so the core cannot simulate it.")
    return blueprint


def _play(
    rules: Rules,
    play: Player,
    pairs: npt.NDArray[np.uint16],
    chosen: npt.NDArray[np.int64],
    seed: str,
) -> tuple[Scores, npt.NDArray[np.bool_]]:
    """Every game of these pairs, a match a game, pair by pair."""
    games = len(chosen)
    matches = np.zeros((len(pairs), games), MATCH)
    matches["stream"] = np.arange(games)
    matches["games"] = 1
    matches["lists"][:, :, : rules.players] = pairs[:, 1, None, None]
    matches["lists"][:, np.arange(games), chosen] = pairs[:, 0, None]
    results = play(matches.reshape(-1), Rng(seed))
    return results["points"].astype(np.uint8), results["struck"].astype(bool)
