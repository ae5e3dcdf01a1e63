"""Answers what cards can be: `manage.py empathy FILE`."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from native.empathy.lines import answer_all


class Command(BaseCommand):
    help = (
        "For each position in a file of JSON lines, print one JSON object with what every card can "
        "be as the observers know it: `id`, `possible`, and `ok` if the line says what to expect. "
        "A line that cannot be is answered with why it is `refused`."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.epilog = (
            "exit status: 0 all answered and as expected, 1 some refused or different, "
            "2 wrong arguments"
        )
        parser.add_argument("file", metavar="FILE", help="JSON lines; - is stdin")
        parser.add_argument(
            "--json", action="store_true", help="nothing but the objects: no closing summary"
        )

    def handle(self, *, file: str, **options: Any) -> None:
        count = refused = different = 0
        try:
            for answer in answer_all(_lines(file)):
                count += 1
                refused += "refused" in answer
                different += not answer.get("ok", True)
                self.stdout.write(json.dumps(answer))
        except BrokenPipeError:
            # Whoever read our output has had enough, as `head` does; what is buffered is lost.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.", returncode=2) from error
        summary = f"positions: {count}, refused: {refused}, different: {different}"
        if refused or different:
            raise CommandError(summary, returncode=1)
        if not options["json"]:
            self.stderr.write(summary)


def _lines(file: str) -> Iterator[bytes]:
    if file == "-":
        yield from sys.stdin.buffer
    else:
        with Path(file).open("rb") as lines:
            yield from lines
