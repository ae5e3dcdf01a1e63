"""`manage.py convention_audit`: judge an agent's clues and discards by basic conventions, with all
hands open.
"""

from collections import Counter
from typing import Any

from django.core.management.base import CommandParser

from agents.challengers import challenger
from agents.conventions.audit import COUNTS, audit, games
from agents.management.long_command import LongCommand, ProgressPrinter, aligned
from agents.runs.errors import check_range


class Command(LongCommand):
    help = (
        "Play games of an agent with copies of itself, and count its clues and discards a game by "
        "the conventions of HG levels 1 and 2, with all hands open: "
        + "; ".join(f"{name}, {what}" for name, what in COUNTS.items())
        + "."
    )
    refusals = (ValueError,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("agent", metavar="AGENT", help="such as conv:expert")
        parser.add_argument("--players", type=int, default=3, help="seats (%(default)s)")
        parser.add_argument("--games", type=int, default=2000, help="number of games (%(default)s)")
        parser.add_argument("--seed", default="1", help="seed of the deals (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        count, found, score = options["games"], Counter[str](), 0
        check_range("games", count, 1, 100_000)
        entry, show = challenger(options["agent"]), ProgressPrinter(self.stderr, unit="games")
        played = games(entry, options["players"], count, options["seed"])
        for done, game in enumerate(played, start=1):
            found.update(audit(game))
            score += game.score_zero
            show(done, count)
        report = {
            "agent": entry.address,
            "players": options["players"],
            "games": count,
            "seed": options["seed"],
            "mean_zero": score / count,
            **{name: found[name] / count for name in COUNTS},
        }
        self.answer(report, aligned(report, 20), as_json=options["json"])
