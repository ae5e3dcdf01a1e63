"""Ad-hoc performance of an agent with people, with itself, and with pools of partners, and its
figures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, NamedTuple

import numpy as np

from agents import registry
from agents.contract import AgentError
from agents.matchups.playing import Plan
from analysis.charts import boxes, dots, rows_height
from analysis.evaluate import archive_evaluation
from analysis.evaluate.archive_evaluation import ArchiveEvaluation
from analysis.evaluate.evaluation import Floats, evaluate, members_table
from analysis.evaluate.evaluation_figures import command
from analysis.evaluate.pools import PREFIX, addresses, pool_of_entries
from analysis.evaluate.report import Report
from analysis.figures import Figure
from analysis.maps.layers import Layer
from analysis.maps.map_figures import map_figure
from analysis.partners.scores import SCORES, Scores
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean, mean_of_strata, rank_text, ranks, welch
from analysis.tables import Column, Rows
from native import Rules

GAMES = 200
"""Games with each member of a pool if the agent and all members are rule lists, which play in C."""
SLOW_GAMES = 16
"""Games with each member of a pool if the agent or a member plays in Python."""
MOST_CHOSEN = 20
"""The largest pool that a page evaluates an agent with."""
SEED = "1"
LITERATURE = f"{PREFIX}literature7"


@dataclass(frozen=True)
class Performance:
    """A row of the figure of ad-hoc performance: an agent's scores with one kind of partner, which
    are people, copies of itself, the members of a pool or the elites of an archive. `members` is
    the number of people, members or elites; `best_fixed` and `best_partners` are the mean scores
    of the pool's best fixed agent and of each member's best partner.
    """

    name: Annotated[str, Column("with")]
    mean: Estimate
    games: int
    members: Annotated[int | None, Column("members or people")]
    struck: Annotated[float | None, Column("struck out", 3)]
    """Share of the games that ended by the last strike."""
    worst: Annotated[float | None, Column("worst member")] = None
    """The mean score with the member with which the agent scores least; None if the partners are
    people or copies of the agent."""
    best_fixed: Annotated[float | None, Column("best fixed agent")] = None
    best_partners: float | None = None
    seed: str = ""
    command: str = ""


@dataclass(frozen=True)
class AdHocResult(Performance):
    """A row of the figure of ad-hoc performance with the distribution of its scores, and, to
    compare two agents, the mean score on each deal.
    """

    distribution: Sequence[int] = ()
    """The number of games with each score 0, 1, 2 ..."""
    deals: Floats | None = None
    """The mean score over the members on each deal, shape (deals,); or, if each member has deals
    of its own, every score, shape (members, deals). None if deals are not known, or
    belong to sessions, whose games depend on each other."""


def compare(one: AdHocResult, other: AdHocResult) -> Estimate:
    """Return the mean score of the result `one` minus that of `other`.

    If both played the same deals (equal seeds), the difference is paired over them; otherwise the
    results are compared as independent samples, with Welch's interval.
    """
    if one.deals is None or other.deals is None:
        return welch(one.mean, other.mean)
    if (one.seed, one.deals.ndim) != (other.seed, other.deals.ndim):
        return welch(one.mean, other.mean)
    shared = min(one.deals.shape[-1], other.deals.shape[-1])
    gaps = one.deals[..., :shared] - other.deals[..., :shared]
    return mean_of_strata(gaps) if gaps.ndim > 1 else mean(gaps)


def with_people(scores: Scores, distribution: dict[int, int]) -> AdHocResult:
    """Return an agent's result with people as partners, from the `scores` of its games with them.
    `distribution` is {score: number of these games}, with every score from 0 up.
    """
    return AdHocResult(
        "people",
        scores.mean,
        scores.games,
        scores.people,
        scores.strikeouts[0] if scores.strikeouts else None,
        distribution=list(distribution.values()),
    )


def report_with(address: str, pool: str, players: int, scoring: str) -> Report:
    """Evaluate the agent at `address` with the partners `pool` at tables of `players`, and return
    the report, cached in the process.

    `pool` is a list of agents and pools separated by semicolons, such as "pool:literature7";
    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes). Raises AgentError if an
    agent is unknown or cannot play, or if there are more than MOST_CHOSEN partners.
    """
    partners = tuple(addresses(pool))
    if len(partners) > MOST_CHOSEN:
        raise AgentError(f"A page plays with at most {MOST_CHOSEN} agents, not {len(partners)}.")
    everybody = (address, *partners)
    versions = tuple(registry.find(one).version for one in everybody)
    return _report(pool, everybody, versions, players, scoring)


@lru_cache(maxsize=512)
def _report(
    pool: str, everybody: tuple[str, ...], versions: tuple[str, ...], players: int, scoring: str
) -> Report:
    """Evaluate the first agent with the others. Versions are part of the cache key."""
    agent, *members = (registry.find(address) for address in everybody)
    fast = all(one.plays_in_core for one in (agent, *members))
    plan = Plan(Rules.standard(players), GAMES if fast else SLOW_GAMES, SEED, scoring)
    partners = pool_of_entries(pool, members, plan.rules)
    return evaluate(agent, partners, plan, _table(everybody[1:], versions[1:], plan))


@lru_cache(maxsize=32)
def _table(members: tuple[str, ...], _versions: tuple[str, ...], plan: Plan) -> Floats:
    return members_table([registry.find(address) for address in members], plan)


def with_itself(report: Report) -> AdHocResult:
    """Return an agent's self-play result, taken from the report of its evaluation with any pool."""
    mean = Estimate(report.self_play, report.self_play_sem, report.units)
    return AdHocResult(
        "itself",
        mean.within(*SCORES),
        report.games,
        None,
        report.self_play_strikeouts,
        distribution=report.self_play_distribution,
        seed=report.seed,
        command=command(report),
    )


