"""`manage.py prepare`: migrate the database, add demo games, and queue the import of published
games of people.
"""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand

from analysis.traces import importing


class Command(BaseCommand):
    help = (
        "Bring the database up to date, make the demo games, and leave the import of the published "
        "games to the worker. Safe to run again."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        call_command("demo")
        if importing.leave_to_worker():
            self.stdout.write(f"The worker imports {importing.GAMES:,} published games of people.")
