"""`manage.py backup FILE`: write the database and the generator's runs to one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hanabi_site.operations.backup import BadBackup, backup


class Command(BaseCommand):
    help = "Write the database and the generator's runs into one file, while the site is up."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a new file, such as backup.tar")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backup(file)
        except BadBackup as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size / 1e6:,.1f} MB")
