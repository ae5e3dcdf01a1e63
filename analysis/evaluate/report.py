"""The report of an evaluation: what `manage.py evaluate --json` prints and pages show."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from analysis.statistics import Estimate


class PlaceReport(Struct, frozen=True):
    """The mean score of one game of a session, over the pool."""

    mean: float | None
    sem: float | None
    low: float | None = None
    high: float | None = None


class MemberReport(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The agent's games with one member of the pool, and the member's games within the pool."""

    agent: str
    """The member's address."""
    title: str
    version: str
    mean: float
    sem: float | None
    low: float | None
    high: float | None
    strikeouts: float
    """Share of the games that the last strike ended."""
    generalist: float
    """The mean score of the pool's generalist with this member."""
    oracle: float
    """The mean score of the member's best partner in the pool."""
    weight: float | None = None
    """The member's share of `weighted`; None in reports from before it was counted."""
    best_partner: str = ""
    self_play: float


class Report(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How an agent scores with the members of a pool. `evaluate` defines the figures.

    Fields with a default are missing from the JSON of reports that do not have them: those of
    sessions, shown games and agents with a pool of their own, and those that reports of earlier
    versions lack.
    """

    agent: str
    version: str
    pool: str
    players: int
    scoring: str
    games: int
    """Games with each member."""
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
    """Games by score."""
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
    """The mean over the members on each deal."""
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

    def as_json(self) -> dict[str, Any]:
        """Return the report as a dictionary for JSON, without fields at their defaults."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found


def read(stored: object) -> Report:
    """Return the report of a dictionary from `Report.as_json`. Raise msgspec.ValidationError if it
    is none."""
    return msgspec.convert(stored, Report)


def interval(estimate: Estimate) -> dict[str, Any]:
    """Return the fields `mean`, `sem`, `low` and `high` of an estimate."""
    values = (estimate.value, estimate.sem, estimate.low, estimate.high)
    numbers = (None if value is None else float(value) for value in values)
    return dict(zip(("mean", "sem", "low", "high"), numbers, strict=True))
