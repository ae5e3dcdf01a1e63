"""Train a model that predicts a seat's own cards, or resume its training."""

from typing import Any

import msgspec
from django.core.management.base import CommandParser

from agents.learning.hcic_network import SIZES
from agents.learning.hcic_run import MODELS, HcicRecipe, HcicRun
from agents.learning.hcic_training import HcicTraining
from agents.learning.recipe import DEVICES
from agents.learning.run import LEARNERS
from agents.management.run_command import RunCommand, given
from agents.runs.errors import BadParameters

STEPS = 20_000


class Command(RunCommand[HcicRun]):
    help = (
        "Train a model for Hand Card Information Completion on games of a run of `train`. "
        "`train --belief hcic --hcic NAME` appends its predictions to observations. Needs PyTorch."
    )
    verb, kind, work, recipe = "hcic", MODELS, HcicTraining, HcicRecipe
    report = staticmethod(msgspec.to_builtins)

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="name of the model")
        add("--source", help="the run whose policy plays the games")
        add("--games", type=int, help="games to train on (10,000)")
        add("--steps", type=int, help=f"batches to train on ({STEPS:,})")
        add("--seed", help="the model depends on this and the parameters alone (1)")
        add("--size", help=f"{' or '.join(SIZES)} (small)")
        add("--batch", type=int, help="turns of a batch (256)")
        add("--rate", type=float, help="learning rate (0.001)")
        add("--device", help=f"{' or '.join(DEVICES)} (cpu)")
        super().add_arguments(parser)

    def new(self, options: dict[str, Any]) -> HcicRun:
        if not options["source"]:
            raise BadParameters("A new model needs --source, the run whose policy plays the games.")
        players = LEARNERS.load(options["source"]).recipe.players
        usual: dict[str, Any] = {"seed": "1", "players": players}
        recipe = HcicRecipe(**usual | given(options, HcicRecipe))
        steps = STEPS if options["steps"] is None else options["steps"]
        return HcicRun(options["name"], recipe, steps)

    def sentences(self, run: HcicRun) -> str:
        held = run.curve[-1].held
        better = "better" if held < run.exact else "no better"
        return (
            f"{run.name}: {run.steps:,} steps. Its loss is {held:.3f} nats a card on {run.cards:,} "
            f"held-out cards, {better} than the {run.exact:.3f} of counting deals; a uniform guess "
            f"over the possible identities has {run.possible:.3f}."
        )
