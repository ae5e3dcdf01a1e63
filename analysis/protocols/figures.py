"""Figures of the evaluation protocols: standings, gains from seeing or remembering a partner's
games, and best responses.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

import numpy as np

from agents import registry
from agents.kinds import elites
from analysis.charts import dots, means_along, whole_ticks
from analysis.collections import title
from analysis.figures import Figure
from analysis.protocols import standing
from analysis.protocols.best_responses import BestResponse, better_known, regret, together
from analysis.protocols.protocol import Protocol
from analysis.protocols.standing import Floats, Standing, Standings, ahead
from analysis.scorings import SAID
from analysis.statistics import Estimate, mean, rank_text
from analysis.tables import Column, Rows

BEST_RESPONSE = "best response"
LINES = {
    standing.GENERALIST: "Generalist of the partners",
    standing.BEST_MEMBER: "Best pool member for each",
    standing.BAYES: "Knows all partners (Bayes)",
    BEST_RESPONSE: "Best response to each",
}
LINES_SAID = {
    standing.GENERALIST: "the one pool member that does best with all (generalist)",
    standing.BEST_MEMBER: "the pool member that is best with each",
    standing.BAYES: "an agent that knows them all and tells from the moves which one it plays with "
    "(Bayes)",
    BEST_RESPONSE: "the strongest agent found for each partner (manage.py best_response)",
}
REGRET_SAYS = " Regret is the mean score that an agent misses against the best responses."
MEMBER = "†"
"""The mark, in a figure, of an agent that is also one of the partners."""
MEMBERS_SAY = f" {MEMBER} is also one of the partners, so it meets copies of itself."
QUANTILES = (0.1, 0.25, 0.75, 0.9)
NOBODY = Estimate()
OTHERS = "Other agents"
"""The group, in the figure of best responses, of partners that are not from an archive."""


class StandingRow(NamedTuple):
    """A row of the figure of standings: an agent with its place and scores, or a reference line."""

    agent: str
    place: str
    mean: Estimate
    ahead: Annotated[Estimate, Column("ahead of the next by", ends=("low ahead", "high ahead"))]
    regret: Annotated[Estimate, Column(ends=("low regret", "high regret"))]
    with_the_worst_partner: float
    with_the_median_partner: float
    partners_below: Sequence[float]
    """Quantiles (QUANTILES) of the agent's mean scores with each partner."""
    struck_out: Annotated[float, Column(digits=3)]
    games: int
    address: str
    version: Annotated[str, Column(on_page=False)]


class Foreseen(NamedTuple):
    """A row of the figure of shown games: an agent that, before it plays with a partner, sees
    games of that partner with copies of itself.

    `mean` is the agent's mean score after seeing them; `added_by_seeing` is the number of points
    by which that exceeds its mean score on the same deals without seeing them.
    """

    agent: str
    mean: Estimate
    added_by_seeing: Annotated[Estimate, Column(ends=("low added", "high added"))]
    address: Annotated[str, Column(on_page=False)]


class Remembered(NamedTuple):
    """A row of the figure of sessions (several games in a row with one partner): an agent's mean
    score in the first, second … game, and the points that its memory of the earlier games adds.
    """

    agent: str
    game: int
    mean: Estimate
    added_by_memory: Annotated[Estimate, Column(ends=("low added", "high added"))]
    address: Annotated[str, Column(on_page=False)]


class ResponseRow(NamedTuple):
    """A row of the figure of best responses: a partner, and the strongest agent found for it."""

    partner: str
    players: int
    best_response: str
    mean: Estimate
    games: int
    candidates: int
    more_with: Annotated[str | None, Column("known to score more")]
    address: Annotated[str, Column(on_page=False)]
    best_address: Annotated[str, Column(on_page=False)]
    command: Annotated[str, Column(on_page=False)]


