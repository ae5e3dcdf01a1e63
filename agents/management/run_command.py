"""Base of the commands that begin or resume a run, with their common options."""

import argparse
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

import msgspec
from django.core.management.base import CommandParser

from agents.archives import Setting
from agents.archives.setting import ALPHABETS
from agents.management.long_command import LongCommand, ProgressLine, clean_exit
from agents.runs.errors import BadParameters
from agents.runs.life import RunInProgress, RunKind, RunRecord
from native.play.measures import MEASURES


def add_setting_options(parser: CommandParser) -> None:
    """Add a command-line option for each field of an archive's Setting."""
    add = parser.add_argument
    add("--players", type=int, help="seats at the table, 2 to 5 (2)")
    add("--alphabet", "--rules", help=f"alphabet of rules: {' or '.join(ALPHABETS)} (published)")
    add("--mode", help="where a rule fails: faithful ends the game, clean continues (faithful)")
    add("--scoring", help="score after the last strike: stacks, cards played, or zero (stacks)")
    add("--measures", type=_names, help=f"two of {', '.join(MEASURES)}, with a comma between them")
    add("--grid", type=_sides, help="rows x columns (20x20)")


def setting_in(options: dict[str, Any]) -> Setting:
    """Return the setting that the command-line options describe, for a run that evolves an archive
    of rule lists: players, alphabet of rules, mode, scoring, measures and grid.

    Options that were not given have their defaults. Raise BadParameters if a value is invalid.
    """
    return Setting(**given(options, Setting))


def given(options: dict[str, Any], struct: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the options, by name, that were set on the command line and are fields of `struct`."""
    values = {name: options.get(name) for name in struct.__struct_fields__}
    return {name: value for name, value in values.items() if value is not None}


def refuse_changes(run: str, made: Mapping[str, object], asked: Mapping[str, object]) -> None:
    """Raise BadParameters if an option contradicts the parameters that the run was begun with.

    `made` are the run's parameters, `asked` those set on the command line.
    """
    for name, value in asked.items():
        if made.get(name, value) != value:
            raise BadParameters(f"{run} was begun with {name} {made[name]}, which cannot change.")


R = TypeVar("R", bound=RunRecord)


class RunCommand(LongCommand, ABC, Generic[R]):
    """Base of the commands `VERB NAME`, such as `train small-2p`, which begin the run NAME or,
    with --resume, continue it. R is the type of the run's record.
    """

    verb: str
    kind: RunKind[R, Any]
    work: Callable[[R], RunInProgress[R, Any]]
    recipe: type[msgspec.Struct]
    report: Callable[[R], object]
    """Returns the figures of a run, given its record, as JSON-ready data."""
    sentences: Callable[[R], str]
    """Returns the figures of a run, given its record, as text for the terminal."""
    stopped = "Stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options --resume and --json, which all commands of this base have."""
        parser.add_argument("--resume", action="store_true", help="continue a run")
        parser.add_argument("--json", action="store_true", help="print one JSON object at the end")

    @abstractmethod
    def new(self, options: dict[str, Any]) -> R:
        """Return the record of the new run that the options describe. Raise BadParameters if they
        are invalid.
        """

    def handle(self, *args: Any, **options: Any) -> None:
        """Begin or resume the run, complete it, and print its figures as JSON or text."""
        line = ProgressLine(self.stderr)
        stopped = f"Stopped. `{self.verb} {options['name']} --resume` continues it."
        with clean_exit(stopped), self._begun(options) as work:
            for name in filter(self.kind.shipped, work.run.names):
                self.stderr.write(
                    f"A run {name} comes with the program: yours hides it until you delete "
                    f"{self.kind.own(name)}."
                )
            run = work.make(lambda now: line.show(now.line))
        self.answer(self.report(run), self.sentences(run), as_json=options["json"])

    def _begun(self, options: dict[str, Any]) -> AbstractContextManager[RunInProgress[R, Any]]:
        if not options["resume"]:
            return self.kind.begun(self.new(options), self.work)
        recipe = msgspec.structs.asdict(self.kind.load(options["name"]).recipe)
        refuse_changes(options["name"], recipe, given(options, self.recipe))
        return self.kind.resumed(options["name"], self.work, options[self.kind.unit])


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if len(names) != 2:
        raise argparse.ArgumentTypeError(
            f"give two measures with a comma between them, not {text!r:.60}."
        )
    return names


def _sides(text: str) -> tuple[int, ...]:
    sides = tuple(int(side) for side in text.split("x") if side.isascii() and side.isdecimal())
    if len(sides) != 2 or len(text) > 9:
        raise argparse.ArgumentTypeError(f"give rows and columns, such as 20x20, not {text!r:.60}.")
    return sides
