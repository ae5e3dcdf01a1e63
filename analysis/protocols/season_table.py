"""The table of a sealed season (`analysis.protocols.seasons`): places, scores and regret of its
submissions.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.protocols.best_responses import BestResponse, regret
from analysis.protocols.season_record import SCORING, Entrant
from analysis.protocols.standing import Standing, ahead
from analysis.statistics import Estimate, ranks, welch


class SeasonRow(NamedTuple):
    """A row of a season's table: a submission with its place and its scores with the pool's
    members, which are known by their numbers.
    """

    place: tuple[int, int]
    """The best and the worst place that comparisons with the other submissions allow."""
    agent: str
    version: str
    mean: Estimate
    regret: float
    """Mean, over members, of the points by which its score is below the best known score with that
    member (see `yardstick`)."""
    regret_margin: float | None
    """Half the width of the 95% interval of `regret`; None if no best responses are known."""
    worst: float
    worst_member: int
    """The number, from 1, of the member with which the submission has its lowest mean score,
    `worst`."""
    replayed: bool
    """Whether the agent played over a socket, so that its games can be replayed but not played
    again."""
    games: int


def yardstick(found: Sequence[BestResponse]) -> str:
    """Return a phrase for the table that says what a season's regret is measured against: the best
    responses `found` or, without them, the best submission with each member.
    """
    if found:
        return "the best response found for each member, or the best submission if it scores more"
    return "the best submission with each member"


def table(
    done: Iterable[Standing],
    found: Sequence[BestResponse] = (),
    sent: Sequence[Entrant] = (),
) -> list[SeasonRow]:
    """Return the rows of a season's table, the highest mean score first.

    Args:
        done: The results of its submissions.
        found: The best responses to the pool's members; empty if they are not known.
        sent: The submissions, which say which agents played over a socket. Such an agent had deals
            of its own, so it is compared with others without pairing by deal.
    """
    elsewhere = {(one.agent, one.version) for one in sent if one.record}

    def own_deals(one: Standing) -> bool:
        return (one.agent, one.version) in elsewhere

    def compared(one: Standing, other: Standing) -> Estimate:
        if own_deals(one) or own_deals(other):
            return welch(one.mean(SCORING), other.mean(SCORING))
        return ahead(one.units(SCORING), other.units(SCORING))

    standings = list(done)
    if not standings:
        return []
    by_member: npt.NDArray[np.float64] = np.array([one.by_member(SCORING) for one in standings])
    best = by_member.max(axis=0)
    if found:
        best = np.maximum(best, [one.mean for one in found])
    behind = (best - by_member).mean(axis=1)
    places = ranks(standings, compared)
    rows = [
        SeasonRow(
            place=places[at],
            agent=one.agent,
            version=one.version,
            mean=one.mean(SCORING),
            regret=float(behind[at]),
            regret_margin=regret(one.mean(SCORING), found).margin if found else None,
            worst=float(by_member[at].min()),
            worst_member=int(by_member[at].argmin()) + 1,
            replayed=own_deals(one),
            games=one.games,
        )
        for at, one in enumerate(standings)
    ]
    return sorted(rows, key=lambda row: -(row.mean.value or 0))
