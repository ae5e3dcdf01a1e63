"""Let an agent learn by deep reinforcement learning, or go on with it."""

import json
from argparse import BooleanOptionalAction
from contextlib import AbstractContextManager
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agents.archives.errors import BadParameters
from agents.learning import storage
from agents.learning.goir import CREDITS
from agents.learning.methods import METHODS, SCHEDULES
from agents.learning.recipe import BELIEFS, DEVICES, PRECISIONS, REWARDS, Recipe
from agents.learning.report import report, sentences
from agents.learning.run import Run
from agents.learning.trainer import Trainer
from agents.learning.training import make, resumed, started
from agents.management.long_command import ending_in_words
from agents.management.progress_line import ProgressLine
from agents.management.setting_options import given
from agents.runs.progress import Progress

TURNS = 2_000_000
DEFAULTS: dict[str, Any] = {"algorithm": "rainbow", "players": 2, "seed": "1"}


class Command(BaseCommand):
    help = (
        "Let an agent learn by playing with itself. Needs PyTorch, which `make train-setup` "
        "installs; what it learnt then plays without it, as rl:NAME."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="of the run")
        add("--algorithm", help=f"{' or '.join(METHODS)} (rainbow)")
        add("--players", type=int, help="2 to 5 (2)")
        add("--turns", type=int, help=f"of all seats to learn from ({TURNS:,})")
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--schedule", help=f"{' or '.join(SCHEDULES)} (batched)")
        add("--goir", action=BooleanOptionalAction, default=None, help="intrinsic rewards")
        add("--credit", help=f"whose they are: {' or '.join(CREDITS)} move (acting)")
        add("--belief", help=f"of one's own cards: {', '.join(BELIEFS)} (none)")
        add("--hcic", help="the model of the belief hcic")
        add("--reward", help=f"{' or '.join(REWARDS)} (score, 0 for a lost game)")
        add("--kept", type=int, help="transitions of the replay (50,000)")
        add("--hidden", type=int, help="units of each hidden layer (512)")
        add("--device", help=f"{' or '.join(DEVICES)} (cpu)")
        add("--precision", help=f"{' or '.join(PRECISIONS)} (float32)")
        add("--cards", action=BooleanOptionalAction, default=None, help="learn to tell own cards")
        add("--colours", action=BooleanOptionalAction, default=None, help="rename colours by lot")
        add("--advice", help="an agent whose move it may take, such as rules:focus")
        add("--resume", action="store_true", help="go on with a run")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        self._line = ProgressLine(self.stderr)
        begin = _resumed if options["resume"] else _started
        with (
            ending_in_words(f"Stopped. train {options['name']} --resume goes on."),
            begin(options) as training,
        ):
            run = make(training, self._show)
        self.stdout.write(json.dumps(report(run)) if options["json"] else sentences(run))

    def _show(self, now: Progress) -> None:
        self._line.show(now.line)


def _started(options: dict[str, Any]) -> AbstractContextManager[Trainer]:
    recipe = Recipe(**DEFAULTS | given(options, Recipe))
    turns = TURNS if options["turns"] is None else options["turns"]
    return started(Run(options["name"], recipe, turns))


def _resumed(options: dict[str, Any]) -> AbstractContextManager[Trainer]:
    """The run, if the options do not contradict it."""
    recipe = storage.load(options["name"]).recipe
    for name, value in given(options, Recipe).items():
        if getattr(recipe, name) != value:
            raise BadParameters(
                f"{options['name']} was begun with {name} {getattr(recipe, name)}, which cannot "
                "change."
            )
    return resumed(options["name"], options["turns"])
