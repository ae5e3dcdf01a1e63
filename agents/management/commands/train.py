"""Train an agent by deep reinforcement learning, or resume its training."""

from argparse import BooleanOptionalAction
from contextlib import AbstractContextManager
from typing import Any

from django.core.management.base import CommandParser

from agents.learning import run
from agents.learning.network import INITIALS
from agents.learning.recipe import (
    BELIEFS,
    CREDITS,
    DEVICES,
    GOIRS,
    METHODS,
    PRECISIONS,
    SCHEDULES,
    LearningRecipe,
)
from agents.learning.run import LEARNERS, LearningRun
from agents.learning.together import training
from agents.management.run_command import RunCommand, given, refuse_changes
from agents.runs.life import RunInProgress

TURNS = 2_000_000
DEFAULTS: dict[str, Any] = {
    "algorithm": "rainbow",
    "players": 2,
    "seed": "1",
    "initial": "published",
}


class Command(RunCommand[LearningRun]):
    help = (
        "Train an agent by self-play. Needs PyTorch, which `make train-setup` installs; the "
        "trained agent then plays without it, as rl:NAME."
    )
    verb, kind, work, recipe = "train", LEARNERS, staticmethod(training), LearningRecipe
    report, sentences = staticmethod(run.report), staticmethod(run.sentences)

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="name of the run")
        add("--algorithm", help=f"{' or '.join(METHODS)} (rainbow)")
        add("--players", type=int, help="seats at the table, 2 to 5 (2)")
        add("--turns", type=int, help=f"turns to train on, over all seats ({TURNS:,})")
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--schedule", help=f"{' or '.join(SCHEDULES)} (batched)")
        add(
            "--goir", nargs="?", const="paper", help=f"intrinsic rewards: {', '.join(GOIRS)} (none)"
        )
        add("--credit", help=f"the move that --goir paper rewards: {' or '.join(CREDITS)} (acting)")
        add("--belief", help=f"belief about the own cards: {', '.join(BELIEFS)} (none)")
        add("--hcic", help="the model for --belief hcic: the name of a run of `hcic`")
        add("--reward", help="score, 0 for a lost game, or cards played (score)")
        add("--kept", type=int, help="capacity of the replay buffer, in transitions (50,000)")
        add("--hidden", type=int, help="units of each hidden layer (512)")
        add("--device", help=f"{' or '.join(DEVICES)} (cpu)")
        add("--precision", help=f"{' or '.join(PRECISIONS)} (float32)")
        add("--cards", action=BooleanOptionalAction, default=None, help="predict own cards too")
        add(
            "--colours",
            action=BooleanOptionalAction,
            default=None,
            help="permute the colours of replayed turns at random",
        )
        add("--advice", help="adviser whose move is one more action, such as rules:focus")
        add("--initial", help=f"initial weights: {' or '.join(INITIALS)} (published)")
        add("--beside", help="seeds of further runs NAME-SEED to train at once on a GPU: 2,3,4")
        super().add_arguments(parser)

    def new(self, options: dict[str, Any]) -> LearningRun:
        recipe = LearningRecipe(**DEFAULTS | given(options, LearningRecipe))
        turns = TURNS if options["turns"] is None else options["turns"]
        return LearningRun(options["name"], recipe, turns, beside=_seeds(options["beside"]))

    def _begun(
        self, options: dict[str, Any]
    ) -> AbstractContextManager[RunInProgress[LearningRun, Any]]:
        if options["resume"] and options["beside"] is not None:
            seeds = LEARNERS.load(options["name"]).beside, _seeds(options["beside"])
            made, asked = ({"beside": ",".join(one) or "none"} for one in seeds)
            refuse_changes(options["name"], made, asked)
        return super()._begun(options)


def _seeds(beside: str | None) -> tuple[str, ...]:
    """Return the seeds in the comma-separated option --beside, without empty ones; none if it was
    not given.
    """
    return tuple(filter(None, (beside or "").split(",")))
