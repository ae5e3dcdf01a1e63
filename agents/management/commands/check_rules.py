"""Replay rule vectors and compare the answer of every published rule."""

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
        if options["json"]:
            self.stdout.write(json.dumps(_report(turns, outputs, mismatches)))
        else:
            self.stdout.write(f"turns {turns}, outputs {outputs}, mismatches {len(mismatches)}")
            for mismatch in mismatches[:SHOWN]:
                self.stdout.write(_line(mismatch))
        if mismatches:
            sys.exit(1)


def _line(mismatch: Mismatch) -> str:
    rule = mismatch.rule
    return (
        f"line {mismatch.line}, turn {mismatch.turn}, rule {rule.gene} {rule.name}: "
        f"recorded {mismatch.expected}, here {mismatch.answered}"
    )


def _report(turns: int, outputs: int, mismatches: list[Mismatch]) -> dict[str, object]:
    first = [
        {
            "line": mismatch.line,
            "turn": mismatch.turn,
            "gene": mismatch.rule.gene,
            "recorded": mismatch.expected,
            "answered": mismatch.answered,
        }
        for mismatch in mismatches[:SHOWN]
    ]
    return {
        "turns": turns,
        "outputs": outputs,
        "mismatches": len(mismatches),
        "first_mismatches": first,
    }
