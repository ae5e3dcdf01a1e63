"""Mine puzzles from games: `manage.py mine_puzzles analysis/demo/hanabidata.tar.xz`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.management.long_command import ending_in_words
from agents.management.progress_line import Teller
from agents.runs.progress import Meter
from agents.runs.storage import replace
from analysis.management.arguments import checked
from analysis.puzzles import mining
from analysis.traces.published import FILE as PUBLISHED
from analysis.traces.published import GAMES
from game.puzzles.puzzle import FILE, LEVELS, puzzles, written


class Command(BaseCommand):
    help = (
        "Find positions in games of people in which one move is clearly the best, whichever way "
        "the game is played on, and write them as puzzles. Stopped, the same command goes on."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("files", nargs="*", default=[str(PUBLISHED)], help="games (the published ones)")
        add("--seed", default="puzzles", help="another one begins anew (%(default)s)")
        add("--games", type=int, default=GAMES, help="to look at (%(default)s)")
        add("--wanted", type=int, default=200, help="puzzles in the file (%(default)s)")
        add("--out", type=Path, default=FILE, help="the file (that of the site)")
        add("--check", action="store_true", help="search again for the answers that are there")

    def handle(self, *args: Any, **options: Any) -> None:
        games = checked("games", options["games"], 1, 1_000_000)
        wanted = checked("wanted", options["wanted"], 1, 10_000)
        if options["check"]:
            with ending_in_words():
                self._check(options["seed"])
            return
        with ending_in_words("Stopped. The same command goes on."):
            folder = Path(settings.RUNS_DIR) / "puzzles"
            teller = Teller(self.stderr, Meter(None, unit="games"))
            found = mining.mine(options["files"], options["seed"], folder, games, teller)
            taken = mining.chosen(found, wanted)
            replace(options["out"], written(taken))
        for level in LEVELS:
            of_level = [one for one in taken if one.level == level]
            kinds = [next(iter(one.costs))[0] for one in of_level]
            self.stdout.write(
                f"{level}: {len(of_level)} ({kinds.count('p')} plays, {kinds.count('d')} discards, "
                f"{kinds.count('c')} clues)"
            )
        self.stdout.write(f"{len(taken)} of {len(found)} puzzles are in {options['out'].name}.")

    def _check(self, seed: str) -> None:
        """Raises CommandError if an answer does not stand."""
        fallen = []
        for number, puzzle in enumerate(puzzles(), start=1):
            leads = mining.checked(puzzle, f"{seed} again")
            mean = sum(leads) / len(leads)
            self.stdout.write(f"{number}: {mean:.2f} points ahead, at least {min(leads):.2f}")
            fallen += [number] if mean < mining.LEAD / 2 else []
        if fallen:
            raise CommandError(f"Another move may be as good in {fallen}.", returncode=1)
