"""The options that say what a run's agents are and how they are measured."""

import argparse
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from agents.archives import Setting
from agents.archives.alphabets import ALPHABETS
from agents.archives.objective import SCORINGS
from agents.archives.setting import MODES
from native.play.measures import MEASURES


def add_setting_options(parser: CommandParser) -> None:
    add = parser.add_argument
    add("--players", type=int, help="2 to 5 (2)")
    add("--alphabet", "--rules", help=f"of rules: {' or '.join(ALPHABETS)} (published)")
    add("--mode", help=f"when a rule fails: {' or '.join(MODES)} (faithful)")
    add("--scoring", help=f"after the last strike: {' or '.join(SCORINGS)} (stacks)")
    add("--measures", type=_names, help=f"two of {', '.join(MEASURES)}, with a comma")
    add("--grid", type=_sides, help="rows x columns (20x20)")


def setting_in(options: dict[str, Any]) -> Setting:
    """The setting that these options describe. Raises BadParameters, in words."""
    return Setting(**given(options, Setting))


def given(options: dict[str, Any], struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The options for the fields of this struct that were given."""
    names = struct.__struct_fields__
    return {name: options[name] for name in names if options[name] is not None}


def _names(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if len(names) != 2:
        raise argparse.ArgumentTypeError("give two measures with a comma between them.")
    return names


def _sides(text: str) -> tuple[int, ...]:
    sides = tuple(int(side) for side in text.split("x") if side.isascii() and side.isdecimal())
    if len(sides) != 2 or len(text) > 9:
        raise argparse.ArgumentTypeError("give rows and columns, such as 20x20.")
    return sides
