"""Let an agent learn by the multiplicative weights update method, or go on with it."""

import json
from argparse import BooleanOptionalAction
from contextlib import AbstractContextManager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.archives.errors import BadParameters
from agents.management.long_command import ending_in_words
from agents.management.progress_line import ProgressLine
from agents.management.setting_options import given
from agents.mwum import storage
from agents.mwum.report import report, sentences
from agents.mwum.training import Training, make, resumed, started
from agents.mwum.training_run import KINDS, POINTS, Recipe
from agents.runs.progress import Progress
from native.strategies.mwum.memory import TableFull

GAMES = 100_000
ETA = 0.1
DEFAULTS: dict[str, dict[str, Any]] = {
    "paper": {"eta": ETA},
    "knowing": {"eta": 1.0, "visits": True, "episode": 2, "penalty": 2.0},
}


class Command(BaseCommand):
    help = (
        "Let an agent learn by multiplicative weights. The defaults of the paper's agent are the "
        "paper's; the knowing agent learns from mini-episodes."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="of the run")
        add("--agent", help=f"{' or '.join(KINDS)} (paper)")
        add("--games", type=int, help=f"to learn from ({GAMES})")
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--eta", type=float, help=f"how far a reward moves a weight ({ETA}; knowing 1)")
        add("--players", type=int, help="2 to 5 (2)")
        add("--block", type=int, help=f"games a point of the curve (games / {POINTS})")
        for name, words in (
            ("bucketed", "the paper's state in a few rough numbers"),
            ("shaped", "a reward below zero for a score below five"),
            ("visits", "steps over the root of visits"),
        ):
            add(f"--{name}", action=BooleanOptionalAction, default=None, help=words)
        add("--episode", type=int, help="moves of a mini-episode, 0 for none (0; knowing 2)")
        add("--penalty", type=float, help="points that the last strike costs (0; knowing 2)")
        add("--epsilon", type=float, help="chance of any action in the first game (0)")
        add("--decay", type=float, help="what epsilon is multiplied by a game (1)")
        add("--least", type=float, help="what epsilon never falls below (0)")
        add("--plateau", type=int, help="end when so many games are no better than as many before")
        add("--resume", action="store_true", help="go on with a run")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        self._line = ProgressLine(self.stderr)
        begin = _resumed if options["resume"] else _started
        try:
            with (
                ending_in_words(f"Stopped. mwum {options['name']} --resume goes on."),
                begin(options) as training,
            ):
                training_run = make(training, self._show)
        except TableFull as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(
            json.dumps(report(training_run)) if options["json"] else sentences(training_run)
        )

    def _show(self, now: Progress) -> None:
        self._line.show(now.line)


def _started(options: dict[str, Any]) -> AbstractContextManager[Training]:
    games = GAMES if options["games"] is None else options["games"]
    agent = options["agent"] or "paper"
    defaults: dict[str, Any] = {
        "agent": agent,
        "seed": "1",
        "block": max(1, games // POINTS),
        **DEFAULTS.get(agent, DEFAULTS["paper"]),
    }
    return started(options["name"], Recipe(**defaults | given(options, Recipe)), games)


def _resumed(options: dict[str, Any]) -> AbstractContextManager[Training]:
    """The run, if the options do not contradict it."""
    recipe = storage.load(options["name"]).recipe
    for name, value in given(options, Recipe).items():
        if getattr(recipe, name) != value:
            raise BadParameters(
                f"{options['name']} was begun with {name} {getattr(recipe, name)}, which cannot "
                "change."
            )
    return resumed(options["name"], options["games"])
