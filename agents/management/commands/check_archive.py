"""`manage.py check_archive RUN`: replay every elite of an archive over fresh games, and print how
far its scores and its number of covered cells are from theirs.
"""

import json
import os
from typing import Any

import numpy as np
from django.core.management.base import CommandParser

from agents.archives import runs
from agents.generator.executors import executor
from agents.generator.remeasure import CHECK_GAMES, checked
from agents.kinds.elites import address_of
from agents.management.long_command import LongCommand

FAR = 3.0
"""The largest difference between an elite's new and stored scores, in standard errors, that counts
as agreement; by chance three elites in a thousand differ by more."""
SHOWN = 5


class Command(LongCommand):
    help = (
        "Re-measure every elite of a run over fresh games. Print in how many cells elites lie, an "
        "estimate of that number without noise, by how much the stored values are too high, and "
        "how many elites score within three standard errors of the archive."
    )
    refusals = (ValueError,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN", help="name of the run")
        parser.add_argument(
            "--games", type=int, default=CHECK_GAMES, help=f"games per elite ({CHECK_GAMES})"
        )
        parser.add_argument(
            "--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object per elite")

    def handle(self, *, run: str, games: int, threads: int, **options: Any) -> None:
        archive = runs.load(run)
        with executor("threads", threads, "") as pool:
            report = checked(archive, pool, games)
        elites = [
            {
                "agent": address_of(run, cell),
                "archive": cell.latest.objective,
                "archive_games": cell.latest.games,
                "played": now.objective,
                "played_sem": now.error,
                "games": games,
                "z": z,
            }
            for cell, now, z in zip(archive.cells, report.played, report.z.tolist(), strict=True)
        ]
        elites.sort(key=lambda one: -abs(one["z"]))
        if options["json"]:
            self.stdout.write("\n".join(map(json.dumps, elites)))
            return
        for part in (report.known, report.fresh, report.noiseless):
            over = f"over {part.games} games an elite" if part.games else "without noise"
            self.stdout.write(f"{part.cells:6.0f} cells, QD-score {part.qd_score:6.0f}  {over}")
        near = int((np.abs(report.z) < FAR).sum())
        self.stdout.write(
            f"stored values are {report.stored_bias:+.3f} too high, those measured again "
            f"{report.again_bias:+.3f}\n"
            f"{near} of {len(elites)} elites ({100 * near / len(elites):.1f}%) play within "
            f"{FAR:.0f} standard errors of the archive"
        )
        for one in elites[:SHOWN]:
            self.stdout.write(
                f"{one['agent']:28} archive {one['archive']:6.2f}  "
                f"played {one['played']:6.2f}  z {one['z']:+.2f}"
            )
