"""`manage.py corresponding`: play and compare the elites in the same cells of two runs."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.management.executor_options import add_executor_options, chosen_executor
from agents.management.long_command import LongCommand, ProgressPrinter, aligned
from agents.runs.errors import check_range
from analysis.diversity import corresponding
from analysis.diversity.action_agreement import GAMES
from native.play.matches import Moment


class Command(LongCommand):
    help = (
        "Play the elites that hold the same cells in two runs with each other, and compare their "
        "moves and genes."
    )
    stopped = "Stopped. Nothing was changed."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("run", help="name of the run whose elites record the turns to compare")
        add("other", help="name of the other run")
        add("--games", type=int, default=corresponding.GAMES, help="games per pair (%(default)s)")
        add(
            "--recorded",
            type=int,
            default=GAMES,
            help="games recorded by each elite (%(default)s)",
        )
        add("--seed", default="1", help="seed of the recorded games (1)")
        add_executor_options(parser)
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        run, other = options["run"], options["other"]
        games, recorded = options["games"], options["recorded"]
        check_range("games", games, 2, 100_000)
        check_range("recorded", recorded, 1, 1000)
        if run == other:
            raise CommandError("Name two different runs.", returncode=2)
        tell = ProgressPrinter(self.stderr, unit="parts", label=run)
        with chosen_executor(options) as executor:
            seed = options["seed"]
            compared = corresponding.make(run, other, executor, games, recorded, seed, tell)
        report = {
            "run": run,
            "other": other,
            "cells": len(compared.places),
            "games": games,
            **{
                f"score_{seating.name.lower()}": _rounded(score.value)
                for seating, score in corresponding.scores(run, other).items()
            },
            "genes_differing": _rounded(compared.differing),
            **{f"agreement_{m.name.lower()}": _rounded(compared.agreement(m)) for m in Moment},
        }
        self.answer(report, aligned(report, 24), as_json=options["json"])


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
