"""A challenger among the members of a pool, against what the pool itself can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.contract import AgentError
from agents.registry import Entry
from analysis.evaluate.core_games import Played, play_in_core
from analysis.evaluate.own_pool import own_lines
from analysis.evaluate.pools import Pool
from analysis.evaluate.python_games import Progress, no_progress, play_in_python
from analysis.statistics import Estimate, mean
from native import Rules

MAX_GAMES = 100_000
AT_ONCE = 1_000_000
"""Games of the pool with itself that are held in memory together."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Plan:
    """What is played: `games` with every member, in sessions of `session` with one of them."""

    rules: Rules
    games: int
    seed: str
    scoring: str = "stacks"
    session: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise AgentError(f"Games with each member go from 1 to {MAX_GAMES}, not {self.games}.")
        if self.session < 1 or self.games % self.session:
            raise AgentError(
                f"{self.games} games cannot be played in sessions of {self.session} each."
            )


def evaluate(
    challenger: Entry,
    pool: Pool,
    plan: Plan,
    table: Floats | None = None,
    progress: Callable[[str], Progress] = lambda _: no_progress,
) -> dict[str, Any]:
    """The report, ready for JSON. Raises AgentError when somebody cannot play.

    `mean` is the seed's ad-hoc performance: the average over the members. Its standard error is
    that of the mean over deals of the average over members, since all members get the same deals
    and the pool is given, not a sample. Three lines are drawn from the same games:

    generalist: the member with the best mean over the pool, itself included.
    oracle: with each member its best partner within the pool (chosen and measured on the same
    games, so a little too high).
    self_play: the challenger with copies of itself.

    An agent that recognises partners by a pool has two more, `own_generalist` and `own_oracle`, of
    its own pool on the same deals (see `own_pool`).

    `table` is `members_table` of the same pool and plan, if it was computed before. `progress` is
    called with the name of each long step and returns its progress callback. The challenger plays
    first, so that its errors show before the pool plays with itself.
    """
    challenger.refuse_unless_seatable(plan.rules, with_people=False)
    members = pool.members
    played = _played([challenger], members, plan, progress(f"{challenger.title} with the pool"))
    with_itself = _played([challenger], [challenger], plan)
    if table is None:
        table = members_table(members, plan, progress("The pool with itself"))
    alone = with_itself.scores(plan.scoring)[0, 0]
    scores = played.scores(plan.scoring)[0]
    means = scores.mean(axis=1)
    generalist = int(table.mean(axis=1).argmax())
    best = table.argmax(axis=0)
    return {
        "agent": challenger.address,
        "version": challenger.version,
        "pool": pool.name,
        "players": plan.rules.players,
        "scoring": plan.scoring,
        "games": plan.games,
        "seed": plan.seed,
        **_interval(mean(scores.mean(axis=0))),
        "worst": float(means.min()),
        "worst_member": members[int(means.argmin())].address,
        "quantiles": {str(q): float(np.quantile(means, q)) for q in QUANTILES},
        "strikeouts": float(played.struck.mean()),
        "distribution": _distribution(scores, plan),
        "generalist": float(table[generalist].mean()),
        "generalist_agent": members[generalist].address,
        "oracle": float(table.max(axis=0).mean()),
        "self_play": float(alone.mean()),
        "self_play_sem": mean(alone).sem,
        "self_play_strikeouts": float(with_itself.struck.mean()),
        "self_play_distribution": _distribution(alone, plan),
        "members_self_play": float(table.diagonal().mean()),
        "pairwise": float(table.mean()),
        "members": [
            {
                "agent": member.address,
                "title": member.title,
                "version": member.version,
                **_interval(mean(scores[i])),
                "strikeouts": float(played.struck[0, i].mean()),
                "generalist": float(table[generalist, i]),
                "oracle": float(table[best[i], i]),
                "best_partner": members[int(best[i])].address,
                "self_play": float(table[i, i]),
            }
            for i, member in enumerate(members)
        ],
        **_sessions(scores, plan),
        **_own_lines(challenger, members, scores, plan),
    }


def _own_lines(
    challenger: Entry, members: Sequence[Entry], scores: Floats, plan: Plan
) -> dict[str, Any]:
    """For an agent with a pool of its own, what that pool can do with these partners."""
    if not challenger.pool:
        return {}
    return own_lines(
        challenger.pool,
        scores,
        members,
        plan.rules,
        plan.games,
        plan.seed,
        plan.scoring,
        plan.threads,
    )


def members_table(members: Sequence[Entry], plan: Plan, progress: Progress = no_progress) -> Floats:
    """(n, n): mean score of every member as a challenger with every member."""
    rows = max(1, AT_ONCE // (plan.games * len(members)))
    parts = [members[start : start + rows] for start in range(0, len(members), rows)]
    means = []
    for done, part in enumerate(parts, start=1):
        means.append(_played(part, members, plan).scores(plan.scoring).mean(axis=2))
        progress(done, len(parts))
    return np.concatenate(means)


def _played(
    challengers: Sequence[Entry],
    members: Sequence[Entry],
    plan: Plan,
    progress: Progress = no_progress,
) -> Played:
    """In the core if it can simulate all, else in Python, calling `progress` after each pair."""
    rules, games, seed = plan.rules, plan.games, plan.seed
    if all(entry.in_core(rules.players) for entry in (*challengers, *members)):
        return play_in_core(rules, challengers, members, games, seed, plan.threads)
    return play_in_python(
        rules, challengers, members, games, seed, plan.session, progress, plan.threads
    )


def _distribution(scores: Floats, plan: Plan) -> list[int]:
    """Games by score."""
    whole = scores.astype(np.int64).ravel()
    counts: list[int] = np.bincount(whole, minlength=plan.rules.max_score + 1).tolist()
    return counts


def _interval(estimate: Estimate) -> dict[str, float | None]:
    return {
        "mean": estimate.value,
        "sem": estimate.sem,
        "low": estimate.low,
        "high": estimate.high,
    }


def _sessions(scores: Floats, plan: Plan) -> dict[str, Any]:
    """The mean over the pool by the game's place in its session."""
    if plan.session == 1:
        return {}
    by_place = scores.mean(axis=0).reshape(-1, plan.session)
    places = [_interval(mean(by_place[:, place])) for place in range(plan.session)]
    return {"session": plan.session, "by_game": places}
