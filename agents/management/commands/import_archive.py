"""Import an archive from a file as a run."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from agents.archives import runs, summary
from agents.archives.exchange import KINDS, imported
from agents.generator.executors import executor
from agents.generator.remeasure import remeasure
from agents.management.long_command import LongCommand
from agents.management.run_command import add_setting_options, setting_in


class Command(LongCommand):
    help = f"Import an archive from a file as a run, and re-measure its elites: {KINDS}."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive, .json or .csv")
        parser.add_argument("--run", required=True, help="name of the new run")
        parser.add_argument("--population", default="", help="archive to import from several")
        parser.add_argument("--threads", type=int, help="threads (one per processor)")
        add_setting_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        runs.refuse_unless_free(options["run"])
        data = path.read_bytes()
        archive = imported(
            data, options["run"], path.name, setting_in(options), options["population"]
        )
        if not archive.complete:
            with executor("threads", options["threads"]) as pool:
                archive = remeasure(archive, pool)
        runs.save(archive)
        now = summary(archive)
        self.stdout.write(
            f"{archive.run}: {len(archive.cells)} elites, coverage {now.coverage}, "
            f"{now.in_own_cell} in their own cells when measured again."
        )
