"""Evaluation: play the games of many chromosomes at once on an executor.

Every random draw of a run depends only on its seed, the individual's number and the purpose, never
on earlier draws.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache

import numpy as np

from agents.archives.measuring import Ints
from agents.archives.setting import MODES, Setting
from native import Rng, Rules
from native.play.matches import MATCH, RESULT, Chromosomes, Results, Words, play, rule_lists

BREEDING = 0
GAMES = 1
"""The individual's own games 0, 1 ..."""
REMEASURING = 2
INCUMBENT = 16
"""The incumbent's games against a challenger: one stream per rematch, from this number on."""

PURPOSES = 2**16

CHUNK_GAMES = 2000
"""Games per task: about 20 ms, so that threads finish together and interrupts are prompt."""


def streams(individuals: Ints, purpose: int) -> Words:
    """Return the number of the random stream that each of these individuals uses for one purpose:
    BREEDING, GAMES, REMEASURING, or INCUMBENT plus the number of a rematch.
    """
    return (individuals * PURPOSES + purpose).astype(np.uint64)


@dataclass(frozen=True)
class MatchTask:
    """Self-play games of some chromosomes, as plain data that can be sent to another machine."""

    setting: Setting
    seed: str
    genes: Chromosomes
    streams: Words
    first: Ints
    games: Ints


def play_task(task: MatchTask) -> Results:
    """Play the games of a task and return one result per chromosome. The same task always has the
    same results.
    """
    setting = task.setting
    lists = rule_lists(task.genes, setting.rules, MODES[setting.mode])
    matches = np.zeros(len(task.genes), MATCH)
    matches["stream"] = task.streams
    matches["first"], matches["games"] = task.first, task.games
    matches["lists"][:, : setting.players] = np.arange(len(task.genes))[:, None]
    return play(_game(setting.players), lists, matches, Rng(task.seed))


@cache
def _game(players: int) -> Rules:
    return Rules(players)


class Evaluator:
    """Plays the games of one run and counts them in `games`."""

    def __init__(self, setting: Setting, seed: str, executor: Executor) -> None:
        self.setting, self.seed = setting, seed
        self.executor = executor
        self.games = 0

    def play(self, genes: Chromosomes, streams: Words, first: int | Ints, games: int) -> Results:
        """Play `games` self-play games of each chromosome, from game `first` of its random stream
        on, and return one result per chromosome.

        `streams` has the stream of each chromosome; `first` is one number for all or one for each.
        """
        if not len(genes) or not games:
            return np.zeros(len(genes), RESULT)
        starts = np.broadcast_to(np.asarray(first, np.int64), len(genes))
        tasks = list(self._tasks(genes, streams, starts, games))
        results = np.concatenate(list(self.executor.map(play_task, tasks)))
        self.games += len(genes) * games
        return results

    def _tasks(
        self, genes: Chromosomes, streams: Words, first: Ints, games: int
    ) -> Iterator[MatchTask]:
        size = max(1, CHUNK_GAMES // games)
        for start in range(0, len(genes), size):
            part = slice(start, start + size)
            lengths = np.full(len(genes[part]), games, np.int64)
            yield MatchTask(
                self.setting, self.seed, genes[part], streams[part], first[part], lengths
            )