def with_pool(report: Report, version: str) -> AdHocResult:
    """Return an agent's result with a pool of partners, from the report of its evaluation with
    them.

    `version` is the agent's current version. If the report is of another version, the result's
    name includes that version.
    """
    name, played = report.pool.removeprefix(PREFIX), report.version
    return AdHocResult(
        name if played == version else f"{name} (version {played})",
        Estimate(report.mean, report.sem, report.units).within(*SCORES),
        report.games * len(report.members),
        len(report.members),
        report.strikeouts,
        distribution=report.distribution,
        worst=report.worst,
        best_fixed=report.generalist,
        best_partners=report.oracle,
        seed=report.seed,
        command=command(report),
        deals=np.array(report.by_deal) if report.by_deal and report.session == 1 else None,
    )


def with_elites(evaluation: ArchiveEvaluation, scoring: str) -> AdHocResult:
    """Return an agent's result with the elites of an archive, from its evaluation with them.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    means = evaluation.means(scoring)
    best_fixed, best_partners = archive_evaluation.pool_itself(evaluation.archive, scoring)
    return AdHocResult(
        evaluation.archive.run,
        evaluation.mean(scoring).within(*SCORES),
        evaluation.games,
        len(means),
        evaluation.struck / evaluation.games,
        distribution=evaluation.distribution(scoring),
        worst=float(means.min()),
        best_fixed=best_fixed,
        best_partners=best_partners,
        seed=archive_evaluation.SEED,
        deals=evaluation.played.scores(scoring)[0],
    )


NOBODY = Estimate()


class Spread(NamedTuple):
    """A row of the figure of score distributions: the share of an agent's games with one kind of
    partner that end with each score.
    """

    name: Annotated[str, Column("with")]
    shares: Sequence[float | None]


class AdhocRow(NamedTuple):
    """A row of the ranking of agents: an agent with its place by mean score over one pool."""

    agent: str
    place: str
    mean: Estimate
    ahead: Annotated[Estimate, Column("ahead of the next by", ends=("low ahead", "high ahead"))]
    p: Annotated[float | None, Column(form=".1g")]
    worst_member: float | None
    struck_out: Annotated[float | None, Column(digits=3)]
    games: int
    members: int | None
    address: str


def performance(companies: Sequence[AdHocResult], scoring: str) -> Figure:
    """Return the figure of an agent's mean score with each kind of partner.

    `companies` are the agent's results, one for each kind of partner; `scoring`, "stacks" (cards
    played) or "zero" (0 if lost by strikes), is the scoring of all these results.
    """
    names = [one.name for one in companies]

    def lines(values: Sequence[float | None]) -> list[tuple[str, Estimate]]:
        return [(name, Estimate(v)) for name, v in zip(names, values, strict=True)]

    chart = dots(
        {
            "this agent": list(zip(names, [one.mean for one in companies], strict=True)),
            "best fixed agent of the pool": lines([one.best_fixed for one in companies]),
            "best partners within the pool": lines([one.best_partners for one in companies]),
        },
        f"mean score ({SAID[scoring]})",
        names,
    )
    return Figure(
        name="adhoc",
        title="Ad-hoc performance",
        table=Rows(Performance, companies),
        games=sum(one.games for one in companies),
        seed=", ".join(dict.fromkeys(one.seed for one in companies if one.seed)),
        note="The mean over the members of a pool. 95% intervals by Student's t: with people the "
        "units are people, with small pools the deals, which all members share; the elites of an "
        f"archive get {archive_evaluation.GAMES} deals each of their own. Best fixed agent: the "
        "member with the best mean over the pool. Best partners: each member with its best partner "
        "in the pool; a dash where the pool was not played under this scoring.",
        **chart,
    )


def spread(companies: Sequence[AdHocResult], scoring: str) -> Figure:
    """Return the figure of the distribution of an agent's scores, with one row for each kind of
    partner.

    `companies` are the agent's results, one for each kind of partner; `scoring`, "stacks" (cards
    played) or "zero" (0 if lost by strikes), is the scoring of all these results.
    """
    most = max(len(one.distribution) for one in companies)
    counts = [[*one.distribution, *[0] * (most - len(one.distribution))] for one in companies]
    rows = [
        Spread(one.name, [count / one.games if one.games else None for count in row])
        for one, row in zip(companies, counts, strict=True)
    ]
    return Figure(
        name="spread",
        title="How the scores spread",
        table=Rows(Spread, rows, {"shares": [str(score) for score in range(most)]}),
        games=sum(one.games for one in companies),
        seed=", ".join(dict.fromkeys(one.seed for one in companies if one.seed)),
        note="The box holds the middle half of the games, its line is the median, the whiskers "
        "leave out one game in twenty at each end; the table has the share of every score.",
        traces=[boxes({one.name: one.distribution for one in companies if one.games})],
        layout={
            "xaxis": {"title": {"text": f"score ({SAID[scoring]})"}, "range": [-0.5, most]},
            "yaxis": {"autorange": "reversed"},
        },
        height=rows_height(len(companies)),
    )


def by_elite(evaluation: ArchiveEvaluation, title: str, scoring: str) -> Figure:
    """Return the figure of an agent's mean score with each elite of an archive, as a map. `title`
    is the agent's name.

    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    places = [(cell.row, cell.column) for cell in evaluation.archive.valid]
    means = [float(mean) for mean in evaluation.means(scoring)]
    layer = Layer(
        "adhoc",
        f"{title} with each elite",
        dict(zip(places, means, strict=True)),
        note=f"Mean score ({SAID[scoring]}) of this agent with the elite of the cell, over "
        f"{archive_evaluation.GAMES} games or all that are stored; a single cell of "
        f"{archive_evaluation.GAMES} games is uncertain by about one and a half points.",
        games=evaluation.games,
        seed=archive_evaluation.SEED,
    )
    return map_figure(evaluation.archive, layer)


