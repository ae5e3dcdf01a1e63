"""Count how many deals of a reduced game (fewer cards) can be won by players who see everything."""

import os
import time
from typing import Any

from django.core.management.base import CommandParser

from agents.management.long_command import LongCommand, ProgressPrinter
from agents.runs.errors import check_choice
from agents.runs.stopping import leaving_at_once
from native.solver.reduced_games import Deviation, ReducedGame, missed_points
from native.strategies.perfect import Ruleset


class Command(LongCommand):
    help = (
        "Deal reduced games and search each for the best score with all cards known. The search "
        "tries every way to play, which takes long for more than about 25 cards; use `deals` for "
        "whole decks."
    )
    refusals = (ValueError,)

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--players", type=int, default=2, help="seats, 2 to 6 (2)")
        add("--suits", type=int, default=3, help="number of suits, 1 to 6 (3)")
        add("--ranks", type=int, help="number of ranks; by default that of --copies")
        add("--copies", default="2,2,1", help="copies of each rank (2,2,1)")
        add("--hand", type=int, default=3, help="cards per hand (3)")
        add("--hints", type=int, default=3, help="clue tokens at the beginning (3)")
        add("--games", type=int, default=100_000, help="number of deals (100000)")
        add("--seed", default="1", help="seed of the deals (1)")
        add(
            "--reading",
            default="official",
            help="official, or seed for the rules of the paper's program (official)",
        )
        add(
            "--deviations",
            "--slips",
            help=f"official but for some of {','.join(each.slug for each in Deviation)}",
        )
        add("--threads", type=int, default=os.cpu_count() or 1, help="threads (one per processor)")
        add("--perfect-only", action="store_true", help="only decide whether a deal can be won")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        tell, began = ProgressPrinter(self.stderr, done=0), time.perf_counter()
        game = _game(options)
        with leaving_at_once(self.stopped):
            missed = missed_points(
                game,
                options["games"],
                options["seed"],
                perfect_only=options["perfect_only"],
                threads=options["threads"],
                say=lambda done: tell(done, options["games"]),
            )
        seconds = time.perf_counter() - began
        less = [f"minus_{points}" for points in range(1, len(missed))]
        names = ["perfect", *(["less"] if options["perfect_only"] else less)]
        counts = dict(zip(names, missed, strict=True))
        report = {"games": options["games"], **counts, "seconds": round(seconds, 3)}
        lines = [
            f"{name:12}{value:>12}"
            + (f"{100 * value / options['games']:10.3f}%" if name in counts else "")
            for name, value in report.items()
            if value or not name.startswith("minus_")
        ]
        self.answer(report, "\n".join(lines), as_json=options["json"])


def _game(options: dict[str, Any]) -> ReducedGame:
    readings = {reading.name.lower(): reading for reading in Ruleset}
    check_choice("reading", options["reading"], readings)
    parts = options["copies"].split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise ValueError(
            f"copies must be numbers with commas between them, not {options['copies'][:40]}."
        )
    if options["ranks"] not in (None, len(parts)):
        raise ValueError(
            f"copies must have {options['ranks']} numbers, one per rank, not {len(parts)}."
        )
    return ReducedGame(
        players=options["players"],
        suits=options["suits"],
        copies=tuple(map(int, parts)),
        hand_size=options["hand"],
        hints=options["hints"],
        reading=readings[options["reading"]],
        deviations=_deviations(options["deviations"]),
    )


def _deviations(text: str | None) -> Deviation | None:
    """Return the deviations named in a comma-separated text; None if the reading implies them."""
    if text is None:
        return None
    known = {deviation.slug: deviation for deviation in Deviation}
    names = text.split(",")
    for name in names:
        check_choice("deviations", name, known)
    return Deviation(sum(known[name] for name in set(names)))
