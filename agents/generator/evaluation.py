"""Play the games that evaluate many chromosomes at once, on an executor.

Every random draw of a run depends only on the run's seed, the individual's number and the purpose
of the draw, never on earlier draws.
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
"""Purpose of a random stream (see `streams`): the games that evaluate an individual."""
REMEASURING = 2
INCUMBENT = 16
"""Purpose of a random stream (see `streams`): the games of a cell's elite against a challenger.
Rematch n of the challenger uses INCUMBENT + n."""

PURPOSES = 2**16

CHUNK_GAMES = 2000
"""Games per task of the executor: about 20 ms, so that threads finish together and interrupts are
prompt."""


def streams(individuals: Ints, purpose: int) -> Words:
    """Return, for each individual (given by number), the number of the random stream that it uses
    for one purpose.

    `purpose` is BREEDING, GAMES (its evaluation), REMEASURING, or INCUMBENT + n for rematch n of
    the individual with the elite of a cell.
    """
    return (individuals * PURPOSES + purpose).astype(np.uint64)


def play_chromosomes(
    setting: Setting, seed: str, games: int, genes: Chromosomes, streams: Words, first: Ints
) -> Results:
    """Play `games` self-play games of each chromosome, a row of `genes`, and return one result per
    chromosome.

    `streams` has each chromosome's random stream, `first` the number of its first game in the
    stream. Equal arguments give equal results, also on another machine of an executor.
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


class RunEvaluator:
    """Plays the games of one run on an executor; `games` counts those played so far."""

    def __init__(self, setting: Setting, seed: str, executor: Executor) -> None:
        self.setting, self.seed = setting, seed
        self.executor = executor
        self.games = 0

    def play(self, genes: Chromosomes, streams: Words, first: int | Ints, games: int) -> Results:
        """Play `games` self-play games of each chromosome, a row of `genes`, and return one result
        per chromosome.

        `streams` has each chromosome's random stream. `first` is the number of the first game in
        the stream: one for all chromosomes or one for each.
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
