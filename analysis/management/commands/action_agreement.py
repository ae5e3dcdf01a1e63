"""Action agreement of the elites of a run."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from analysis.diversity import action_agreement, distances, judging
from analysis.management.arguments import checked
from analysis.management.executors import add_executor_options, chosen_executor
from analysis.management.progress import ProgressReport
from native.play.action_agreement import Moment


class Command(BaseCommand):
    help = "Let a run's elites record games, and count in how many turns each two do the same."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("run", help="name of the run")
        add("--games", type=int, default=judging.GAMES, help="each elite records (%(default)s)")
        add("--seed", default="1", help="of these games (1)")
        add_executor_options(parser)
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        run, games = options["run"], checked("games", options["games"], 1, 1000)
        with chosen_executor(options, "Stopped. Nothing was changed.") as executor:
            teller = ProgressReport(self.stderr, run)
            table = action_agreement.make(run, executor, games, options["seed"], teller)
        report = {
            "run": run,
            "elites": len(table.places),
            "games": games,
            "seed": table.seed,
            "turns": int(table.turns[Moment.AS_PLAYED]),
            **{m.name.lower(): _moment(table, m) for m in Moment},
        }
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            self.stdout.write("\n".join(_lines(report)))


def _moment(table: action_agreement.ActionAgreement, moment: Moment) -> dict[str, Any]:
    points = distances.by_distance(table.places, table.shares(moment))
    return {
        "legal_moves": round(table.mean_options(moment), 3),
        "agreement_by_distance": {far: round(e.value or 0, 4) for far, e in points},
    }


def _lines(report: dict[str, Any]) -> list[str]:
    played, ended = (report[m.name.lower()] for m in Moment)
    near, far = (m["agreement_by_distance"] for m in (played, ended))
    return [
        f"{report['run']}: {report['elites']} elites, {report['turns']:,} turns of "
        f"{report['games']} games each",
        "                  as played   at the end",
        f"{'legal moves':17}{played['legal_moves']:10.2f}{ended['legal_moves']:13.2f}",
        *(f"{f'distance {d}':17}{near[d]:10.3f}{far[d]:13.3f}" for d in near),
    ]
