"""Ad-hoc performance of an agent: with people, with itself, and with pools of partners."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from agents import registry
from agents.contract import AgentError
from agents.matchups.playing import Plan
from agents.pools.members import LITERATURE7
from analysis.evaluate import archive_evaluation
from analysis.evaluate.archive_evaluation import ArchiveEvaluation
from analysis.evaluate.evaluation import Floats, evaluate, members_table
from analysis.evaluate.evaluation_figures import command
from analysis.evaluate.pools import PREFIX, Pool, pool_of
from analysis.evaluate.report import Report
from analysis.partners.scores import SCORES, Scores
from analysis.statistics import Estimate, mean, mean_of_strata, welch
from native import Rules

GAMES = 200
"""Games with each member of a small pool."""
SLOW_GAMES = 16
"""Games with each member if an agent is not a rule list and plays in Python."""
MOST_CHOSEN = 20
"""The most members of a pool that a page evaluates."""
SEED = "1"
LITERATURE = f"{PREFIX}literature7"


@dataclass(frozen=True)
class AdHocResult:
    """The scores of an agent with one kind of partner."""

    name: str
    mean: Estimate
    games: int
    struck: float | None
    """Share of the games that ended by the last strike."""
    distribution: Sequence[int]
    """Games by score."""
    members: int | None = None
    worst: float | None = None
    """The mean with the least suitable member."""
    best_fixed: float | None = None
    best_partners: float | None = None
    seed: str = ""
    command: str = ""
    deals: Floats | None = None
    """(deals,): the mean over the members; or (members, deals) if each has deals of its own."""


def compare(one: AdHocResult, other: AdHocResult) -> Estimate:
    """Return the first result's mean minus the second's: paired over the shared deals if the seeds
    are equal, else by Welch's test."""
    if one.deals is None or other.deals is None or one.seed != other.seed:
        return welch(one.mean, other.mean)
    if one.deals.ndim != other.deals.ndim:
        return welch(one.mean, other.mean)
    shared = min(one.deals.shape[-1], other.deals.shape[-1])
    gaps = one.deals[..., :shared] - other.deals[..., :shared]
    return mean_of_strata(gaps) if gaps.ndim > 1 else mean(gaps)


def with_people(scores: Scores, distribution: dict[int, int]) -> AdHocResult:
    """Return the result with people, from the traces."""
    return AdHocResult(
        "people",
        scores.mean,
        scores.games,
        scores.strikeouts[0] if scores.strikeouts else None,
        list(distribution.values()),
        members=scores.people,
    )


def report_with(address: str, pool: str, players: int, scoring: str) -> Report:
    """Return the evaluation with a pool: "literature7", or addresses separated by semicolons.

    Raises AgentError if an agent is unknown or the pool has too many.
    """
    addresses = LITERATURE7 if pool == LITERATURE else tuple(pool.split(";"))
    if len(addresses) > MOST_CHOSEN:
        raise AgentError(f"A page plays with at most {MOST_CHOSEN} agents, not {len(addresses)}.")
    agents = [registry.find(one) for one in (address, *addresses)]
    versions = tuple(agent.version for agent in agents)
    fast = all(agent.plays_in_core for agent in agents)
    return _report(address, pool, addresses, versions, players, scoring, fast)


@lru_cache(maxsize=512)
def _report(
    address: str,
    name: str,
    addresses: tuple[str, ...],
    versions: tuple[str, ...],
    players: int,
    scoring: str,
    fast: bool,
) -> Report:
    plan = Plan(Rules.standard(players), GAMES if fast else SLOW_GAMES, SEED, scoring)
    pool = pool_of(name, addresses, plan.rules)
    return evaluate(registry.find(address), pool, plan, _table(pool, versions[1:], plan))


def _table(pool: Pool, versions: tuple[str, ...], plan: Plan) -> Floats:
    addresses = tuple(member.address for member in pool.members)
    return _table_of(addresses, versions, plan.rules.players, plan.games, plan.scoring)


@lru_cache(maxsize=32)
def _table_of(
    addresses: tuple[str, ...], _versions: tuple[str, ...], players: int, games: int, scoring: str
) -> Floats:
    members = [registry.find(address) for address in addresses]
    return members_table(members, Plan(Rules.standard(players), games, SEED, scoring))


def with_itself(report: Report) -> AdHocResult:
    """Return the self-play result of an evaluation."""
    mean = Estimate(report.self_play, report.self_play_sem, report.games)
    return AdHocResult(
        "itself",
        mean.within(*SCORES),
        report.games,
        report.self_play_strikeouts,
        report.self_play_distribution,
        seed=report.seed,
        command=command(report),
    )


def with_pool(report: Report, version: str) -> AdHocResult:
    """Return the pool result of an evaluation; its name mentions the evaluated version if that
    differs from `version`."""
    name, played = report.pool.removeprefix(PREFIX), report.version
    return AdHocResult(
        name if played == version else f"{name} (version {played})",
        Estimate(report.mean, report.sem, report.games).within(*SCORES),
        report.games * len(report.members),
        report.strikeouts,
        report.distribution,
        members=len(report.members),
        worst=report.worst,
        best_fixed=report.generalist,
        best_partners=report.oracle,
        seed=report.seed,
        command=command(report),
        deals=np.array(report.by_deal) if report.by_deal else None,
    )


def with_elites(evaluation: ArchiveEvaluation, scoring: str) -> AdHocResult:
    """Return the result with the elites of an archive."""
    means = evaluation.means(scoring)
    best_fixed, best_partners = archive_evaluation.pool_itself(evaluation.archive, scoring)
    return AdHocResult(
        evaluation.archive.run,
        evaluation.mean(scoring).within(*SCORES),
        evaluation.games,
        evaluation.struck / evaluation.games,
        evaluation.distribution(scoring),
        members=len(means),
        worst=float(means.min()),
        best_fixed=best_fixed,
        best_partners=best_partners,
        seed=archive_evaluation.SEED,
        deals=evaluation.played.scores(scoring)[0],
    )
