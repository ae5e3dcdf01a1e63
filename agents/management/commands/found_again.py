"""`manage.py found_again RUN`: replay every elite of an archive over fresh games, and estimate the
number of cells in which elites really lie.
"""

import os
from typing import Any

from django.core.management.base import CommandParser

from agents.archives import runs
from agents.generator.executors import executor
from agents.generator.remeasure import COVERAGE_GAMES, coverage
from agents.management.long_command import LongCommand


class Command(LongCommand):
    help = (
        "Re-measure every elite of a run over fresh games and print in how many cells elites lie, "
        "an estimate of that number without noise, and by how much the stored values are too high."
    )
    refusals = (ValueError,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN")
        parser.add_argument(
            "--games", type=int, default=COVERAGE_GAMES, help=f"games per elite ({COVERAGE_GAMES})"
        )
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)

    def handle(self, *, run: str, games: int, threads: int, **options: Any) -> None:
        archive = runs.load(run)
        with executor("threads", threads, "") as pool:
            report = coverage(archive, pool, games)
        for part in (report.known, report.fresh, report.noiseless):
            over = f"over {part.games} games an elite" if part.games else "without noise"
            self.stdout.write(f"{part.cells:6.0f} cells, QD-score {part.qd_score:6.0f}  {over}")
        self.stdout.write(
            f"stored values are {report.stored_bias:+.3f} too high, those measured again "
            f"{report.again_bias:+.3f}"
        )
