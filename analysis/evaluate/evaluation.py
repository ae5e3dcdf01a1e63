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
from analysis.evaluate.side_by_side import play_side_by_side
from analysis.evaluate.weights import effective, weights
from analysis.statistics import Estimate, mean
from native import Rules

MAX_GAMES = 100_000
MOST_SHOWN = 100
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
    shown: int = 0
    """Games of the partner with copies of itself that an agent sees before each session."""

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise AgentError(f"Games with each member go from 1 to {MAX_GAMES}, not {self.games}.")
        if self.session < 1 or self.games % self.session:
            raise AgentError(
                f"{self.games} games cannot be played in sessions of {self.session} each."
            )
        if not 0 <= self.shown <= MOST_SHOWN:
            raise AgentError(f"From 0 to {MOST_SHOWN} games can be shown, not {self.shown}.")


def evaluate(
    challenger: Entry,
    pool: Pool,
    plan: Plan,
    table: Floats | None = None,
    progress: Callable[[str], Progress] = lambda _: no_progress,
    keep: Callable[[Played], object] | None = None,
) -> dict[str, Any]:
    """The report, ready for JSON. Raises AgentError when somebody cannot play.

    `mean` is the seed's ad-hoc performance: the average over the members. Its standard error is
    that of the mean over deals of the average over members, since all members get the same deals
    and the pool is given, not a sample. Three lines are drawn from the same games:

    generalist: the member with the best mean over the pool, itself included.
    oracle: with each member its best partner within the pool.
    self_play: the challenger with copies of itself.

    `weighted` is the mean by Nash averaging (see `weights`), so that members that play alike do not
    count several times; `effective_members` says how many there are in that sense.

    Generalist and oracle are chosen on the odd deals and scored on the even ones, and the other way
    round, so that they are not the luckiest; the agents named are chosen on all.

    An agent that recognises partners by a pool has two more, `own_generalist` and `own_oracle`, of
    its own pool on the same deals (see `own_pool`).

    `table` is `members_table` of the same pool and plan, if it was computed before. `progress` is
    called with the name of each long step and returns its progress callback, `keep` with the
    challenger's games and their records. The challenger plays first, so that its errors show before
    the pool plays with itself.
    """
    challenger.refuse_unless_seatable(plan.rules, with_people=False)
    members = pool.members
    with_pool = progress(f"{challenger.title} with the pool")
    played = play_games([challenger], members, plan, with_pool, keep_records=keep is not None)
    if keep:
        keep(played)
    with_itself = play_games([challenger], [challenger], plan)
    if table is None:
        table = members_table(members, plan, progress("The pool with itself"))
    alone = with_itself.scores(plan.scoring)[0, 0]
    scores = played.scores(plan.scoring)[0]
    means = scores.mean(axis=1)
    whole = table.mean(axis=0)
    generalist, oracle = lines_of(table)
    best = whole.argmax(axis=0)
    shares = weights(whole)
    weighted = mean(shares @ scores)
    return {
        "agent": challenger.address,
        "version": challenger.version,
        "pool": pool.name,
        "players": plan.rules.players,
        "scoring": plan.scoring,
        "games": plan.games,
        "seed": plan.seed,
        **_interval(mean(scores.mean(axis=0))),
        "weighted": weighted.value,
        "weighted_sem": weighted.sem,
        "effective_members": effective(shares),
        "worst": float(means.min()),
        "worst_member": members[int(means.argmin())].address,
        "quantiles": {str(q): float(np.quantile(means, q)) for q in QUANTILES},
        "strikeouts": float(played.struck.mean()),
        "distribution": _distribution(scores, plan),
        "generalist": float(generalist.mean()),
        "generalist_agent": members[int(whole.mean(axis=1).argmax())].address,
        "oracle": float(oracle.mean()),
        "self_play": float(alone.mean()),
        "self_play_sem": mean(alone).sem,
        "self_play_strikeouts": float(with_itself.struck.mean()),
        "self_play_distribution": _distribution(alone, plan),
        "members_self_play": float(whole.diagonal().mean()),
        "pairwise": float(whole.mean()),
        "by_deal": [round(float(value), 6) for value in scores.mean(axis=0)],
        "members": [
            {
                "agent": member.address,
                "title": member.title,
                "version": member.version,
                **_interval(mean(scores[i])),
                "strikeouts": float(played.struck[0, i].mean()),
                "generalist": float(generalist[i]),
                "oracle": float(oracle[i]),
                "weight": float(shares[i]),
                "best_partner": members[int(best[i])].address,
                "self_play": float(whole[i, i]),
            }
            for i, member in enumerate(members)
        ],
        **({"shown": plan.shown} if plan.shown else {}),
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
    """(2, n, n): mean score of every member as a challenger with every member, over the even deals
    and over the odd ones; over all of one deal, twice."""
    rows = max(1, AT_ONCE // (plan.games * len(members)))
    parts = [members[start : start + rows] for start in range(0, len(members), rows)]
    means = []
    for done, part in enumerate(parts, start=1):
        scores = play_games(part, members, plan).scores(plan.scoring)
        halves = [scores[:, :, start::2] if plan.games > 1 else scores for start in (0, 1)]
        means.append([half.mean(axis=2) for half in halves])
        progress(done, len(parts))
    return np.concatenate(means, axis=1)


def lines_of(table: Floats) -> tuple[Floats, Floats]:
    """(n,) and (n,): with each member the generalist and the oracle of a `members_table`, each
    chosen on the half of the deals that it is not scored on."""
    numbers = np.arange(table.shape[1])
    fixed, best = [], []
    for scored, seen in (table, table[::-1]):
        fixed.append(scored[int(seen.mean(axis=1).argmax())])
        best.append(scored[seen.argmax(axis=0), numbers])
    return np.mean(fixed, axis=0), np.mean(best, axis=0)


def play_games(
    challengers: Sequence[Entry],
    members: Sequence[Entry],
    plan: Plan,
    progress: Progress = no_progress,
    *,
    keep_records: bool = False,
) -> Played:
    """Every challenger with every member: in the core if it can simulate all, else in Python,
    calling `progress` after each pair."""
    rules, games, seed = plan.rules, plan.games, plan.seed
    if len(challengers) == 1 and challengers[0].decide_many:
        return play_side_by_side(rules, challengers[0], members, games, seed, progress)
    if all(entry.in_core(rules.players) for entry in (*challengers, *members)):
        return play_in_core(
            rules, challengers, members, games, seed, plan.threads, keep_records=keep_records
        )
    return play_in_python(
        rules, challengers, members, games, seed, plan.session, progress, plan.threads, plan.shown
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
