"""Replay recorded games on the engine: `manage.py replay FILE…`."""

import argparse
import itertools
import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from native import BadRules
from native.records import READINGS, RefusedGame, Replayed, RulesReading, load, replay
from native.records.replay import READINGS_HELP
from native.solver.whole_deals import hindsight


class Command(BaseCommand):
    """Replays recorded games in any format that `native.records` reads, and reports those with an
    illegal action or with another score than the recorded one.
    """

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
            "--rules", choices=READINGS, help="rules to replay by; by default those of its source"
        )
        parser.add_argument(
            "--hindsight",
            action="store_true",
            help="print the best score still possible at each turn",
        )
        # The option's name until 2026, for existing scripts.
        parser.add_argument(
            "--outlook", dest="hindsight", action="store_true", help=argparse.SUPPRESS
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object per game")

    def handle(self, *, files: list[str], rules: str | None, **options: Any) -> None:
        for file in files:
            if file != "-" and not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        games = bad = 0
        for replayed in _replayed(files, READINGS[rules] if rules else None):
            games += 1
            bad += not replayed.ok
            facts = replayed.facts()
            if options["hindsight"]:
                facts |= _hindsight(replayed)
            self.stdout.write(json.dumps(facts) if options["json"] else _line(replayed))
            if options["hindsight"] and not options["json"]:
                self.stdout.write(_hindsight_line(facts))
        if not options["json"]:
            self.stdout.write(f"games: {games}, ok: {games - bad}, not ok: {bad}")
        if bad:
            raise CommandError(f"Not ok: {bad} of {games} games.", returncode=1)


def _replayed(files: list[str], reading: RulesReading | None) -> Iterator[Replayed]:
    for file in files:
        for game in load(file):
            if isinstance(game, RefusedGame):
                yield Replayed(game.source, ok=False, reason=game.reason)
            else:
                yield replay(game, reading)


def _hindsight(replayed: Replayed) -> dict[str, Any]:
    """Return lists `low` and `high`: bounds on the best score still possible after 0, 1, 2, …
    moves. Both are None if the game cannot be searched.
    """
    if replayed.game is None:
        return {"low": None, "high": None}
    try:
        prospects = hindsight(replayed.game)
    except BadRules:
        return {"low": None, "high": None}
    return {"low": [now.low for now in prospects], "high": [now.high for now in prospects]}


def _hindsight_line(facts: dict[str, Any]) -> str:
    """Return a line such as “possible: 25, 24 from turn 7, 22 from turn 27”."""
    low, high = facts["low"], facts["high"]
    if low is None:
        return "        possible: not known"
    shown = [f"{a}" if a == b else f"{a} to {b}" for a, b in zip(low, high, strict=True)]
    falls = [
        f"{now} from turn {turn}"
        for turn, (before, now) in enumerate(itertools.pairwise(shown), start=1)
        if now != before
    ]
    return f"        possible: {', '.join([shown[0], *falls])}"


def _line(replayed: Replayed) -> str:
    """Return one line about a game; non-printable characters from the file are replaced."""
    result = "-" if replayed.end is None else f"{replayed.score:2} points, {replayed.turns} turns, "
    result += (replayed.end or "").replace("_", " ")
    line = f"{'ok' if replayed.ok else 'NOT OK':6}  {replayed.source}: {result}"
    if replayed.reason:
        line += f" ({replayed.reason})"
    return "".join(character if character.isprintable() else "?" for character in line)