def standings(companies: Sequence[tuple[str, str, AdHocResult]], scoring: str) -> Figure:
    """Return the figure that ranks agents by their mean score over one pool of partners, best
    first. An agent's place is a range if the games do not separate it from its neighbours.

    Args:
        companies: Address, title and result of each agent; all results are with the same pool.
        scoring: That of the results: "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    best_first = sorted(companies, key=lambda row: -(row[2].mean.value or 0))
    results = [one for *_, one in best_first]
    places = ranks(results, compare)
    gaps = [compare(one, following) for one, following in pairwise(results)]
    pool = best_first[0][2] if best_first else None
    chart = dots(
        {
            "mean over the pool": [(name, one.mean) for _, name, one in best_first],
            "with the worst member": [(name, Estimate(one.worst)) for _, name, one in best_first],
        },
        f"mean score ({SAID[scoring]})",
    )
    rows = [
        AdhocRow(
            *(name, rank_text(place), one.mean, gap, gap.p),
            *(one.worst, one.struck, one.games, one.members, address),
        )
        for (address, name, one), place, gap in zip(
            best_first, places, [*gaps, NOBODY], strict=False
        )
    ]
    return Figure(
        name="standings",
        title=f"Agents with {pool.name}" if pool else "Agents with agents",
        table=Rows(AdhocRow, rows),
        games=sum(one.games for *_, one in best_first),
        seed=pool.seed if pool else "",
        note="95% intervals by Student's t over deals. Agents are compared on the deals that both "
        "were given, all those named here on the same ones, others by Welch's test; a place is "
        "the range of places that these tests (5% over all pairs, Bonferroni) don't rule out. "
        "manage.py evaluate plays more games, and with --keep adds agents from elsewhere to this "
        "table.",
        **chart,
    )
