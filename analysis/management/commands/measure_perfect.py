"""Measures what the page of perfect information shows, or goes on with it."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.management.long_command import ending_in_words
from analysis.management.arguments import checked
from analysis.papers.perfect import measured, runs


class Command(BaseCommand):
    help = (
        "Play all strategies that see every hand, and search reduced games, for the page "
        "/analysis/perfect/. It keeps what it has played and goes on there; after a strategy was "
        "changed, remove the file first."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--games", type=int, default=runs.GAMES, help="of each strategy (%(default)s)")
        add("--seed", default=runs.SEED, help="another one begins anew (%(default)s)")
        add("--out", type=Path, default=measured.FILE, help="the file (that of the page)")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        games = checked("games", options["games"], 1, 100_000_000)
        try:
            with ending_in_words("Stopped. The same command goes on."):
                results = measured.measure(
                    games, options["seed"], options["out"], self.stderr.write
                )
        except measured.BadMeasurements as error:
            raise CommandError(str(error), returncode=2) from error
        report = {
            name: {"games": s.games, "mean": s.mean.value, "perfect_percent": s.perfect[0]}
            for name, s in results.scores.items()
        }
        if options["json"]:
            self.stdout.write(json.dumps({"seed": results.seed, "scores": report}))
        else:
            for name, row in report.items():
                self.stdout.write(f"{name:28}{row['mean']:9.4f}{row['perfect_percent']:9.3f}%")
