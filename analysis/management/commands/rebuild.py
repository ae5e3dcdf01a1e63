"""Rebuild the shipped files that are out of date: `manage.py rebuild`."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandError, CommandParser

from agents.management.long_command import LongCommand, clean_exit
from analysis.papers.perfect.measured import BadMeasurements
from analysis.rebuilding import PATTERNS, SLOW, TARGETS, Target, find
from analysis.rebuilding.target import Say

SHOWN = 5
"""Stale items of a target that are listed by name."""


class Command(LongCommand):
    help = (
        "Rebuild the shipped files that are generated from the rest of the program. Only games "
        "that are missing or outdated, because an agent has a new version, are played; run again "
        "to resume. Slow targets, such as tuned agents and puzzles, are only rebuilt if they are "
        "named."
    )
    refusals = (BadMeasurements, ValueError)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what", nargs="*", metavar="WHAT", help="a target (left out: all that are not slow)"
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit with 1 if a target is outdated (slow ones only if named), "
            "or if a puzzle has a second move as good as its answer (only if puzzles are named)",
        )
        parser.add_argument("--list", action="store_true", help="list the targets")

    def handle(self, *, what: list[str], **options: Any) -> None:
        targets = {name: find(name) for name in what or TARGETS}
        if options["list"]:
            self._list()
        elif options["check"]:
            self._check(targets, named=bool(what))
        else:
            with clean_exit("Stopped. The same command resumes."):
                self._make(targets, named=bool(what))

    def _list(self) -> None:
        slow = {name: one.about for name, one in SLOW.items()} | PATTERNS
        for name, one in TARGETS.items():
            self.stdout.write(f"{name:26}{one.about}")
        self.stdout.write("Only if they are named:")
        for name, about in slow.items():
            self.stdout.write(f"{name:26}{about}")

    def _make(self, targets: dict[str, Target], *, named: bool) -> None:
        """Rebuild the stale targets. Raise CommandError if a slow one is named with others of
        another kind: it may change agents that this process has loaded.
        """
        kinds = {name.partition(":")[0] for name in targets}
        if len(kinds) > 1 and any(one.slow for one in targets.values()):
            raise CommandError("Rebuild a slow target alone, then the others.", returncode=2)
        for name, one in targets.items():
            if not one.stale():
                self.stdout.write(f"{name}: up to date")
                continue
            one.make(self._progress(name))
            self.stdout.write(f"{name}: made")
        if not named:
            self._mention_slow()

    def _check(self, targets: dict[str, Target], *, named: bool) -> None:
        """Raise CommandError if a target is stale, or if it is named and fails verification."""
        if not named:
            self._mention_slow()
        stale = {name: items for name, one in targets.items() if (items := one.stale())}
        for name, items in stale.items():
            self.stdout.write(f"{name}: {_shown(items)}")
        if stale:
            names = " ".join(stale)
            raise CommandError(f"Out of date: run `manage.py rebuild {names}`.", returncode=1)
        for name, one in targets.items():
            if named and one.verify and (items := one.verify(self._progress(name))):
                raise CommandError(f"{name}: {_shown(items)}", returncode=1)

    def _mention_slow(self) -> None:
        """Name the slow targets that were made of something older."""
        for name, one in SLOW.items():
            if items := one.stale():
                self.stdout.write(f"{name} (slow: only rebuilt if named): {_shown(items)}")

    def _progress(self, name: str) -> Say:
        return lambda line: self.stderr.write(f"{name}: {line}")


def _shown(items: Sequence[str]) -> str:
    more = f" and {len(items) - SHOWN} more" if len(items) > SHOWN else ""
    return f"{', '.join(items[:SHOWN])}{more}"
