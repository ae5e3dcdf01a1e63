"""Reference lines of an adaptive agent: the scores of its own pool with the evaluated partners.

own_generalist: the member of its own pool with the best mean over that pool. The agent could play
like it with every partner without recognising any. own_oracle: for each partner, the member of its
own pool that scores best with it, chosen on other games than those it is scored on, which avoids
selection bias.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.entry import Entry
from agents.matchups.core_games import Played, play_in_core, play_pairs
from agents.pools.policies import policies
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
    """Return both lines and the agent's gain over each, from the same games.

    `scores` are the agent's, shape (members, games). Return an empty dictionary if the core cannot
    simulate the partners.
    """
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
    """Play the best member of `own` with each partner; return arrays of shape (members, games).

    All candidates are screened on a few separate games, the best few play more, and the winner
    plays the scored games.
    """
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
