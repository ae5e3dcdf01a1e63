"""What the pool of an adaptive agent can do by itself, with the partners that the agent met.

own_generalist: the member of its own pool that is best with the whole of that pool; the agent could
play like it with everybody and never look who it is.
own_oracle: with each partner the member of its own pool that is best with it. It is chosen on other
games than those it is scored on, so that it is not the luckiest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.entry import Entry
from agents.pools.policies import policies
from analysis.evaluate.core_games import Played, play_in_core, play_pairs
from analysis.statistics import mean
from native import Rules

SCREEN_GAMES = 16
FINALISTS, FINAL_GAMES = 12, 64

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


def own_lines(
    pool: str,
    scores: Floats,
    members: Sequence[Entry],
    rules: Rules,
    games: int,
    seed: str,
    scoring: str,
    threads: int,
) -> dict[str, Any]:
    """Both lines, and how far above each the agent is with its `scores` (members, games) of the
    same games. Nothing for partners whom the core cannot simulate."""
    if not all(member.in_core(rules.players) for member in members):
        return {}
    own = policies(pool, rules.players)
    table = own.table.zero if scoring == "zero" else own.table.stacks
    chosen = own.entries[int(table.mean(axis=1).argmax())]
    generalist = play_in_core(rules, [chosen], members, games, seed, threads)
    oracle = best_responses(own.entries, members, rules, games, seed, scoring, threads)
    return {
        "own_pool": pool,
        "own_generalist_agent": chosen.address,
        **_line("own_generalist", generalist.scores(scoring)[0], scores),
        **_line("own_oracle", oracle.scores(scoring), scores),
    }


def _line(name: str, line: Floats, scores: Floats) -> dict[str, Any]:
    gain = mean((scores - line).mean(axis=0))
    return {name: float(line.mean()), f"{name}_gain": gain.value, f"{name}_gain_sem": gain.sem}


def best_responses(
    own: Sequence[Entry],
    members: Sequence[Entry],
    rules: Rules,
    games: int,
    seed: str,
    scoring: str,
    threads: int,
) -> Played:
    """(members, games): with each member the best of `own`. All are tried on few other games, the
    best few on more, and the best of those plays."""
    agents = [*own, *members]
    guests = np.arange(len(own))
    hosts = np.arange(len(members)) + len(own)
    first = np.array([(guest, host) for host in hosts for guest in guests])

    def means(pairs: Numbers, count: int, part: str) -> Floats:
        numbers = pairs.astype(np.uint16)
        played = play_pairs(rules, agents, numbers, count, f"{seed} {part}", threads)
        averages: Floats = played.scores(scoring).mean(axis=1).reshape(len(members), -1)
        return averages

    most = min(FINALISTS, len(own))
    order = np.argsort(-means(first, SCREEN_GAMES, "screen"), axis=1, kind="stable")[:, :most]
    finals = np.column_stack([order.ravel(), np.repeat(hosts, most)])
    winners = order[np.arange(len(members)), means(finals, FINAL_GAMES, "finals").argmax(axis=1)]
    pairs = np.column_stack([winners, hosts]).astype(np.uint16)
    return play_pairs(rules, agents, pairs, games, seed, threads)
