"""`manage.py restore FILE`: replace the database with a backup's, and add the generator's runs
that the backup holds.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from game.models import Table
from hanabi_site.operations.backup import BadBackup, restore


class Command(BaseCommand):
    help = "Put a backup in place of the database. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `manage.py backup` wrote")
        parser.add_argument(
            "--replace", action="store_true", help="delete the games that the database holds"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if not file.exists():
            raise CommandError(f"Cannot read {file}: there is no such file.")
        if not replace and (games := _games()):
            raise CommandError(f"The database holds {games:,} games; --replace deletes them.")
        try:
            restore(file)
        except BadBackup as error:
            raise CommandError(str(error)) from error
        # A backup may be older than the program.
        call_command("migrate", verbosity=0)
        self.stdout.write(f"Restored {Table.objects.count():,} games.")


def _games() -> int:
    """Return the number of games in the database; 0 if it has no tables yet."""
    try:
        return Table.objects.count()
    except Error:
        return 0
