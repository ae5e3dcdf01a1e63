"""The daily deal: one deal per day for everybody, one attempt each, with a chosen partner."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from game.models import DailyDeal, Note, Player, Seating, Table
from game.tables.changes import SeatPlan, create
from game.tables.state import TERMINATED

PLAYERS = 2
OPENING = "The daily deal: one attempt, until midnight UTC. Three strikes score 0."


@dataclass(frozen=True)
class Attempt:
    """A finished game on a daily deal, as a row of its table of results: the person's `name`, the
    `partner` with its `address`, whether the game was ended early (`gave_up`), and whether it is
    the viewer's own (`mine`).
    """

    name: str
    partner: str
    address: str
    score: int
    gave_up: bool
    mine: bool
    slug: str


def today() -> date:
    """Return the current day in UTC, so that it changes for everybody at once."""
    return timezone.now().date()


def ends(day: date | None = None) -> datetime:
    """Return the end of a day in UTC, by default the current one, when a new deal comes."""
    return datetime.combine((day or today()) + timedelta(days=1), time(), UTC)


def deal_of_today() -> DailyDeal:
    """Return today's deal, created if there is none yet."""
    return DailyDeal.objects.get_or_create(day=today())[0]


def attempt_of(deal: DailyDeal, player: Player | None) -> Table | None:
    """Return the table of this person's attempt at the deal, finished or not; None if they have
    not begun.
    """
    return None if player is None else deal.tables.filter(creator=player).first()


def attempt_of_today(player: Player | None) -> Table | None:
    """Return the table of this person's attempt at today's deal, like `attempt_of`, with one SQL
    statement.
    """
    if player is None:
        return None
    return Table.objects.filter(daily__day=today(), creator=player).first()


def begin(player: Player, address: str) -> Table:
    """Return the person's table for today's deal; the first call creates it, with the agent at
    `address` as partner, and its log says that it is the daily deal.

    Raise Refused if the agent is unknown or cannot play here.
    """
    with transaction.atomic():
        # Serialise concurrent requests (a double click), so that there is one attempt.
        deal = DailyDeal.objects.select_for_update().get(pk=deal_of_today().pk)
        existing = attempt_of(deal, player)
        if existing is not None:
            return existing
        plans = [SeatPlan(player=player), SeatPlan(address=address)]
        table = create(
            plans,
            player,
            daily=deal,
            seed=deal.seed,
            listed=False,
            conventions=settings.DAILY_CONVENTIONS,
        )
        Note.objects.create(table=table, version=0, turn=1, text=OPENING)
        return table


def results(deal: DailyDeal, player: Player | None) -> list[Attempt]:
    """Return the attempts at a deal that were finished on its day, best score first; ties in order
    of completion. Later the cards are open, so games finished then do not count.

    The attempt of `player` is marked as `mine`.
    """
    on_its_day = {"status": Table.Status.FINISHED, "finished__lt": ends(deal.day)}
    tables = deal.tables.filter(**on_its_day).order_by("finished")
    rows = [_result(table, player) for table in tables.prefetch_related("seatings")]
    return sorted(rows, key=lambda row: -row.score)


def score(table: Table) -> int:
    """Return the score of a finished attempt: the number of cards played; 0 after the last strike,
    or if the player gave up.
    """
    return 0 if table.ending == TERMINATED else table.zero


def _result(table: Table, player: Player | None) -> Attempt:
    seats = {seat.kind: seat for seat in table.seatings.all()}
    person, agent = seats[Seating.Kind.PERSON], seats[Seating.Kind.AGENT]
    return Attempt(
        name=person.name,
        partner=agent.name,
        address=agent.address,
        score=score(table),
        gave_up=table.ending == TERMINATED,
        mine=player is not None and person.player_id == player.pk,
        slug=table.slug,
    )
