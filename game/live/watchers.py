"""How many watch a table without a seat: counted here by windows, and noted for all processes in
one row of this one, however many come."""

from __future__ import annotations

import secrets
from collections import Counter
from time import monotonic

from django.db.models import Sum
from django.utils import timezone

from game.models import PRESENCE_FADES_AFTER
from game.models import Watchers as Row
from game.tables.state import TableState

PROCESS = secrets.token_hex(8)
REFRESHED_AFTER = PRESENCE_FADES_AFTER.total_seconds() / 4
"""Seconds: an older count may be that of a killed process, which says goodbye for nobody."""

_here: Counter[str] = Counter()
"""Windows of this process by table."""
_noted: dict[str, tuple[int, float]] = {}
"""What the database has of them, and since when."""


def came(slug: str) -> None:
    """A window was opened."""
    _here[slug] += 1


def went(slug: str) -> None:
    """One was closed."""
    _here[slug] -= 1
    if not _here[slug]:
        del _here[slug]


def count(state: TableState) -> int:
    """Of all processes; what this one knows is noted first. Asks the database."""
    note(state)
    fresh = Row.objects.filter(table=state.table, seen__gt=timezone.now() - PRESENCE_FADES_AFTER)
    return fresh.aggregate(all=Sum("count"))["all"] or 0


def note(state: TableState) -> None:
    """Write down how many of this process watch, if that is new or grows old."""
    slug = state.table.slug
    here, now = _here[slug], monotonic()
    noted, since = _noted.get(slug, (0, now))
    if here == noted and now - since < REFRESHED_AFTER:
        return
    if here:
        row = Row(table=state.table, process=PROCESS, count=here, seen=timezone.now())
        Row.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["table", "process"],
            update_fields=["count", "seen"],
        )
        _noted[slug] = here, now
    else:
        Row.objects.filter(table=state.table, process=PROCESS).delete()
        _noted.pop(slug, None)
