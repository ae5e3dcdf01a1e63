"""Evaluate a challenger with the members of a pool, against the pool's own performance.

An adaptive agent, which recognises partners by a pool of its own, has two more reference lines, the
scores of members of its own pool with the evaluated partners:

- own_generalist: the member with the best mean over that pool. The agent could play like it with
  every partner without recognising any.
- own_oracle: for each partner, the member that scores best with it, chosen on other games than
  those it is scored on, which avoids selection bias.

The weighted mean weights the partners by Nash averaging (Balduzzi et al., "Re-evaluating
Evaluation", 2018), so that members that play alike count once. Two meta-players play a zero-sum
game: the first picks a challenger from the pool, the second a partner. The first pays the points by
which the pair falls short of the best score that any pool member reaches with this partner. The
weights are the second player's optimal mixture of maximum entropy.

Shortfalls are used because with plain scores the worst partner would get all the weight. A member
and its copy share one weight, and a member with which all challengers score nearly alike gets
little.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.entry import Entry
from agents.matchups.core_games import PlayedGames, play_in_core, play_pairs
from agents.matchups.playing import Plan, play_games
from agents.matchups.python_games import Progress, no_progress
from agents.pools.policies import policies
from analysis.evaluate.pools import Pool
from analysis.evaluate.report import MemberReport, PlaceReport, Report, interval
from analysis.statistics import Estimate, mean

AT_ONCE = 1_000_000
"""The largest number of games between pool members held in memory at a time."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)

Floats = npt.NDArray[np.float64]


