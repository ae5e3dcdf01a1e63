"""Take an archive from a file as a run."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agents.archives import BadRun, runs, summary
from agents.archives.importing import KINDS, imported
from agents.generator.executors import executor
from agents.generator.remeasure import remeasure
from agents.management.long_command import ending_in_words
from agents.management.setting_options import add_setting_options, setting_in


class Command(BaseCommand):
    help = f"Take an archive from a file as a run, and re-measure its elites: {KINDS}."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--run", required=True, help="name of the new run")
        parser.add_argument("--population", default="", help="of a file with several archives")
        parser.add_argument("--threads", type=int, help="for re-measuring (one a processor)")
        add_setting_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"])
        with ending_in_words():
            if runs.exists(options["run"]):
                raise BadRun(f"There is a run {options['run']} already.")
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
