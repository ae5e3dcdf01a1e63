"""Playing the games of many chromosomes at once, on whatever executor there is."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache

import numpy as np

from agents.archives.grid import Ints
from agents.archives.setting import MODES, Setting
from native import Rng, Rules
from native.play.matches import MATCH, RESULT, Chromosomes, Results, Words, play, rule_lists

CHUNK_GAMES = 2000
"""Games in one task: some 20 ms, so that threads end together and an interrupt is soon heard."""


@dataclass(frozen=True)
class Task:
    """Self-play of some chromosomes: plain data, so that it can go to another machine."""

    setting: Setting
    seed: str
    genes: Chromosomes
    streams: Words
    first: Ints
    games: Ints


def play_task(task: Task) -> Results:
    """The result of each chromosome's games. A function of the task alone."""
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
    """Plays games for one run and counts them."""

    def __init__(self, setting: Setting, seed: str, executor: Executor) -> None:
        self.setting, self.seed = setting, seed
        self.executor = executor
        self.games = 0

    def play(self, genes: Chromosomes, streams: Words, first: int | Ints, games: int) -> Results:
        """Self-play: games `first`, `first` + 1 ... of the given stream for each chromosome."""
        if not len(genes) or not games:
            return np.zeros(len(genes), RESULT)
        starts = np.broadcast_to(np.asarray(first, np.int64), len(genes))
        tasks = list(self._tasks(genes, streams, starts, games))
        results = np.concatenate(list(self.executor.map(play_task, tasks)))
        self.games += len(genes) * games
        return results

    def _tasks(self, genes: Chromosomes, streams: Words, first: Ints, games: int) -> Iterator[Task]:
        size = max(1, CHUNK_GAMES // games)
        for start in range(0, len(genes), size):
            part = slice(start, start + size)
            lengths = np.full(len(genes[part]), games, np.int64)
            yield Task(self.setting, self.seed, genes[part], streams[part], first[part], lengths)
