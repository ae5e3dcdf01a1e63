"""Let a model learn to tell a seat's own cards from what others did, or go on with it."""

import json
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from agents.archives.errors import BadParameters
from agents.learning import hcic_training, storage
from agents.learning.completion import SIZES
from agents.learning.hcic import HcicTraining
from agents.learning.hcic_run import HcicRecipe, HcicRun
from agents.learning.recipe import DEVICES
from agents.management.long_command import ending_in_words
from agents.management.progress_line import ProgressLine
from agents.management.setting_options import given
from agents.runs.progress import Progress

STEPS = 20_000


class Command(BaseCommand):
    help = (
        "Hand Card Information Completion: a model that `train --belief hcic --hcic NAME` adds to "
        "observations. It learns from games of a run of `train` and needs PyTorch."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="of the model")
        add("--source", help="the run whose policy plays the games")
        add("--games", type=int, help="to learn from (10,000)")
        add("--steps", type=int, help=f"batches to learn from ({STEPS:,})")
        add("--seed", help="the model depends on this and the parameters alone (1)")
        add("--size", help=f"{' or '.join(SIZES)} (small)")
        add("--batch", type=int, help="turns of a batch (256)")
        add("--rate", type=float, help="learning rate (0.001)")
        add("--device", help=f"{' or '.join(DEVICES)} (cpu)")
        add("--resume", action="store_true", help="go on with a model")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        self._line = ProgressLine(self.stderr)
        begin = _resumed if options["resume"] else _started
        with (
            ending_in_words(f"Stopped. hcic {options['name']} --resume goes on."),
            begin(options) as training,
        ):
            run = hcic_training.make(training, self._show)
        self.stdout.write(
            json.dumps(msgspec.to_builtins(run)) if options["json"] else _sentences(run)
        )

    def _show(self, now: Progress) -> None:
        self._line.show(now.line)


def _started(options: dict[str, Any]) -> AbstractContextManager[HcicTraining]:
    if not options["source"]:
        raise BadParameters("A new model needs --source, the run whose policy plays the games.")
    players = storage.load(options["source"]).recipe.players
    usual: dict[str, Any] = {"seed": "1"}
    recipe = HcicRecipe(**usual | given(options | {"players": players}, HcicRecipe))
    return hcic_training.started(HcicRun(options["name"], recipe, options["steps"] or STEPS))


def _resumed(options: dict[str, Any]) -> AbstractContextManager[HcicTraining]:
    """The model, if the options do not contradict it."""
    recipe = hcic_training.load(options["name"]).recipe
    for name, value in given(options | {"players": None}, HcicRecipe).items():
        if getattr(recipe, name) != value:
            raise BadParameters(
                f"{options['name']} was begun with {name} {getattr(recipe, name)}, which cannot "
                "change."
            )
    return hcic_training.resumed(options["name"], options["steps"])


def _sentences(run: HcicRun) -> str:
    held = run.curve[-1].held
    better = "less" if held < run.exact else "no less"
    return (
        f"{run.name}: {run.steps:,} steps. It loses {held:.3f} nats a card on {run.cards:,} cards "
        f"held out, {better} than counting deals ({run.exact:.3f}); taking all that is possible "
        f"as equally likely loses {run.possible:.3f}."
    )