def standings(
    protocol: Protocol,
    stored: Standings,
    scoring: str,
    old: Collection[str] = (),
    members: Collection[str] = (),
    best: Sequence[BestResponse] = (),
) -> Figure:
    """Rank the agents in `stored` by their mean scores; agents that the results do not separate
    share a place.

    Args:
        protocol: The protocol under which they played.
        stored: The agents' results, and reference lines.
        scoring: "stacks" (cards played) or "zero" (0 if lost by strikes).
        old: Agents that were measured before their own or a partner's behaviour changed.
        members: The partners; agents among them are marked.
        best: The best responses to the partners; used only if `scoring` is "zero". The figure then
            shows each agent's regret, and the mean of the best responses in place of the reference
            line "best member".
    """
    best = best if scoring == "zero" else ()
    best_first = stored.best_first(scoring)
    agents = [one for one, _ in best_first]
    units = [one.units(scoring) for one in agents]
    gaps = iter([ahead(one, following) for one, following in pairwise(units)])
    means = [one.mean(scoring) for one in agents]
    names = {
        one.agent: title(one.agent)
        + (" (measured earlier)" if one.agent in old else "")
        + (f" {MEMBER}" if one.agent in members else "")
        for one in agents
    }
    labels = [f"{rank_text(place)}  {names[one.agent]}" for one, place in best_first]
    drawn = list(zip(labels, means, strict=True))
    lines = [line for line in stored.lines if not best or line.agent != standing.BEST_MEMBER]
    own = [(LINES[line.agent], line.mean(scoring)) for line in lines]
    own += [(LINES[BEST_RESPONSE], together(best))] if best else []
    series = {"agents": drawn, "for comparison": own} if own else {"": drawn}
    shown = [*(line.agent for line in lines), *([BEST_RESPONSE] if best else [])]
    unit = "sessions" if protocol.session > 1 else "deals"

    def row(name: str, place: str, found: Estimate, means: Floats, *rest: Any) -> StandingRow:
        missed = regret(found, best) if best else NOBODY
        gap = next(gaps, NOBODY)
        return StandingRow(name, place, found, gap, missed, *_with_partners(means), *rest)

    rows = [
        row(
            *(names[one.agent], rank_text(place), found, one.by_member(scoring)),
            *(one.struck / one.games, one.games, one.agent, one.version),
        )
        for (one, place), found in zip(best_first, means, strict=True)
    ]
    rows += [
        row(
            *(LINES[one.agent], "line", one.mean(scoring), one.by_member(scoring)),
            *(one.struck / one.games, one.games, "", ""),
        )
        for one in lines
    ]
    if best:
        played = sum(one.games for one in best)
        struck, each = sum(one.struck for one in best) / played, np.array([b.mean for b in best])
        line = row(LINES[BEST_RESPONSE], "line", together(best), each, struck, played, "", "")
        rows.append(line._replace(regret=Estimate(0.0)))
    return Figure(
        name="standings",
        title=protocol.title,
        table=Rows(
            StandingRow,
            rows,
            {
                "partners_below": [
                    Column(f"{share:.0%} of partners below", on_page=False) for share in QUANTILES
                ]
            },
        ),
        games=sum(one.games for one in agents),
        seed="standings-1 to standings-5",
        command=f"manage.py standings {protocol.name} --field --scoring {scoring}",
        note=f"{protocol.words} The places these results allow stand before each name; bars are "
        f"95% intervals over {unit}."
        + (MEMBERS_SAY if set(members) & set(names) else "")
        + (
            f" Lines for comparison: {', '.join(LINES_SAID[one] for one in shown)}."
            if shown
            else ""
        )
        + (REGRET_SAYS if best else ""),
        **dots(series if agents else {}, f"mean score ({SAID[scoring]})"),
    )


def _with_partners(means: Floats) -> tuple[float, float, list[float]]:
    """Return the lowest and the median of `means`, an agent's mean scores with each partner, and
    their quantiles (QUANTILES).
    """
    median, *quantiles = (float(number) for number in np.quantile(means, (0.5, *QUANTILES)))
    return float(means.min()), median, quantiles


