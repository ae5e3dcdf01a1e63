"""Rebuild the table of self-play scores of every named agent."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents import registry
from agents.arena import simulate
from agents.management.long_command import ending_in_words
from agents.profile import TABLES
from native import Rules

MOST_OF_THINKERS = 100
"""Games of an agent that thinks long about each move."""


class Command(BaseCommand):
    help = "Print the self-play scores of all named agents as a Markdown table (agents/SCORES.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=20_000)
        parser.add_argument("--seed", default="scores")

    def handle(self, *args: Any, **options: Any) -> None:
        games, seed = options["games"], options["seed"]
        if games < 2:
            raise CommandError("A standard error needs at least 2 games.", returncode=2)
        heads = " | ".join(f"{players} players" for players in TABLES)
        self.stdout.write("# Scores of the named agents in self-play\n\n")
        self.stdout.write(
            f"Cards played (scoring `stacks`), mean ± standard error of {games:,} games each, in\n"
            f"clean mode: `manage.py scores --games {games} --seed {seed}`. Agents that think\n"
            f"long play at most {MOST_OF_THINKERS}.\n\n"
        )
        self.stdout.write(f"| agent | {heads} |")
        self.stdout.write(f"|---|{'---|' * len(TABLES)}")
        with ending_in_words("Stopped."):
            for entry in registry.everyone():
                scores = " | ".join(_score(entry, players, games, seed) for players in TABLES)
                self.stdout.write(f"| `{entry.address}` {entry.title} | {scores} |")


def _score(entry: registry.Entry, players: int, games: int, seed: str) -> str:
    if players not in entry.players:
        return "–"
    played = min(games, MOST_OF_THINKERS) if entry.thinks_long else games
    result = simulate(Rules.standard(players), [entry] * players, played, seed)
    return f"{result.mean_stacks:.2f} ± {result.sem_stacks:.2f}"
