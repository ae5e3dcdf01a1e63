"""The figure of the stored best responses: the strongest agent found for each partner."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from agents import registry
from agents.contract import AgentError
from agents.kinds import elites
from analysis.charts import dots
from analysis.collections import title
from analysis.figures import Figure
from analysis.protocols.best_responses import BestResponse, together
from analysis.statistics import Estimate
from analysis.tables import Column, Rows

OTHERS = "Other agents"


class ResponseRow(NamedTuple):
    """A row of the figure of best responses: a partner, and the strongest agent found for it."""

    partner: str
    players: int
    best_response: str
    mean: Estimate
    games: int
    candidates: int
    address: Annotated[str, Column(on_page=False)]
    best_address: Annotated[str, Column(on_page=False)]
    command: Annotated[str, Column(on_page=False)]


def figure(responses: Sequence[BestResponse]) -> Figure | None:
    """Draw the mean scores of best responses by group of partners (an archive or other agents, and
    the number of players), with a table of all partners; return None if `responses` is empty.
    """
    if not responses:
        return None
    groups: dict[str, list[BestResponse]] = {}
    for one in responses:
        groups.setdefault(_group(one), []).append(one)
    means = {f"{name} ({len(mine)})": together(mine) for name, mine in sorted(groups.items())}
    return Figure(
        name="best-responses",
        title="The best responses that were found",
        table=Rows(
            ResponseRow,
            [
                ResponseRow(
                    *(_partner(one), one.players, title(one.best), one.estimate, one.games),
                    *(one.tried, one.partner, one.best, one.command),
                )
                for one in responses
            ],
        ),
        games=sum(one.games for one in responses),
        note="For each partner the strongest of searches over it, agents that expect it, the "
        "partner itself and the quick members of a pool, chosen by a sequential test and measured "
        "again on fresh deals; three strikes score 0. What a perfect partner scores is at least "
        "that. Drawn: means over the partners of a group (their number in brackets), with 95% "
        "intervals over games. Of an archive ten elites were taken at equal steps through its "
        "cells. The table has every partner; its files have the commands. A partner with an "
        "asterisk has changed or is gone: the games were played with its earlier version.",
        **dots({"best response to each": list(means.items())}, "mean score", list(means)),
    )


def _partner(one: BestResponse) -> str:
    """Return the partner's title, with an asterisk if its version has changed since the games."""
    try:
        same = registry.find(one.partner).version == one.partner_version
    except AgentError:  # of a run that was deleted
        same = False
    return title(one.partner) + ("" if same else " *")


def _group(one: BestResponse) -> str:
    """Return the name of a partner's group: its archive, or OTHERS, and the number of players."""
    run = elites.run_of(one.partner)
    name = f"Elites of {run}" if run else OTHERS
    return f"{name}, {one.players} players"
