"""Make a run of the generator, or go on with one."""

import json
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from agents.archives import BadParameters, Recipe, Setting, runs
from agents.archives.recipe import ALGORITHMS, PUBLISHED_INITIAL
from agents.generator.executors import EXECUTORS, executor
from agents.generator.report import report, sentences
from agents.generator.run import Run, make, resumed, started
from agents.generator.status import Status
from agents.management.long_command import ending_in_words
from agents.management.progress_line import ProgressLine
from agents.management.setting_options import add_setting_options, given, setting_in

INDIVIDUALS = 1_000_000


class Command(BaseCommand):
    help = "Evolve an archive of rule lists with MAP-Elites; every default is the paper's."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--run", required=True, help="name of the run")
        add("--individuals", type=int, help=f"how many to make ({INDIVIDUALS})")
        add("--initial", type=int, help=f"random ones among them ({PUBLISHED_INITIAL})")
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--algorithm", "--variant", help=f"{' or '.join(ALGORITHMS)} (paper)")
        add_setting_options(parser)
        add("--games", type=int, help="that judge a candidate (100)")
        add("--batch", type=int, help="individuals bred from one state of the archive (500)")
        add("--threads", type=int, help="threads or Dask workers (one a processor)")
        add("--executor", default="threads", help=f"{' or '.join(EXECUTORS)} (threads)")
        add("--scheduler", default="", help="address of a Dask cluster (a local one)")
        add("--resume", action="store_true", help="go on with a run")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        self._line = ProgressLine(self.stderr)
        with ending_in_words(f"Stopped. --run {options['run']} --resume goes on."):
            held = _resumed(options) if options["resume"] else _started(options)
            with (
                executor(options["executor"], options["threads"], options["scheduler"]) as pool,
                held as run,
            ):
                archive = make(run, pool, self._show)
                seconds = run.seconds
        if options["json"]:
            self.stdout.write(json.dumps(report(archive, seconds)))
        else:
            self.stdout.write(sentences(archive, seconds))

    def _show(self, now: Status) -> None:
        self._line.show(now.line)


def _started(options: dict[str, Any]) -> AbstractContextManager[Run]:
    setting = setting_in(options)
    individuals = options["individuals"] or INDIVIDUALS
    defaults: dict[str, Any] = {
        "individuals": INDIVIDUALS,
        "initial": max(1, min(PUBLISHED_INITIAL, individuals)),
        "seed": "1",
    }
    return started(options["run"], setting, Recipe(**defaults | given(options, Recipe)))


def _resumed(options: dict[str, Any]) -> AbstractContextManager[Run]:
    """The run, if the options do not contradict it."""
    archive = runs.load(options["run"])
    made = {**_fields(archive.setting), **(_fields(archive.recipe) if archive.recipe else {})}
    for name, value in (given(options, Setting) | given(options, Recipe)).items():
        if name != "individuals" and made.get(name, value) != value:
            raise BadParameters(
                f"{archive.run} was begun with {name} {made[name]}, which cannot change."
            )
    return resumed(options["run"], options["individuals"])


def _fields(struct: msgspec.Struct) -> dict[str, object]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
