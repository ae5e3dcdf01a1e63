"""Tunes the convention agent: `manage.py tune_conv expert --players 3 --steps 40 --seed 1`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.kinds.conv import levels, tuning
from agents.management.progress_line import ProgressLine
from native.strategies.conv.conv import PLAYERS, Level

INTERRUPTED = 130
LEAST = 10


class Command(BaseCommand):
    help = (
        "Climb to better weights of a level at one size of table. The climb is kept in a file and "
        "goes on from there; --write puts its weights into the level."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("level", choices=levels.LEVELS)
        parser.add_argument("--players", type=int, default=3, choices=PLAYERS, help="(3)")
        parser.add_argument("--steps", type=int, default=40, help="in all (40)")
        parser.add_argument("--pairs", type=int, default=150, help="of trials in a step (150)")
        parser.add_argument("--games", type=int, default=60, help="of a trial (60)")
        parser.add_argument("--seed", default="1", help="the climb depends on it alone (1)")
        parser.add_argument("--threads", type=int, default=1)
        parser.add_argument("--state", type=Path, help="where the climb is kept")
        parser.add_argument("--write", action="store_true", help="put the weights into the level")

    def handle(self, *, level: str, players: int, **options: Any) -> None:
        if min(options["pairs"], options["games"]) < LEAST:
            raise CommandError(f"A slope takes at least {LEAST} pairs of {LEAST} games.")
        if options["threads"] < 1:
            raise CommandError("A climb needs at least one thread.")
        state = options["state"] or Path(f"tune-conv-{level}-{players}-{options['seed']}.json")
        climb = self._begin(state, level, players, options)
        line = ProgressLine(self.stderr)
        try:
            while climb.steps < options["steps"]:
                climb = tuning.step(climb, options["threads"])
                climb.save(state)
                line.show(f"step {climb.steps} of {options['steps']}")
        except KeyboardInterrupt:
            raise CommandError(f"Stopped; {state} goes on.", returncode=INTERRUPTED) from None
        if options["write"]:
            stored = levels.read(level)
            weights = {**stored.weights, players: climb.weights}
            levels.write(level, Level(stored.finesses, weights))
        self.stdout.write(f"{climb.steps} steps, in {state}.")

    def _begin(
        self, state: Path, level: str, players: int, options: dict[str, Any]
    ) -> tuning.Climb:
        """The stored climb, or a new one. Raises CommandError for a file of another climb."""
        fresh = tuning.start(
            levels.read(level), players, options["seed"], options["pairs"], options["games"]
        )
        if not state.exists():
            return fresh
        try:
            stored = tuning.Climb.load(state)
        except (ValueError, TypeError, KeyError):
            raise CommandError(f"{state} holds no climb.") from None
        same = ("players", "seed", "pairs", "games", "finesses")
        if any(getattr(stored, name) != getattr(fresh, name) for name in same):
            raise CommandError(f"{state} holds another climb: take another --state.")
        return stored
