"""`manage.py tidy`: close abandoned tables, and delete idle guests, old sessions and old task
records.

Finished games are deleted only where an experiment promised its participants to do so.
"""

from datetime import timedelta
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from analysis.studies.consent import delete_old
from analysis.traces.tables import collect
from game.models import PRESENCE_FADES_AFTER, Player, Watchers
from game.tables.awake import close_abandoned
from hanabi_site.operations.health import refuse_unless_prepared

IDLE_GUESTS = timedelta(days=30)
"""The age after which a guest is deleted who has no seat at any table and no recent upload."""
TASKS_DAYS = 30
"""The number of days for which the records of the background worker's tasks are stored."""


def tidy() -> dict[str, int]:
    """Close abandoned tables, store missing records (traces) of games, and delete idle guests,
    expired sessions, old task records and the data of experiments whose retention date has passed.

    Return counts by description: `abandoned tables` (closed), `idle guests` (deleted), `traces
    made` (stored) and `participants whose time is over` (participants of experiments whose data
    were deleted). It is safe to run at any time, and repeatedly.
    """
    closed = close_abandoned()
    # A process killed as a game ended has not stored its trace.
    traced = collect()
    since = timezone.now() - IDLE_GUESTS
    guests = Player.objects.filter(user=None, seatings=None, person=None, created__lt=since)
    # Deleting a guest would delete their recent uploads too.
    guests = guests.exclude(uploads__at__gte=since)
    idle = guests.count()
    guests.delete()
    # A killed process leaves the presence of its spectators behind.
    Watchers.objects.filter(seen__lt=timezone.now() - PRESENCE_FADES_AFTER).delete()
    withdrawn = delete_old()
    call_command("clearsessions", verbosity=0)
    call_command("prune_db_task_results", min_age_days=TASKS_DAYS, verbosity=0)
    return {
        "abandoned tables": closed,
        "idle guests": idle,
        "traces made": traced,
        "participants whose time is over": withdrawn,
    }


class Command(BaseCommand):
    help = (
        "End the games that nobody has been at for a day; store missing traces of games; delete "
        "tables that never began, guests who never played, old sessions, the records of old "
        "tasks, and data of experiments that were to be kept until an earlier day. Run it daily."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_unless_prepared()
        gone = tidy()
        self.stdout.write(", ".join(f"{count:,} {what}" for what, count in gone.items()))
