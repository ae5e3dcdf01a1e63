"""Active tables, and closing abandoned ones."""

from contextlib import suppress
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from game.models import Move, Seating, Table
from game.tables import changes
from game.tables.refusals import Refused

ASLEEP_AFTER = timedelta(minutes=5)
CLOSED_AFTER = timedelta(days=1)


def awake(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return only the tables that were created, started or played at in the last five minutes
    (ASLEEP_AFTER), or at whose seats a person was then connected. Spectators do not count.
    """
    return tables.filter(_visited_since(timezone.now() - ASLEEP_AFTER))


def close_abandoned() -> int:
    """Close all unfinished tables unused for a day: no move, and no person connected at a seat.
    Return their number.

    Running games end; tables that never started are deleted.
    """
    lately = _visited_since(timezone.now() - CLOSED_AFTER)
    left = Table.objects.exclude(status=Table.Status.FINISHED).exclude(lately)
    closed = 0
    for slug in list(left.values_list("slug", flat=True)):
        with suppress(Refused):  # The game has ended or been deleted meanwhile.
            changes.close(slug, "The game was closed: nobody had been here for a day.")
            closed += 1
    return closed


def _visited_since(moment: datetime) -> Q:
    table = OuterRef("pk")
    return (
        Q(created__gte=moment)
        | Q(started__gte=moment)
        | Q(Exists(Seating.objects.filter(table=table, last_seen__gte=moment)))
        | Q(Exists(Move.objects.filter(table=table, at__gte=moment)))
    )
