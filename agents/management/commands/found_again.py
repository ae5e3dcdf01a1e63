"""How many cells hold an elite indeed: `manage.py found_again paper-1`."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.archives import BadArchive, BadRun, runs
from agents.generator.executors import executor
from agents.generator.found_again import GAMES, found_again
from agents.management.long_command import ending_in_words


class Command(BaseCommand):
    help = (
        "Measure every elite of a run over fresh games: in how many cells do elites lie, what "
        "would it be without the noise of finitely many games, and how much too high the stored "
        "values are."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN")
        parser.add_argument("--games", type=int, default=GAMES, help=f"an elite ({GAMES})")
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)

    def handle(self, *, run: str, games: int, threads: int, **options: Any) -> None:
        try:
            archive = runs.load(run)
            with ending_in_words(), executor("threads", threads, "") as pool:
                report = found_again(archive, pool, games)
        except (BadRun, BadArchive, ValueError) as error:
            raise CommandError(str(error), returncode=2) from None
        for found in (report.known, report.fresh, report.noiseless):
            over = f"over {found.games} games an elite" if found.games else "without noise"
            self.stdout.write(f"{found.cells:6.0f} cells, QD-score {found.qd_score:6.0f}  {over}")
        self.stdout.write(
            f"stored values are {report.stored_bias:+.3f} too high, those measured again "
            f"{report.again_bias:+.3f}"
        )
