"""Play all pairs of a run's elites: `manage.py crossplay RUN`.

It resumes where an earlier command stopped.
"""

import time
from typing import Any

from django.core.management.base import CommandParser

from agents.archives import runs
from agents.management.executor_options import add_executor_options, chosen_executor
from agents.management.long_command import LongCommand, aligned
from agents.runs.errors import check_range
from agents.runs.progress import Progress
from analysis.diversity import crossplay
from analysis.diversity.crossplay import GAMES, EliteCrossPlay


class Command(LongCommand):
    help = (
        "Play all pairs of a run's valid elites. Results are saved as they are computed; run again "
        "to resume."
    )
    stopped = "Stopped. The same command resumes."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("run", help="name of the run")
        add("--games", type=int, default=GAMES, help=f"games of each pair ({GAMES})")
        add_executor_options(parser)
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        run, began = options["run"], time.perf_counter()
        games = options["games"]
        check_range("games", games, 2, 100_000)
        with chosen_executor(options) as executor:
            before = crossplay.load(run) if runs.exists(run) else None
            start = before.played if before else 0
            table = crossplay.make(run, executor, games, lambda now, s: self._show(now, start, s))
            best = crossplay.make_best_partners(run, table, executor)
        seconds = time.perf_counter() - began
        played = table.played - start
        report = {
            "run": run,
            "elites": len(table.places),
            "pairs": len(table.games),
            "games_a_pair": int(table.games.min(initial=games)),
            "mean": float(table.mean.mean()) if len(table.places) else None,
            "with_best_partner": best.value if best else None,
            "seconds": round(seconds, 1),
            "games_per_second": round(played / seconds),
        }
        self.answer(report, aligned(report, 18), as_json=options["json"])

    def _show(self, now: EliteCrossPlay, start: int, seconds: float) -> None:
        rate = (now.played - start) / seconds if seconds else 0.0
        pairs = rate * now.done / max(1, now.played)
        note = f"{rate:,.0f} games/s"
        progress = Progress(now.done, len(now.games), pairs, "pairs", note=note)
        self.stderr.write(progress.line)
