"""Compare the moves of the published rules, of which agents are made, with recorded moves."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from native.records.record import BadRecord
from native.rulebase.vectors import Mismatch, check

SHOWN = 20


class Command(BaseCommand):
    help = "Compare the published rules with recorded answers, turn by turn."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", help="file of rule vectors, plain or gzip; - for standard input"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        turns = outputs = 0
        mismatches: list[Mismatch] = []
        try:
            for turn in check(options["file"]):
                turns += 1
                outputs += turn.outputs
                mismatches += turn.mismatches
        except BadRecord as error:
            raise CommandError(f"{options['file']}: {error}", returncode=2) from None
        counts = {"turns": turns, "outputs": outputs, "mismatches": len(mismatches)}
        first = mismatches[:SHOWN]
        if options["json"]:
            self.stdout.write(json.dumps({**counts, "first_mismatches": list(map(_fields, first))}))
        else:
            self.stdout.write(", ".join(f"{name} {count}" for name, count in counts.items()))
            for mismatch in first:
                self.stdout.write(_line(mismatch))
        if mismatches:
            sys.exit(1)


def _line(mismatch: Mismatch) -> str:
    rule = mismatch.rule
    return (
        f"line {mismatch.line}, turn {mismatch.turn}, rule {rule.gene} {rule.name}: "
        f"recorded {mismatch.expected}, here {mismatch.answered}"
    )


def _fields(mismatch: Mismatch) -> dict[str, object]:
    return {
        "line": mismatch.line,
        "turn": mismatch.turn,
        "gene": mismatch.rule.gene,
        "recorded": mismatch.expected,
        "answered": mismatch.answered,
    }
