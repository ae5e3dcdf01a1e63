"""Play the families of agents with each other, and store it for the page."""

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from agents.contract import AgentError
from agents.management.long_command import ending_in_words
from analysis.protocols import families


class Command(BaseCommand):
    help = (
        "Play every member of the frozen list of families with every other and with itself, two at "
        "a table, and print the mean of each pair. Pairs with a slow agent play fewer games, and "
        "pairs whose members have not changed since they were stored are taken from there."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="print, and store nothing")
        parser.add_argument("--anew", action="store_true", help="play the unchanged ones too")
        parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)

    def handle(self, *args: Any, **options: Any) -> None:
        def told(one: str, other: str) -> None:
            self.stderr.write(f"{one} and {other} ...")

        try:
            with ending_in_words():
                crossplay = families.measure(
                    options["threads"], told, None if options["anew"] else families.load()
                )
                if not options["dry_run"]:
                    families.store(crossplay)
        except AgentError as error:
            raise CommandError(str(error), returncode=2) from None
        for pair in crossplay.pairs:
            found = pair.mean("zero")
            self.stdout.write(
                f"{pair.one} {pair.other}: {found.value:.2f} ± {found.sem or 0:.2f}, "
                f"{pair.games} games, zero"
            )
