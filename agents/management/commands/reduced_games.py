"""How many deals of a reduced game can be won by players who see everything."""

import json
import os
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.management.long_command import NOTHING_KEPT
from agents.management.progress_line import Teller
from agents.runs.progress import Meter
from agents.runs.stopping import leaving_at_once
from native.engine.errors import HanabiError
from native.solver.reduced_games import Deviation, ReducedGame, missed_points
from native.strategies.perfect.strategies import Reading


class Command(BaseCommand):
    help = (
        "Deal reduced games and search each for the best score, all cards known. Every way to play "
        "is tried, which takes long for more than about 25 cards; `deals` is for whole decks."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--players", type=int, default=2, help="2 to 6 (2)")
        add("--suits", type=int, default=3, help="1 to 6 (3)")
        add("--ranks", type=int, help="how many; left out, as many as --copies")
        add("--copies", default="2,2,1", help="of each rank (2,2,1)")
        add("--hand", type=int, default=3, help="cards in a hand (3)")
        add("--hints", type=int, default=3, help="to begin with (3)")
        add("--games", type=int, default=100_000, help="deals (100000)")
        add("--seed", default="1")
        add("--reading", default="official", help="official rules, or as the seed's program plays")
        add(
            "--deviations",
            "--slips",
            help=f"or official but for some of {','.join(each.slug for each in Deviation)}",
        )
        add("--threads", type=int, default=os.cpu_count() or 1)
        add("--perfect-only", action="store_true", help="only ask whether a deal can be won")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        tell, began = Teller(self.stderr, Meter()), time.perf_counter()
        try:
            game = _game(options)
            with leaving_at_once(NOTHING_KEPT):
                missed = missed_points(
                    game,
                    options["games"],
                    options["seed"],
                    perfect_only=options["perfect_only"],
                    threads=options["threads"],
                    say=lambda done: tell(done, options["games"]),
                )
        except (HanabiError, ValueError) as error:
            raise CommandError(str(error), returncode=2) from None
        seconds = time.perf_counter() - began
        names = ["perfect", "less"] if options["perfect_only"] else _names(len(missed))
        counts = dict(zip(names, missed, strict=True))
        report = {"games": options["games"], **counts, "seconds": round(seconds, 3)}
        if options["json"]:
            self.stdout.write(json.dumps(report))
        else:
            for name, value in report.items():
                share = f"{100 * value / options['games']:10.3f}%" if name in counts else ""
                if value or not name.startswith("minus_"):
                    self.stdout.write(f"{name:12}{value:>12}{share}")


def _names(scores: int) -> list[str]:
    return ["perfect", *(f"minus_{missed}" for missed in range(1, scores))]


def _game(options: dict[str, Any]) -> ReducedGame:
    readings = {reading.name.lower(): reading for reading in Reading}
    if options["reading"] not in readings:
        known = " or ".join(readings)
        raise ValueError(f"reading must be {known}, not {options['reading'][:40]}.")
    parts = options["copies"].split(",")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise ValueError(f"Write copies as numbers with commas, not {options['copies'][:40]}.")
    if options["ranks"] not in (None, len(parts)):
        raise ValueError(f"{options['ranks']} ranks need as many copies, not {len(parts)}.")
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
    """Those named, with commas; None if the reading says them."""
    if text is None:
        return None
    known = {deviation.slug: deviation for deviation in Deviation}
    names = text.split(",")
    if unknown := [name for name in names if name not in known]:
        raise ValueError(f"deviations are {', '.join(known)}, not {unknown[0][:40]}.")
    return Deviation(sum(known[name] for name in set(names)))