def evaluate(
    challenger: Entry,
    pool: Pool,
    plan: Plan,
    table: Floats | None = None,
    progress: Callable[[str], Progress] = lambda _: no_progress,
    keep: Callable[[PlayedGames], object] | None = None,
) -> Report:
    """Evaluate a challenger and return the report.

    The report's `mean` is the ad-hoc performance: the mean score over the members. All members get
    the same deals and the pool is given, not a sample, so its standard error is that over deals.
    The games of a session depend on each other, so with several games a session every standard
    error is that over sessions. Three baselines come from games on the same deals:

    - generalist: the member with the best mean over the pool, itself included.
    - oracle: for each member, the pool member that scores best with it. (Pages say best pool
      member, since an agent from outside the pool may do better.)
    - self_play: the challenger with copies of itself.

    Generalist and oracle are chosen on the odd deals and scored on the even ones and vice versa,
    which avoids selection bias; the agents that the report names are chosen on all deals.

    `weighted` is the mean by Nash averaging (see `weights`), in which members that play alike do
    not count several times; `effective_members` is the effective number of members.

    An agent that recognises partners by a pool has two more baselines, `own_generalist` and
    `own_oracle`, from its own pool on the same deals (see `own_lines`).

    Args:
        challenger: The agent to evaluate. It plays first, so that its errors show early.
        pool: The partners.
        plan: The rules, number, deals and scoring of the games with each partner.
        table: The mean scores of the pool's members with each other under this plan, as
            `members_table` returns them; by default these games are played now.
        progress: Called with the name of each long step; returns its progress callback.
        keep: Called with the results of the challenger's games with the pool, which then include
            a record of each game (strikes, turns and so on).

    Raises:
        AgentError: If an agent cannot play.
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
    weighted = _mean(shares @ scores, plan)
    return Report(
        agent=challenger.address,
        version=challenger.version,
        pool=pool.name,
        players=plan.rules.players,
        scoring=plan.scoring,
        games=plan.games,
        seed=plan.seed,
        **interval(_mean(scores.mean(axis=0), plan)),
        weighted=weighted.value,
        weighted_sem=weighted.sem,
        effective_members=effective(shares),
        worst=float(means.min()),
        worst_member=members[int(means.argmin())].address,
        quantiles={str(q): float(np.quantile(means, q)) for q in QUANTILES},
        strikeouts=float(played.struck.mean()),
        distribution=_distribution(scores, plan),
        generalist=float(generalist.mean()),
        generalist_agent=members[int(whole.mean(axis=1).argmax())].address,
        oracle=float(oracle.mean()),
        self_play=float(alone.mean()),
        self_play_sem=_mean(alone, plan).sem,
        self_play_strikeouts=float(with_itself.struck.mean()),
        self_play_distribution=_distribution(alone, plan),
        members_self_play=float(whole.diagonal().mean()),
        pairwise=float(whole.mean()),
        by_deal=[round(float(value), 6) for value in scores.mean(axis=0)],
        members=[
            MemberReport(
                agent=member.address,
                title=member.title,
                version=member.version,
                **interval(_mean(scores[i], plan)),
                strikeouts=float(played.struck[0, i].mean()),
                generalist=float(generalist[i]),
                oracle=float(oracle[i]),
                weight=float(shares[i]),
                best_partner=members[int(best[i])].address,
                self_play=float(whole[i, i]),
            )
            for i, member in enumerate(members)
        ],
        shown=plan.shown,
        **_sessions(scores, plan),
        **own_lines(challenger.pool, scores, members, plan),
    )


def members_table(members: Sequence[Entry], plan: Plan, progress: Progress = no_progress) -> Floats:
    """Return the mean score of each of the n members with every member, over even and odd deals
    separately, shape (2, n, n); with a single deal both parts are equal.

    `plan` gives rules, deals and scoring; `progress` is called with the number of parts done and
    the total number of parts.
    """
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
    """Return two baselines from a pool's own members, each the scores with every one of the n
    members as partner, shape (n,): those of the single member that is best with the whole pool,
    and those of the member that is best with the partner in question.

    `table` is the result of `members_table`, shape (2, n, n). The best members are chosen on one
    half of the deals and scored on the other, and vice versa.
    """
    numbers = np.arange(table.shape[1])
    fixed, best = [], []
    for scored, seen in (table, table[::-1]):
        fixed.append(scored[int(seen.mean(axis=1).argmax())])
        best.append(scored[seen.argmax(axis=0), numbers])
    return np.mean(fixed, axis=0), np.mean(best, axis=0)


def _distribution(scores: Floats, plan: Plan) -> list[int]:
    """Return the number of games with each score."""
    whole = scores.astype(np.int64).ravel()
    counts: list[int] = np.bincount(whole, minlength=plan.rules.max_score + 1).tolist()
    return counts


def _mean(scores: Floats, plan: Plan, least: float = 0) -> Estimate:
    """Return the mean of the scores, shape (games,) in the order of play, with sessions as units.
    `least` is the lowest possible value.
    """
    by_session = scores.reshape(-1, plan.session).mean(axis=1)
    return mean(by_session).within(least, plan.rules.max_score)


def _sessions(scores: Floats, plan: Plan) -> dict[str, Any]:
    """Return the fields of sessions: the mean over the pool by the game's position."""
    if plan.session == 1:
        return {}
    by_place = scores.mean(axis=0).reshape(-1, plan.session)
    one = replace(plan, games=len(by_place), session=1)
    places = [PlaceReport(**interval(_mean(place, one))) for place in by_place.T]
    return {"session": plan.session, "by_game": places}


SCREEN_GAMES = 16
FINALISTS, FINAL_GAMES = 12, 64

Numbers = npt.NDArray[np.int64]


def own_lines(pool: str, scores: Floats, members: Sequence[Entry], plan: Plan) -> dict[str, Any]:
    """Return baselines for an adaptive agent that recognises partners by a pool of its own, and
    the agent's gains over them on the same deals.

    The baselines are the scores, with the evaluated partners `members`, of the best single member
    of the agent's own pool, and of that pool's best member for each partner. `pool` names the
    agent's own pool; `scores` are the agent's, shape (members, games). The keys are fields of
    `Report` that start with `own_`. Return an empty dictionary if `pool` is empty or the core
    cannot simulate the partners.
    """
    players, scoring = plan.rules.players, plan.scoring
    if not pool or not all(member.in_core(players) for member in members):
        return {}
    own = policies(pool, players)
    table = own.table.zero if scoring == "zero" else own.table.stacks
    chosen = own.entries[int(table.mean(axis=1).argmax())]
    generalist = play_in_core(plan.rules, [chosen], members, plan.games, plan.seed, plan.threads)
    oracle = best_responses(own.entries, members, plan)
    return {
        "own_pool": pool,
        "own_generalist_agent": chosen.address,
        **_line("own_generalist", generalist.scores(scoring)[0], scores, plan),
        **_line("own_oracle", oracle.scores(scoring), scores, plan),
    }


