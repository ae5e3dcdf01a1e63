"""Compute the possible identities of cards: `manage.py empathy FILE`."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from native.empathy.lines import answer_all


class Command(BaseCommand):
    """Prints, for each position in a file of JSON lines (`native.empathy.lines.Line`), the
    identities that each card may have according to the pooled knowledge of the position's
    observers.
    """

    help = (
        "For each position in a file of JSON lines, print one JSON object with what every card can "
        "be as the observers know it: `id`, `possible`, and `ok` if the line has an expected "
        "result. An invalid line is answered with the reason why it is `refused`."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = (
            "exit status: 0 all answered and as expected, 1 some refused or different, "
            "2 wrong arguments"
        )
        parser.add_argument("file", metavar="FILE", help="JSON lines; - is stdin")
        parser.add_argument(
            "--json", action="store_true", help="print only the objects, without a summary"
        )

    def handle(self, *, file: str, **options: Any) -> None:
        count = refused = different = 0
        for answer in answer_all(_lines(file)):
            count += 1
            refused += "refused" in answer
            different += not answer.get("ok", True)
            self.stdout.write(json.dumps(answer))
        summary = f"positions: {count}, refused: {refused}, different: {different}"
        if refused or different:
            raise CommandError(summary, returncode=1)
        if not options["json"]:
            self.stderr.write(summary)


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
        return
    try:
        with Path(file).open("rb") as lines:
            yield from lines
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}.", returncode=2) from error
