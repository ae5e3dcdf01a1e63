"""Import games as traces: `manage.py import_traces FILE…`."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from agents.management.long_command import LongCommand, ProgressLine
from analysis.traces.importing import Imported, import_file
from analysis.traces.tables import collect
from native.records.replay import READINGS, READINGS_HELP


class Command(LongCommand):
    help = (
        "Import exported traces, hanab.live exports, HanabiData logs, arrays of AH2AC2 and games "
        "in our notation; also JSON lines, gzipped files, folders and tar archives. Games that are "
        "stored already are skipped; games that cannot be replayed are refused with a reason."
    )
    stopped = "Stopped. The games imported so far stay; the same command resumes."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = (
            f"rules:{READINGS_HELP}\n\n"
            "exit status: 0 all games are in, 1 some were refused, 2 wrong arguments"
        )
        parser.add_argument("files", nargs="*", metavar="FILE", help="or a folder; - is stdin")
        parser.add_argument(
            "--tables",
            action="store_true",
            help="also this site's finished and abandoned tables",
        )
        parser.add_argument(
            "--public",
            action="store_true",
            help="these games were published: show their people to everybody, under pseudonyms",
        )
        parser.add_argument(
            "--rules",
            choices=READINGS,
            help="replay by these rules (left out: those of the source)",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *, files: list[str], tables: bool, **options: Any) -> None:
        line = ProgressLine(self.stderr)
        if not files and not tables:
            raise CommandError("Name a file of games, or say --tables.", returncode=2)
        for file in files:
            if file != "-" and not Path(file).exists():
                raise CommandError(f"There is no file {file!r}.", returncode=2)
        total, reading = Imported(), READINGS.get(options["rules"])
        for file in files:
            imported = import_file(
                file,
                lambda so_far: line.show(f"games read: {so_far.games:,}, new: {so_far.new:,}"),
                public=options["public"],
                reading=reading,
            )
            total.games += imported.games
            total.new += imported.new
            total.refused += imported.refused
        if tables:
            collected = collect()
            total.games += collected
            total.new += collected
        self._report(total, options["json"])

    def _report(self, total: Imported, as_json: bool) -> None:
        if as_json:
            refused = [{"source": r.source, "reason": r.reason} for r in total.refused]
            facts = {"games": total.games, "new": total.new, "known": total.known}
            self.stdout.write(json.dumps(facts | {"refused": refused}))
        else:
            for source, reason in total.refused:
                line = f"refused  {source}: {reason}"
                self.stdout.write("".join(c if c.isprintable() else "?" for c in line))
            self.stdout.write(
                f"games: {total.games}, new: {total.new}, known: {total.known}, "
                f"refused: {len(total.refused)}"
            )
        if total.refused:
            raise CommandError(
                f"Refused: {len(total.refused)} of {total.games} games.", returncode=1
            )
