"""Print the archive of a run as JSON or CSV."""

from typing import Any

from django.core.management.base import CommandParser

from agents.archives import exchange, files, runs
from agents.management.long_command import LongCommand


class Command(LongCommand):
    help = "Print the archive of a run to standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", help="name of the run")
        parser.add_argument(
            "--format",
            default="json",
            choices=("csv", "json"),
            help="the whole archive as JSON, or its elites as CSV with pyribs' column names (json)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        archive = runs.load(options["run"])
        csv = options["format"] == "csv"
        self.stdout.write(
            exchange.as_csv(archive) if csv else files.encode(archive).decode(), ending=""
        )
