"""The report of an evaluation, as `manage.py evaluate --json` prints it and pages show it.

`rows_of` returns the evaluation's games as a table with one row per game.
"""

from typing import Any

import msgspec
import numpy as np
from msgspec import UNSET, Struct, UnsetType

from agents.entry import Entry
from agents.matchups.core_games import PlayedGames, Records, seats
from agents.matchups.playing import Plan
from analysis.evaluate.pools import Pool
from analysis.statistics import Estimate
from analysis.tables import Table
from native import End
from native.play.measures import MEASURES, TALLIES


class PlaceReport(Struct, frozen=True):
    """The mean score, over the pool, of the games at one position of a session (a series of games
    with one partner).
    """

    mean: float | None
    sem: float | None
    low: float | None = None
    high: float | None = None


class MemberReport(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The evaluated agent's scores with one member of the pool, and the member's scores within the
    pool.
    """

    agent: str
    """The address of the pool member, such as `rules:piers`."""
    title: str
    version: str
    mean: float
    sem: float | None
    low: float | None
    high: float | None
    strikeouts: float
    """Share of the agent's games with the member that ended with the last strike."""
    generalist: float
    """The mean score of this member together with the generalist, the one pool member that has the
    best mean over the whole pool."""
    oracle: float
    """The mean score of this member together with the pool member that is its best partner."""
    weight: float | None = None
    """The member's weight in the report's `weighted` mean; None in reports older than this
    field."""
    best_partner: str = ""
    self_play: float


class Report(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An agent's scores with the members of a pool: the mean over all members with its interval,
    the scores with each member, and baselines such as the agent's self-play and the pool's best
    member. `analysis.evaluate.evaluation.evaluate` defines them.

    Fields at their defaults are left out of the JSON: they concern sessions of several games, the
    partner's games shown to the agent beforehand, or an agent's own pool, which most reports do
    not have.
    """

    agent: str
    version: str
    pool: str
    players: int
    scoring: str
    games: int
    """The number of games with each member."""
    seed: str
    mean: float
    sem: float | None
    low: float | None
    high: float | None
    weighted: float | None = None
    weighted_sem: float | UnsetType | None = UNSET
    effective_members: float | None = None
    worst: float
    worst_member: str
    quantiles: dict[str, float] = {}
    strikeouts: float
    distribution: list[int]
    """The number of games with each score 0, 1, 2 … up to the highest possible."""
    generalist: float
    generalist_agent: str
    oracle: float
    self_play: float
    self_play_sem: float | None
    self_play_strikeouts: float | None = None
    self_play_distribution: list[int] = []
    members_self_play: float | None = None
    pairwise: float | None = None
    by_deal: list[float] = []
    """The mean score over the members on each deal, in order; empty in older reports."""
    members: list[MemberReport]
    shown: int = 0
    session: int = 1
    by_game: list[PlaceReport] = []
    own_pool: str = ""
    own_generalist_agent: str = ""
    own_generalist: float | None = None
    own_generalist_gain: float | None = None
    own_generalist_gain_sem: float | UnsetType | None = UNSET
    own_oracle: float | None = None
    own_oracle_gain: float | None = None
    own_oracle_gain_sem: float | UnsetType | None = UNSET
    practice: bool = False
    """Whether the agent's owner could know the deals beforehand."""

    @property
    def units(self) -> int:
        """The number of independent units behind each standard error: deals, or sessions if they
        have several games.
        """
        return self.games // self.session

    def as_json(self) -> dict[str, Any]:
        """Return the report as a dictionary for JSON, without fields at their defaults."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def read(stored: object) -> Report:
    """Convert a dictionary in the form of `Report.as_json` to a report. Raise
    msgspec.ValidationError if it has another form.
    """
    return msgspec.convert(stored, Report)


def interval(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate as a dictionary: `mean`, its standard error `sem`, and the ends `low` and
    `high` of its 95% interval, each None if unknown.
    """
    values = (estimate.value, estimate.sem, estimate.low, estimate.high)
    numbers = (None if value is None else float(value) for value in values)
    return dict(zip(("mean", "sem", "low", "high"), numbers, strict=True))


ENDS = {int(end): end.name.lower() for end in End}


def rows_of(challenger: Entry, pool: Pool, plan: Plan, played: PlayedGames) -> Table:
    """Return the games of an evaluation as a table with one row per game, by partner and deal.
    `played` are the results of the challenger's games with the pool, which must include a record
    of each game (`played.records`).

    Columns: `agent`, `partner`, `deal` (its number; all partners have the same deals), `game` (its
    position in the session with this partner, from 1), `seat` (the agent's, from 0), `stacks` and
    `zero` (the score under either scoring), `struck` (1 after a strikeout), `strikes`, `turns`,
    `end`, and each measure of all seats together, of the agent and of its partners, such as
    `communicativeness`, `communicativeness_agent` and `communicativeness_partner`. A measure is
    NaN where nothing could be measured.
    """
    assert played.records is not None
    partners, games = len(pool.members), plan.games
    kept, deals = played.records[0].ravel(), np.arange(games)
    struck = kept["end"] == End.STRIKEOUT
    stacks = kept["score"].astype(np.int64)
    return Table(
        {
            "agent": [challenger.address] * (partners * games),
            "partner": [member.address for member in pool.members for _ in range(games)],
            "deal": np.tile(deals, partners),
            "game": np.tile(1 + deals % plan.session, partners),
            "seat": np.tile(seats(plan.rules, games, plan.seed), partners),
            "stacks": stacks,
            "zero": np.where(struck, 0, stacks),
            "struck": struck.astype(np.int64),
            "strikes": kept["strikes"].astype(np.int64),
            "turns": kept["turns"].astype(np.int64),
            "end": [ENDS[end] for end in kept["end"].tolist()],
            **_measures(kept),
        }
    )


def _measures(kept: Records) -> dict[str, Any]:
    own, others = kept["own"], kept["others"]
    together = np.zeros(len(kept), own.dtype)
    for tally in TALLIES:
        together[tally] = own[tally] + others[tally]
    groups = {"": together, "_agent": own, "_partner": others}
    return {
        f"{name}{group}": measure.of_each(tallies)
        for name, measure in MEASURES.items()
        for group, tallies in groups.items()
    }
