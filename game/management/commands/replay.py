"""Replays recorded games on the engine: `manage.py replay FILE…`."""

import json
import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from native.records import READINGS, Reading, Refused, Replayed, load, replay

READINGS_HELP = "".join(f"\n  {name:11} {reading.summary}" for name, reading in READINGS.items())


class Command(BaseCommand):
    help = (
        "Replay recorded games: hanab.live exports and templates, JSON lines of them, our traces, "
        "HanabiData logs, our own notation; also gzipped, in folders and in tar archives. "
        "A game is ok if all its actions are possible and the score is the recorded one."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = (
            f"rules:{READINGS_HELP}\n\n"
            "exit status: 0 all games ok, 1 some are not or could not be read, 2 wrong arguments"
        )
        parser.add_argument("files", nargs="+", metavar="FILE", help="or a folder; - is stdin")
        parser.add_argument(
            "--rules", choices=READINGS, help="read the rules so; else as where the game comes from"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object a game")

    def handle(self, *, files: list[str], rules: str | None, **options: Any) -> None:
        for file in files:
            if file != "-" and not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        games = bad = 0
        try:
            for replayed in _replayed(files, READINGS[rules] if rules else None):
                games += 1
                bad += not replayed.ok
                self.stdout.write(
                    json.dumps(replayed.facts()) if options["json"] else _line(replayed)
                )
            if not options["json"]:
                self.stdout.write(f"games: {games}, ok: {games - bad}, not ok: {bad}")
        except BrokenPipeError:
            # Whoever read our output has had enough, as `head` does; what is buffered is lost.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if bad:
            raise CommandError(f"Not ok: {bad} of {games}.", returncode=1)


def _replayed(files: list[str], reading: Reading | None) -> Iterator[Replayed]:
    for file in files:
        for game in load(file):
            if isinstance(game, Refused):
                yield Replayed(game.source, ok=False, reason=game.reason)
            else:
                yield replay(game, reading)


def _line(replayed: Replayed) -> str:
    """One line for a person. Names come from files, so what a terminal would obey is left out."""
    found = "-" if replayed.end is None else f"{replayed.score:2} points, {replayed.turns} turns, "
    found += (replayed.end or "").replace("_", " ")
    line = f"{'ok' if replayed.ok else 'NOT OK':6}  {replayed.source}: {found}"
    if replayed.reason:
        line += f" ({replayed.reason})"
    return "".join(character if character.isprintable() else "?" for character in line)
