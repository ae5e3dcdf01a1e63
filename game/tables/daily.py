"""The daily deal: one a day for everybody, one attempt each, with a partner of one's choice."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils import timezone

from game.models import DailyDeal, Player, Seating, Table
from game.tables.changes import SeatPlan, create

PLAYERS = 2


@dataclass(frozen=True)
class Result:
    """A finished attempt."""

    name: str
    partner: str
    address: str
    score: int
    """0 after the last strike, and for who gave up."""
    gave_up: bool
    mine: bool
    slug: str


def today() -> date:
    """Days change at midnight UTC, for everybody at once."""
    return timezone.now().date()


def deal_of_today() -> DailyDeal:
    return DailyDeal.objects.get_or_create(day=today())[0]


def attempt_of(deal: DailyDeal, player: Player | None) -> Table | None:
    """The table at which this person played the deal, or plays it."""
    return None if player is None else deal.tables.filter(creator=player).first()


def begin(player: Player, address: str) -> Table:
    """The person's one attempt at today's deal: a new table, or the one that there is already.

    Raises Refused for an agent that there is not, or that cannot play here.
    """
    with transaction.atomic():
        # Two clicks at once wait here for each other.
        deal = DailyDeal.objects.select_for_update().get(pk=deal_of_today().pk)
        existing = attempt_of(deal, player)
        if existing is not None:
            return existing
        plans = [SeatPlan(player=player), SeatPlan(address=address)]
        return create(plans, player, daily=deal, seed=deal.seed, listed=False)


def results(deal: DailyDeal, player: Player | None) -> list[Result]:
    """The best first, and of the same score who was ready first."""
    tables = deal.tables.filter(status=Table.Status.FINISHED).order_by("finished")
    rows = [_result(table, player) for table in tables.prefetch_related("seatings")]
    return sorted(rows, key=lambda row: -row.score)


def _result(table: Table, player: Player | None) -> Result:
    seats = {seat.kind: seat for seat in table.seatings.all()}
    person, agent = seats[Seating.Kind.PERSON], seats[Seating.Kind.AGENT]
    gave_up = table.ending == "terminated"
    return Result(
        name=person.name,
        partner=agent.name,
        address=agent.address,
        score=0 if gave_up else table.zero,
        gave_up=gave_up,
        mine=player is not None and person.player_id == player.pk,
        slug=table.slug,
    )
