"""Play every challenger with every member of a pool on the same deals, in the C core.

Game k of every pair is dealt from random stream k of the seed, with the challenger on the same
random seat and copies of the member on the others. So differences between agents are not
differences between deals. The record of a game has its score, its end and the tallies from which
measures are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.contract import AgentError
from agents.entry import Entry
from native import End, Rng, Rules
from native.play import matches as matching
from native.play.blueprint import Blueprint
from native.play.matches import MATCH, Lists, Matches, Results, draws
from native.play.rows import CONDUCT, Rows

RECORD = np.dtype(
    [
        ("score", np.uint8),
        ("strikes", np.uint8),
        ("turns", np.uint8),
        ("end", np.uint8),
        ("own", CONDUCT),
        ("others", CONDUCT),
    ],
    align=True,
)
"""The record of a game. `score` counts cards played and `end` is an `End`. `own` holds the tallies
of moves of the challenger's seat, `others` those of the other seats together; measures are
computed from them."""

Records = npt.NDArray[np.void]
"""Array of dtype RECORD, one record per game."""


def records(rows: Rows, seats: npt.NDArray[np.int64]) -> Records:
    """Convert the rows of finished games (`native.play.rows`) to records, of dtype RECORD.

    `seats` has the challenger's seat in each game: a record has separate tallies of moves for the
    challenger and the other players.
    """
    kept = np.zeros(len(rows), RECORD)
    for name in ("score", "strikes", "turns", "end"):
        kept[name] = rows[name]
    of_seats = rows["seats"]
    for tally in CONDUCT.names or ():
        own = of_seats[tally][np.arange(len(rows)), seats]
        kept["own"][tally] = own
        kept["others"][tally] = of_seats[tally].sum(axis=1) - own
    return kept


CHUNK_GAMES = 5000
SEAT_STREAM = 2**63
"""Number of the first random stream from which seats are drawn, far from the streams of the deals:
the seat of game k is from stream SEAT_STREAM + k."""

Scores = npt.NDArray[np.uint8]
Seats = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlayedGames:
    """The results of games, as arrays that are usually of shape (challengers, pool members,
    games): cards played (`stacks`), and whether the game was lost by strikes (`struck`).
    """

    stacks: Scores
    struck: npt.NDArray[np.bool_]
    records: Records | None = None
    """Records of the games, in an array of the same shape, if they were requested; else None."""

    @classmethod
    def of(cls, kept: Records) -> PlayedGames:
        """Return the results of the games whose records are `kept`, with the records."""
        return cls(kept["score"].copy(), kept["end"] == End.STRIKEOUT, kept)

    def reshape(self, *shape: int) -> PlayedGames:
        """Return the same results with all arrays reshaped to `shape`."""
        kept = None if self.records is None else self.records.reshape(shape)
        return PlayedGames(self.stacks.reshape(shape), self.struck.reshape(shape), kept)

    def scores(self, scoring: str) -> npt.NDArray[np.float64]:
        """Return the score of each game, in the shape of `stacks`: the cards played if `scoring`
        is `stacks`; if it is `zero`, 0 for a game lost by strikes.
        """
        lost = self.struck if scoring == "zero" else False
        return np.where(lost, 0, self.stacks).astype(np.float64)


def seats(rules: Rules, games: int, seed: str) -> Seats:
    """Return the challenger's seat in each game, drawn at random from `seed`: shape (games,).

    The challenger is the first agent of a pair; copies of the second agent have the other seats.
    """
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
) -> PlayedGames:
    """Play `games` games of every challenger with every member of a pool, in C; return arrays of
    shape (challengers, members, games).

    The challenger has one seat, drawn at random, and copies of the member have the others; `seed`
    determines deals and seats. With `keep_records`, the result has the record of each game. Raise
    AgentError for an agent that the C core cannot simulate.
    """
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
) -> PlayedGames:
    """Play `games` games of each pair of agents in C; return arrays of shape (pairs, games).

    `pairs` has shape (pairs, 2): the indices of a challenger and a member in `agents`. The
    challenger has one seat, drawn at random, and copies of the member have the others; `seed`
    determines deals and seats. With `keep_records`, the result has the record of each game. Raise
    AgentError for an agent that the C core cannot simulate.
    """
    tasks = np.array_split(pairs, max(1, len(pairs) * games // CHUNK_GAMES))
    chosen = seats(rules, games, seed)
    blueprints = [_blueprint_of(entry, rules) for entry in agents]

    def play(task: npt.NDArray[np.uint16]) -> Results | Records:
        matches = _matches(rules, task, chosen)
        if keep_records:
            rows = matching.rows_of_blueprints(rules, blueprints, matches, Rng(seed))
            return records(rows, np.tile(chosen, len(task)))
        return matching.play_blueprints(rules, blueprints, matches, Rng(seed))

    with ThreadPoolExecutor(max(1, threads)) as pool:
        parts = pool.map(play, tasks)
        played = np.concatenate(list(parts)).reshape(len(pairs), games)
    if keep_records:
        return PlayedGames.of(played)
    return PlayedGames(played["points"].astype(np.uint8), played["struck"].astype(np.bool_))


def play_lists(
    rules: Rules, lists: Lists, pairs: npt.NDArray[np.int64], games: int, seed: str
) -> PlayedGames:
    """Play `games` games of each pair of rule lists in this thread; return arrays of shape (pairs,
    games).

    `lists` has one encoded rule list per row (`native.play.matches.rule_lists`). `pairs` has shape
    (pairs, 2): the indices in `lists` of a challenger and of a member. The challenger has one
    seat, drawn at random, and copies of the member have the others; `seed` determines deals and
    seats.
    """
    matches = _matches(rules, pairs.astype(np.uint16), seats(rules, games, seed))
    played = matching.play(rules, lists, matches, Rng(seed)).reshape(len(pairs), games)
    return PlayedGames(played["points"].astype(np.uint8), played["struck"].astype(np.bool_))


def _blueprint_of(entry: Entry, rules: Rules) -> Blueprint:
    blueprint = entry.in_core(rules.players)
    if blueprint is None:
        raise AgentError(f"{entry.title} decides in Python, so the core cannot simulate it.")
    return blueprint


def _matches(rules: Rules, pairs: npt.NDArray[np.uint16], chosen: Seats) -> Matches:
    """Return one match per game of these pairs, pair by pair."""
    games = len(chosen)
    matches = np.zeros((len(pairs), games), MATCH)
    matches["stream"] = np.arange(games)
    matches["games"] = 1
    matches["lists"][:, :, : rules.players] = pairs[:, 1, None, None]
    matches["lists"][:, np.arange(games), chosen] = pairs[:, 0, None]
    return matches.reshape(-1)