def _line(name: str, line: Floats, scores: Floats, plan: Plan) -> dict[str, Any]:
    gain = _mean((scores - line).mean(axis=0), plan, -plan.rules.max_score)
    return {name: float(line.mean()), f"{name}_gain": gain.value, f"{name}_gain_sem": gain.sem}


def best_responses(own: Sequence[Entry], members: Sequence[Entry], plan: Plan) -> PlayedGames:
    """Find, for each partner in `members`, the agent in `own` that scores most with it; return the
    games of each partner with its best agent, shape (members, games).

    All candidates are screened on a few separate games, the best few play more, and the winner
    plays the scored games, whose deals come from the plan's seed.
    """
    agents = [*own, *members]
    guests = np.arange(len(own))
    hosts = np.arange(len(members)) + len(own)
    first = np.array([(guest, host) for host in hosts for guest in guests])

    def play(pairs: Numbers, games: int, seed: str) -> PlayedGames:
        return play_pairs(plan.rules, agents, pairs.astype(np.uint16), games, seed, plan.threads)

    def means(pairs: Numbers, games: int, part: str) -> Floats:
        scores = play(pairs, games, f"{plan.seed} {part}").scores(plan.scoring)
        averages: Floats = scores.mean(axis=1).reshape(len(members), -1)
        return averages

    most = min(FINALISTS, len(own))
    order = np.argsort(-means(first, SCREEN_GAMES, "screen"), axis=1, kind="stable")[:, :most]
    finals = np.column_stack([order.ravel(), np.repeat(hosts, most)])
    winners = order[np.arange(len(members)), means(finals, FINAL_GAMES, "finals").argmax(axis=1)]
    return play(np.column_stack([winners, hosts]), plan.games, plan.seed)


TEMPERATURE = 0.01
"""Weight of the entropy term in `mixture`, in points per nat of entropy."""
STEPS = 5_000


def weights(table: Floats) -> Floats:
    """Return the weights of a pool's n members by Nash averaging, shape (n,), with sum 1. Members
    that play alike share one weight.

    `table`, shape (m, n), has the mean scores of m agents with the n members.
    """
    return np.frombuffer(_weights(table.astype(np.float64).tobytes(), len(table)))


@lru_cache(maxsize=32)
def _weights(table: bytes, challengers: int) -> bytes:
    """Compute the weights, cached because a page asks for the same pool repeatedly."""
    scores = np.frombuffer(table).reshape(challengers, -1)
    return mixture(scores.max(axis=0) - scores).tobytes()


def effective(shares: Floats) -> float:
    """Return the effective number of members, exp(entropy), of the weights `shares`, shape (n,),
    with sum 1.
    """
    some = shares[shares > 0]
    return float(np.exp(-(some * np.log(some)).sum()))


def mixture(paid: Floats) -> Floats:
    """Return the column player's optimal mixed strategy in a zero-sum game with n columns, shape
    (n,), with sum 1; if several are optimal, nearly the one of maximum entropy.

    `paid`, shape (m, n), is what the row player pays the column player. An entropy term, times
    TEMPERATURE, makes the row player's problem smooth; it is solved by accelerated mirror
    descent (Tseng 2008) in STEPS steps from the uniform strategy, and the column player's
    answers are averaged.
    """
    rows, columns = paid.shape
    gains = paid - (paid.max() + paid.min()) / 2
    steepness = max(float(np.abs(gains).max()) ** 2 / TEMPERATURE, 1e-12)
    here = mirror = np.full(rows, 1 / rows)
    mixed = np.full(columns, 1 / columns)
    for step in range(STEPS):
        pace = 2 / (step + 2)
        between = (1 - pace) * here + pace * mirror
        answer = _softmax(between @ gains / TEMPERATURE)
        mixed = (1 - pace) * mixed + pace * answer
        mirror = _softmax(np.log(np.maximum(mirror, 1e-300)) - gains @ answer / (steepness * pace))
        here = (1 - pace) * here + pace * mirror
    shares: Floats = mixed / mixed.sum()
    return shares


def _softmax(values: npt.NDArray[np.float64]) -> Floats:
    exponents = np.exp(values - values.max())
    shares: Floats = exponents / exponents.sum()
    return shares
