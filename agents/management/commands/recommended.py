"""Print the recommended partner for each kind of person and number of players."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agents.recommended import KINDS, recommended

PLAYERS = range(2, 6)


class Command(BaseCommand):
    help = "Print the recommended partner for each kind of person and number of players."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        table = {kind: {str(n): recommended(kind, n) for n in PLAYERS} for kind in KINDS}
        if options["json"]:
            self.stdout.write(json.dumps(table))
            return
        for kind, row in table.items():
            for players, address in row.items():
                self.stdout.write(f"{kind:12} {players} players  {address}")
