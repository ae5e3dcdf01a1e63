"""Evaluation: play the games of many chromosomes at once on an executor.

Every random draw of a run depends only on its seed, the individual's number and the purpose, never
on earlier draws.
"""

from concurrent.futures import Executor
from functools import cache, partial

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


def play_chromosomes(
    setting: Setting, seed: str, games: int, genes: Chromosomes, streams: Words, first: Ints
) -> Results:
    """Play `games` self-play games of each chromosome and return one result per chromosome; equal
    arguments give equal results. An executor may call this on another machine.

    `streams` has each chromosome's random stream, `first` the number of its first game.
    """
    lists = rule_lists(genes, setting.rules, MODES[setting.mode])
    matches = np.zeros(len(genes), MATCH)
    matches["stream"] = streams
    matches["first"], matches["games"] = first, games
    matches["lists"][:, : setting.players] = np.arange(len(genes))[:, None]
    return play(_game(setting.players), lists, matches, Rng(seed))


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
        size = max(1, CHUNK_GAMES // games)
        parts = [slice(start, start + size) for start in range(0, len(genes), size)]
        work = partial(play_chromosomes, self.setting, self.seed, games)
        chunks = ([array[part] for part in parts] for array in (genes, streams, starts))
        results = np.concatenate(list(self.executor.map(work, *chunks)))
        self.games += len(genes) * games
        return results
