"""Write games and matchups for others to use: `manage.py release FOLDER`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from agents.management.long_command import LongCommand
from analysis.release.writing import MEDIA, write
from analysis.tables import BadTable


class Command(LongCommand):
    help = (
        "Write a release to a new folder: games, moves with what the mover knew, and scores of "
        "pairs of agents, with a datasheet, licences, checksums and Croissant metadata. Games of "
        "people are in it only where a licence or their own consent allows it."
    )
    refusals = (BadTable,)
    stopped = "Stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the new folder to write")
        parser.add_argument("--name", default="Hanabi Lab", help="title (Hanabi Lab)")
        parser.add_argument("--as", dest="release", default="1.0.0", help="version (1.0.0)")
        formats = [suffix[1:] for suffix in MEDIA]
        usual = formats[0]
        parser.add_argument(
            "--format", choices=formats, default=usual, help=f"of the tables ({usual})"
        )

    def handle(self, *, folder: Path, name: str, release: str, **options: Any) -> None:
        counts = write(folder, name, release, f".{options['format']}")
        for table, rows in counts.items():
            self.stdout.write(f"{table}: {rows:,} rows")
