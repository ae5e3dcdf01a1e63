"""Report how well a network predicts the moves of people it did not learn from:
`manage.py train_human FILE...`.
"""

from argparse import ArgumentParser
from math import nan
from typing import Any

import numpy as np
from django.core.management.base import CommandError

from agents import registry
from agents.kinds.human import learned
from agents.management.long_command import LongCommand
from analysis.imitation import positions, training
from native.play.blueprint import Blueprint
from native.strategies.human import Network

RIVALS = ("conv:human", "conv:expert", "rules:focus", "rules:piers")
SETS = {1: "experienced people", 0: "people of HanabiData"}


class Command(LongCommand):
    help = (
        "Train networks as that of human:proxy on people's moves in recorded games of HanabiData "
        "or hanab.live, and report how well the moves of held-out people are predicted, beside the "
        "shipped agents. `rebuild human` trains the shipped network."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        recipe = training.ImitationRecipe()
        add = parser.add_argument
        add("files", nargs="+", metavar="FILE", help="games, as import_traces takes them")
        add("--passes", type=int, default=recipe.passes, help=f"over the moves ({recipe.passes})")
        add("--seed", default=recipe.seed, help="seed of everything random (1)")
        add("--folds", type=int, default=5, help="folds of the cross-validation over people (5)")

    def handle(self, **options: Any) -> None:
        if options["passes"] < 1 or options["folds"] not in range(2, 51):
            given = f"{options['passes']} and {options['folds']}"
            words = f"--passes must be 1 or more, --folds 2 to 50, not {given}."
            raise CommandError(words, returncode=2)
        describer = learned.human(Network.empty()).blueprint()
        games = positions.read(options["files"], describer, [_rival(name) for name in RIVALS])
        if not len(games):
            raise CommandError("These files hold no games of people.", returncode=2)
        recipe = training.ImitationRecipe(seed=options["seed"], passes=options["passes"])
        foretold = training.cross_validated(games, recipe, options["folds"])
        self.stdout.write("\n".join(report(games, foretold)))


def _rival(address: str) -> Blueprint:
    blueprint = registry.find(address).in_core(2)
    assert blueprint is not None
    return blueprint


def report(games: positions.Positions, foretold: training.Foretold) -> list[str]:
    """Return the lines of a Markdown table with the share of people's moves that the network
    predicts, and the share that each agent in RIVALS would make; people are the units of the
    standard errors.

    `games` are the positions in which people moved, `foretold` is the quality of the network's
    predictions in them.
    """
    lines = [
        "| of | moves | people | network | first three | surprise, nats | "
        + " | ".join(RIVALS)
        + " |",
        "|" + "---|" * (6 + len(RIVALS)),
    ]
    for crowd, title in SETS.items():
        for kind, number in training.KINDS.items():
            which = games.sets == crowd
            if number is not None:
                which &= games.kinds == number
            if not which.any():
                continue
            values = [foretold.top, foretold.three, foretold.surprise]
            values += [games.rivals[:, place].astype(float) for place in range(len(RIVALS))]
            means = [training.mean(value, games, which) for value in values]
            cells = [
                f"{one.value:.3f} ± {nan if one.sem is None else one.sem:.3f}" for one in means
            ]
            moves, people = int(np.count_nonzero(which)), means[0].units
            lines.append(f"| {title}: {kind} | {moves} | {people} | {' | '.join(cells)} |")
    return lines