def foreseen(protocol: Protocol, stored: Standings, plain: Standings, scoring: str) -> Figure:
    """Plot how many points each agent gains from seeing games that its partner plays with copies
    of the partner, before it plays with that partner.

    `stored` has the results of agents that saw such games, under `protocol`, whose `shown` is the
    number of these games. `plain` has those of agents that saw none, on the same deals.
    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    rows = [
        (one, one.mean(scoring), mean(_gaps(one, other, scoring).ravel()))
        for one, other in _in_both(stored, plain, scoring)
    ]
    drawn = [(title(one.agent), gain) for one, _, gain in rows if gain.value]
    return Figure(
        name="shown",
        title="What an agent gains from seeing its partner's games first",
        table=Rows(
            Foreseen,
            [Foreseen(title(one.agent), found, gain, one.agent) for one, found, gain in rows],
        ),
        games=sum(one.games for one, *_ in rows),
        seed="standings-1 to standings-5",
        command=f"manage.py standings {protocol.name} --field --scoring {scoring}",
        note=f"The agent first sees {protocol.shown} games that its partner plays with copies of "
        f"itself. Drawn: how many points ({SAID[scoring]}) that adds on the same deals, with 95% "
        "intervals over deals, for the agents that make use of it.",
        **dots({"": drawn}, "points that seeing the partner adds", rangemode="tozero"),
    )


def few_shot(protocol: Protocol, stored: Standings, plain: Standings, scoring: str) -> Figure:
    """Plot how many points each agent gains by remembering its partner, for the first, second …
    game of a session (games in a row with one partner).

    The gain is an agent's mean score in `stored` minus that in `plain`, which has the results on
    the same deals if agents forget everything after each game. `scoring` is "stacks" (cards
    played) or "zero" (0 if lost by strikes).
    """
    rows = [
        (one, other, gains(one, other, scoring)) for one, other in _in_both(stored, plain, scoring)
    ]
    learners = [row for row in rows if any(gain.value for gain in row[2])]
    drawn = {
        title(one.agent): [(float(place), gain) for place, gain in enumerate(gained, start=1)]
        for one, _, gained in learners
    }
    chart = means_along(
        drawn,
        "game with the same partner",
        "points that memory adds",
        across=whole_ticks(protocol.session),
    )
    chart["layout"] |= {"showlegend": True, "legend": {"orientation": "h"}}
    together = [
        f" {title(one.agent)}, games 2 to {protocol.session} together: {_signed(later)}."
        for one, other, _ in learners
        if (later := mean(_gaps(one, other, scoring)[:, 1:].mean(axis=1))).value is not None
    ]
    return Figure(
        name="few-shot",
        title="What an agent gains from game to game with the same partner",
        table=Rows(
            Remembered,
            [
                Remembered(title(one.agent), place, e, gain, one.agent)
                for one, _, gained in rows
                for place, (e, gain) in enumerate(zip(one.by_game(scoring), gained, strict=True), 1)
            ],
        ),
        games=sum(one.games for one, *_ in rows),
        seed="standings-1 to standings-5",
        command=f"manage.py standings {protocol.name} --field --scoring {scoring}",
        note=f"{protocol.session} games in a row with the same partner. Drawn: how many points "
        f"({SAID[scoring]}) an agent gains by remembering the earlier games, on the same deals, "
        "with 95% intervals over sessions. Agents that remember nothing gain nothing."
        + "".join(together),
        **chart,
        height=320,
    )


def _in_both(stored: Standings, plain: Standings, scoring: str) -> list[tuple[Standing, Standing]]:
    """Return (`stored`, `plain`) results of the agents measured in the same version under both
    protocols, best first.
    """
    fresh = {(one.agent, one.version): one for one in plain.agents}
    pairs = [(one, fresh.get((one.agent, one.version))) for one, _ in stored.best_first(scoring)]
    return [(one, other) for one, other in pairs if other]


def gains(one: Standing, other: Standing, scoring: str) -> list[Estimate]:
    """Return, for each game of a session (first, second ...), the mean score in `one` minus that
    in `other`, on the deals that both share.

    `one` and `other` may be results of the same agent under two protocols, or of two agents.
    `scoring` is "stacks" (cards played) or "zero" (0 if lost by strikes).
    """
    gaps = _gaps(one, other, scoring)
    return [mean(gaps[:, place]) for place in range(one.session)]


def _gaps(one: Standing, other: Standing, scoring: str) -> Floats:
    """Return one result's scores minus the other's on their shared deals, of shape (sessions,
    games in a session).
    """
    first, second = one.values(scoring), other.values(scoring)
    shared = min(len(first), len(second)) // one.session * one.session
    return (first[:shared] - second[:shared]).reshape(-1, one.session)


def _signed(gain: Estimate) -> str:
    margin = "" if gain.low is None else f" ({gain.low:+.2f} to {gain.high:+.2f})"
    return f"{gain.value:+.2f}{margin}"


def best_responses(responses: Sequence[BestResponse]) -> Figure | None:
    """Draw the mean scores of best responses by group of partners (an archive or other agents, and
    the number of players), with a table of all partners; return None if `responses` is empty.
    """
    if not responses:
        return None
    groups: dict[str, list[BestResponse]] = {}
    for one in responses:
        run = elites.run_of(one.partner)
        group = f"Elites of {run}" if run else OTHERS
        groups.setdefault(f"{group}, {one.players} players", []).append(one)
    known = {
        one: f"{title(best)}, {score:.2f}" for one, (best, score) in better_known(responses).items()
    }
    means = {f"{name} ({len(mine)})": together(mine) for name, mine in sorted(groups.items())}
    return Figure(
        name="best-responses",
        title="The best responses that were found",
        table=Rows(
            ResponseRow,
            [
                ResponseRow(
                    *(_partner(one), one.players, title(one.best), one.estimate, one.games),
                    *(one.tried, known.get(one), one.partner, one.best, one.command),
                )
                for one in responses
            ],
        ),
        games=sum(one.games for one in responses),
        note="For each partner the strongest of searches over it, agents that expect it, the "
        "partner itself and the quick members of a pool, chosen by a sequential test and measured "
        "again on fresh deals; three strikes score 0. What a perfect partner scores is at least "
        "that. Known to score more: the named agent that significantly does in the games of all "
        "pairs; there the best was not found. Drawn: means over the partners of a group (their "
        "number in brackets), with 95% intervals over games. Of an archive ten elites were taken "
        "at equal steps through its cells. The table has every partner; its files have the "
        "commands. A partner with an asterisk has changed or is gone: the games were played with "
        "its earlier version.",
        **dots({"best response to each": list(means.items())}, "mean score", list(means)),
    )


def _partner(one: BestResponse) -> str:
    """Return the partner's title, with an asterisk if its version has changed since the games."""
    entry = registry.find_if_any(one.partner)  # None if its run was deleted
    same = entry is not None and entry.version == one.partner_version
    return title(one.partner) + ("" if same else " *")
