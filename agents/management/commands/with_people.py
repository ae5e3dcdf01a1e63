"""Rebuild the table of how agents do with learned people (agents/WITH_PEOPLE.md)."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents import registry
from agents.arena import simulate
from agents.contract import AgentError
from agents.management.long_command import ending_in_words
from agents.registry import Entry
from native import Rules

PEOPLE = ("human:proxy", "human:newcomer")


class Command(BaseCommand):
    help = "Play agents with a learned person each, and print the mean scores as Markdown."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("agents", nargs="+", metavar="AGENT", help="such as conv:expert")
        parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
        parser.add_argument("--games", type=int, default=1000, help="with each person (1000)")
        parser.add_argument("--seed", default="with-people")

    def handle(self, **options: Any) -> None:
        rules, games = Rules.standard(options["players"]), options["games"]
        if games < 4:
            raise CommandError("A standard error needs at least 4 games.", returncode=2)
        heads = [f"{name}, {scoring}" for name in PEOPLE for scoring in ("stacks", "zero")]
        self.stdout.write(f"| agent | {' | '.join(heads)} |\n|{'---|' * (1 + len(heads))}")
        with ending_in_words("Stopped."):
            for address in options["agents"]:
                cells = []
                for person in PEOPLE:
                    try:
                        pair = [_seatable(name, rules) for name in (person, address)]
                    except AgentError as error:
                        raise CommandError(str(error), returncode=2) from None
                    cells += _means(pair, rules, games, options["seed"])
                self.stdout.write(f"| `{address}` | {' | '.join(cells)} |")


def _seatable(address: str, rules: Rules) -> Entry:
    """Raises AgentError for an agent that cannot sit there."""
    entry = registry.find(address)
    entry.refuse_unless_seatable(rules, with_people=True)
    return entry


def _means(pair: Sequence[Entry], rules: Rules, games: int, seed: str) -> list[str]:
    """In both scorings; the person sits first in half of the games and last in the others."""
    person, agent = pair
    mates = [agent] * (rules.players - 1)
    results = [
        simulate(rules, seats, games // 2, f"{seed}/{order}")
        for order, seats in enumerate(([person, *mates], [*mates, person]))
    ]
    cells = []
    for scoring in ("stacks", "zero"):
        means = [getattr(result, f"mean_{scoring}") for result in results]
        errors = [getattr(result, f"sem_{scoring}") for result in results]
        error = sqrt(sum(error**2 for error in errors)) / 2
        cells.append(f"{sum(means) / 2:.2f} ± {error:.2f}")
    return cells
