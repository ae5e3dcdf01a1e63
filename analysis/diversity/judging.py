"""Recorded games judged by rule lists: in how many turns an elite and another list do the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from agents.archives import Archive
from analysis.diversity import elites
from native import Rng, Rules
from native.play.action_agreement import Counts, Moment, action_agreement
from native.play.matches import MATCH, Lists, Matches

GAMES = 10
"""As many as the paper's program played, whatever the paper says: 140,000 turns."""
CHUNK_GAMES = 40

Listener = Callable[[int, int], None]


@dataclass(frozen=True)
class Task:
    """Games of some elites for all to judge: plain data, so that it can go to another machine."""

    lists: Lists
    others: Lists
    matches: Matches
    players: int
    seed: str
    moment: Moment


def play_task(task: Task) -> tuple[Counts, int, int]:
    rules, seed = Rules(task.players), Rng(task.seed)
    return action_agreement(rules, task.lists, task.others, task.matches, seed, task.moment)


def judge(
    archive: Archive,
    others: Lists,
    games: int,
    seed: str,
    moment: Moment,
    executor: Executor,
    listener: Listener = lambda _done, _of: None,
) -> tuple[Counts, int, int]:
    """(n, others) turns on which an elite and another list agree, when every elite has played this
    number of games with itself; the turns, and their legal moves added up.

    The listener hears of parts that are done, and of all parts.
    """
    lists = elites.lists(archive)
    matches = np.zeros(len(lists), MATCH)
    matches["stream"], matches["games"] = elites.numbers(archive), games
    matches["lists"][:, : archive.setting.players] = np.arange(len(lists))[:, None]
    parts = np.array_split(matches, max(1, -(-len(matches) * games // CHUNK_GAMES)))
    # What this was called when the published tables were counted: other words, other games.
    words = f"{seed} similarity"
    tasks = [Task(lists, others, p, archive.setting.players, words, moment) for p in parts]
    equal, turns, options = np.zeros((len(lists), len(others)), np.uint32), 0, 0
    for done, part in enumerate(executor.map(play_task, tasks), 1):
        equal += part[0]
        turns, options = turns + part[1], options + part[2]
        listener(done, len(tasks))
    return equal, turns, options
