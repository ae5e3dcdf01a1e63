"""Export traces as JSON lines, Parquet, CSV or arrays: `manage.py export_traces [FILE]`."""

import sys
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.exceptions import BadRequest
from django.core.management.base import CommandError
from django.db.models import QuerySet

from agents.management.long_command import LongCommand
from agents.runs.storage import replacing
from analysis.models import Trace, TraceSeat
from analysis.schemas import schema_text
from analysis.tables import BadTable, check, check_folder, save
from analysis.traces.exporting import ARRAYS, lines, save_arrays, tables
from analysis.traces.filters import Filters
from native import BadRules
from native.engine.variants import variant_of


class Command(LongCommand):
    help = (
        "Write traces, one game per line or row, in the format of the file's suffix: .jsonl, "
        ".parquet, .csv, or .safetensors, the arrays of AH2AC2. People get pseudonyms "
        "that are stable within this export and cannot be linked to those of another."
    )
    refusals = (BadRequest, BadRules, BadTable)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="left out: stdout")
        parser.add_argument("--schema", action="store_true", help="print the schema of a line")
        parser.add_argument(
            "--train",
            type=int,
            default=0,
            metavar="GAMES",
            help="for .safetensors: write this many games to FILE_train, the rest to FILE_val",
        )
        parser.add_argument("--seed", default="1", help="chooses the games for --train (1)")
        for name, field in Filters.base_fields.items():
            choices = [str(value) for value, _ in getattr(field, "choices", ()) if value]
            parser.add_argument(
                f"--{name.replace('_', '-')}",
                default="",
                choices=choices or None,
                help=str(field.label or name.replace("_", " ")).lower(),
            )

    def handle(self, *, file: str, schema: bool, **options: Any) -> None:
        if schema:
            self.stdout.write(schema_text("trace"), ending="")
            return
        filters = Filters.of({name: options[name] for name in Filters.base_fields})
        if options["variant"]:
            variant_of(options["variant"])
        agent = options["agent"]
        if agent and not TraceSeat.objects.filter(address=agent).exists():
            raise CommandError(f"No game has the agent “{agent}”.", returncode=1)
        if Path(file).suffix == ARRAYS:
            written = save_arrays(file, filters.traces(), options["train"], options["seed"])
            for reason in written.left_out:
                self.stderr.write(f"left out  {reason}")
            for name, games in written.files.items():
                self.stderr.write(f"{name}: {games:,} game{'s' if games != 1 else ''}")
            return
        if options["train"]:
            raise BadTable(f"--train needs a file that ends with {ARRAYS}, not {file}.")
        self.stderr.write(f"games: {_write(file, filters.traces())}")


def _write(file: str, traces: QuerySet[Trace]) -> int:
    """Write the traces, leaving no partial file, and return their number."""
    if file == "-":
        # Closed before the database, also if the reader closes the pipe.
        with closing(lines(traces)) as written:
            return sum(1 for line in written if sys.stdout.buffer.write(line))
    if Path(file).suffix in (".parquet", ".csv"):
        check(file)
        return save(file, tables(traces))
    if Path(file).suffix != ".jsonl":
        raise BadTable(f"{file} must end with .jsonl, .parquet, .csv or {ARRAYS}.")
    check_folder(Path(file))
    with replacing(Path(file)) as out, closing(lines(traces)) as written:
        return sum(1 for line in written if out.write(line))
