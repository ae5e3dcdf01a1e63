"""What nobody needs any more, and when it goes. Finished games stay."""

from __future__ import annotations

from datetime import timedelta

from django.core.management import call_command
from django.utils import timezone

from game.models import PRESENCE_FADES_AFTER, Player, Watchers
from game.tables.awake import close_abandoned

IDLE_GUESTS = timedelta(days=30)
"""Who sat at no table that is still here, and brought no game of their own meanwhile."""
TASKS_DAYS = 30
"""For which the records of the worker's tasks are kept."""


def tidy() -> dict[str, int]:
    """Do all of it; how much of each went. Safe to run at any time, and again."""
    closed = close_abandoned()
    since = timezone.now() - IDLE_GUESTS
    guests = Player.objects.filter(user=None, seatings=None, person=None, created__lt=since)
    # Their uploads would go with them.
    guests = guests.exclude(uploads__at__gte=since)
    idle = guests.count()
    guests.delete()
    # A killed process says goodbye for nobody.
    Watchers.objects.filter(seen__lt=timezone.now() - PRESENCE_FADES_AFTER).delete()
    call_command("clearsessions", verbosity=0)
    call_command("prune_db_task_results", min_age_days=TASKS_DAYS, verbosity=0)
    return {"abandoned tables": closed, "idle guests": idle}
