"""`manage.py convention_exam`: compare an agent's readings and moves with those that players
assert by convention.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from agents.challengers import challenger
from agents.conventions import exam
from agents.conventions.exam import MOVES, READS
from agents.conventions.position import load
from agents.management.long_command import LongCommand

DEFAULT = "conv:expert"


class Command(LongCommand):
    help = (
        "Compare an agent with what players assert by convention: what everybody reads a card as, "
        "and which move a seat makes. FILE has one position a line (docs/positions.md). Readings "
        "are compared as sets of identities, by level."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="JSON lines")
        parser.add_argument("--agent", default=DEFAULT, help="the convention agent (%(default)s)")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument(
            "--show", action="store_true", help="first print every difference with its board"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        skipped: list[tuple[str | int, str]] = []
        positions = load(Path(options["file"]), skipped)
        result = exam.sit(challenger(options["agent"]), positions)
        result.skipped[:0] = skipped
        if options["show"]:
            out = self.stderr if options["json"] else self.stdout
            for answer in result.answers:
                if answer.verdict not in ("equal", "same"):
                    out.write("\n".join(answer.lines()) + "\n", style_func=str)
        table = result.table()
        self.answer(table, as_lines(table), as_json=options["json"])


def as_lines(table: dict[str, Any]) -> str:
    """Return the result of an exam (`exam.Result.table`) as text for the terminal: the number of
    answers by level and verdict, and the skipped positions.
    """
    heads = "".join(f"{name:>12}" for name in (*READS, *MOVES))
    lines = [f"{table['agent']}", f"level{heads}"]
    for level, counts in table["levels"].items():
        numbers = [*counts["reads"].values(), *counts["moves"].values()]
        lines.append(f"{level:5}" + "".join(f"{number:12}" for number in numbers))
    lines += [f"skipped {name}: {why}" for name, why in table["skipped"]]
    return "\n".join(lines)
