"""Teaches `human:proxy` how people move: `manage.py train_human FILE... --folds 5 --write`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from agents import registry
from agents.kinds.human import learned
from analysis.imitation import agreement, positions, training
from native.play.blueprint import Blueprint
from native.strategies.human.human import Network

RIVALS = ("conv:human", "conv:expert", "rules:focus", "rules:piers")
SETS = {1: "experienced people", 0: "people of HanabiData"}


class Command(BaseCommand):
    help = (
        "Learn people's moves from recorded games, HanabiData or hanab.live, and say how well the "
        "moves of people who were left out are foretold, beside agents of ours."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        recipe = training.Recipe()
        add = parser.add_argument
        add("files", nargs="+", metavar="FILE", help="games, as import_traces takes them")
        add("--passes", type=int, default=recipe.passes, help=f"over the moves ({recipe.passes})")
        add("--seed", default=recipe.seed, help="all depends on it alone (1)")
        add("--folds", type=int, default=5, help="people left out in so many parts; 0: none (5)")
        add("--write", action="store_true", help="put what all of them teach into the agent")

    def handle(self, **options: Any) -> None:
        if options["passes"] < 1 or options["folds"] not in (0, *range(2, 51)):
            raise CommandError("Take at least one pass, and no folds or 2 to 50.", returncode=2)
        describer = learned.human(Network.empty()).blueprint()
        games = positions.read(options["files"], describer, [_rival(name) for name in RIVALS])
        if not len(games):
            raise CommandError("These files hold no games of people.", returncode=2)
        recipe = training.Recipe(seed=options["seed"], passes=options["passes"])
        if options["folds"]:
            foretold = agreement.cross_validated(games, recipe, options["folds"])
            self.stdout.write("\n".join(report(games, foretold)))
        if options["write"]:
            learned.write(training.train(games, recipe))


def _rival(address: str) -> Blueprint:
    blueprint = registry.find(address).in_core(2)
    assert blueprint is not None
    return blueprint


def report(games: positions.Positions, foretold: agreement.Foretold) -> list[str]:
    """A Markdown table: the share of moves that each foretells, with people as units."""
    lines = [
        "| of | moves | people | network | first three | surprise, nats | "
        + " | ".join(RIVALS)
        + " |",
        "|" + "---|" * (6 + len(RIVALS)),
    ]
    for crowd, title in SETS.items():
        for kind, number in agreement.KINDS.items():
            which = games.sets == crowd
            if number is not None:
                which &= games.kinds == number
            if not which.any():
                continue
            values = [foretold.top, foretold.three, foretold.surprise]
            values += [games.rivals[:, place].astype(float) for place in range(len(RIVALS))]
            means = [agreement.mean(value, games, which) for value in values]
            cells = [f"{value:.3f} ± {error:.3f}" for value, error, _ in means]
            moves, people = int(np.count_nonzero(which)), means[0][2]
            lines.append(f"| {title}: {kind} | {moves} | {people} | {' | '.join(cells)} |")
    return lines
