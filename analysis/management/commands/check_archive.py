"""Check an archive against new games of its elites: `manage.py check_archive paper-1`."""

import json
import os
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.archives import runs
from agents.management.long_command import LongCommand
from analysis.evaluate.archive_evaluation import CHECK_SEED, FAR, Checked, check

MOST_GAMES = 100_000
SHOWN = 5


class Command(LongCommand):
    help = (
        "Play every elite of a run with itself, as an evaluation does, and count the elites whose "
        "score lies within three standard errors of the archive's."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", metavar="RUN")
        parser.add_argument("--games", type=int, default=1000, help="of each elite (1000)")
        parser.add_argument("--seed", default=CHECK_SEED)
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
        parser.add_argument("--json", action="store_true", help="print one JSON object per elite")

    def handle(self, *, run: str, games: int, **options: Any) -> None:
        if not 2 <= games <= MOST_GAMES:
            raise CommandError(f"Games go from 2 to {MOST_GAMES}, not {games}.", returncode=2)
        archive = runs.load(run)
        checked = check(archive, archive.cells, games, options["seed"], options["threads"])
        checked.sort(key=lambda one: -abs(one.z))
        if options["json"]:
            self.stdout.write("\n".join(map(_json, checked)))
            return
        near, of = sum(abs(one.z) < FAR for one in checked), max(1, len(checked))
        gap = sum((one.played.value or 0) - one.cell.latest.objective for one in checked) / of
        self.stdout.write(
            f"{near} of {len(checked)} elites of {run} ({100 * near / of:.1f}%) "
            f"play within {FAR:.0f} standard errors of the archive; mean difference {gap:+.3f}"
        )
        for one in checked[:SHOWN]:
            self.stdout.write(
                f"{one.address:28} archive {one.cell.latest.objective:6.2f}  "
                f"played {one.played.value:6.2f}  z {one.z:+.2f}"
            )


def _json(one: Checked) -> str:
    facts = {
        "agent": one.address,
        "archive": one.cell.latest.objective,
        "archive_games": one.cell.latest.games,
        "played": one.played.value,
        "played_sem": one.played.sem,
        "games": one.played.units,
        "z": one.z,
    }
    return json.dumps(facts)
