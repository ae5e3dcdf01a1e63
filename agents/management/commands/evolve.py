"""Start or resume a run that evolves an archive of rule lists."""

from contextlib import AbstractContextManager
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from agents.archives import Recipe, Setting, runs
from agents.archives.setting import ALGORITHMS, PUBLISHED_INITIAL
from agents.generator.run import GeneratorRun, make, resumed, started
from agents.generator.status import report, sentences
from agents.management.executor_options import add_executor_options, chosen_executor
from agents.management.long_command import LongCommand, ProgressLine, clean_exit
from agents.management.run_command import add_setting_options, given, refuse_changes, setting_in

INDIVIDUALS = 1_000_000


class Command(LongCommand):
    help = "Evolve an archive of rule lists with MAP-Elites; every default is the paper's."
    stopped = "Stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--run", required=True, help="name of the run")
        many = f"number of individuals; only whole batches can be extended later ({INDIVIDUALS})"
        add("--individuals", type=int, help=many)
        add(
            "--initial", type=int, help=f"random individuals at the beginning ({PUBLISHED_INITIAL})"
        )
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--algorithm", "--variant", help=f"{' or '.join(ALGORITHMS)} (paper)")
        add_setting_options(parser)
        add("--games", type=int, help="games that evaluate a candidate (100)")
        add("--batch", type=int, help="individuals bred from one state of the archive (500)")
        add_executor_options(parser)
        add("--resume", action="store_true", help="continue a run")
        add("--json", action="store_true", help="print one JSON object at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        line = ProgressLine(self.stderr)
        with clean_exit(f"Stopped. `evolve --run {options['run']} --resume` continues it."):
            held = _resumed(options) if options["resume"] else _started(options)
            with chosen_executor(options) as pool, held as run:
                archive = make(run, pool, lambda now: line.show(now.line))
                seconds = run.seconds
        figures, text = report(archive, seconds), sentences(archive, seconds)
        self.answer(figures, text, as_json=options["json"])


def _started(options: dict[str, Any]) -> AbstractContextManager[GeneratorRun]:
    setting = setting_in(options)
    individuals = options["individuals"] or INDIVIDUALS
    defaults: dict[str, Any] = {
        "individuals": INDIVIDUALS,
        "initial": max(1, min(PUBLISHED_INITIAL, individuals)),
        "seed": "1",
    }
    return started(options["run"], setting, Recipe(**defaults | given(options, Recipe)))


def _resumed(options: dict[str, Any]) -> AbstractContextManager[GeneratorRun]:
    """Return the run; raise an error if the options contradict its file."""
    archive = runs.load(options["run"])
    made = msgspec.structs.asdict(archive.setting)
    if archive.recipe:
        # The number of individuals may grow.
        made |= msgspec.structs.asdict(archive.recipe) | {"individuals": options["individuals"]}
    refuse_changes(archive.run, made, given(options, Setting) | given(options, Recipe))
    return resumed(options["run"], options["individuals"])
