"""The numbers with a name by which the program waits, bounds, lists and keeps: whoever changes one
changes it here too, and so on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

import pytest

from tests.kept import as_text, same_as_kept

LEFT_OUT = (
    *("native.bench", "native._build", "native._core", "hanabi_site.settings"),
    *("hanabi_site.load", "hanabi_site.management.commands.serve"),
)
"""What is built, what measures, and what is kept elsewhere."""
DRAWN = ("PROCESS", "THREADS")
"""Anew in every process, or by the database."""


def modules(room: str) -> Iterator[ModuleType]:
    package = import_module(room)
    for found in walk_packages(package.__path__, f"{room}."):
        if not found.name.startswith(LEFT_OUT) and "migrations" not in found.name:
            yield import_module(found.name)


def own_numbers(module: ModuleType) -> dict[str, str]:
    """Those that are told in the module itself, as its file has their names at a line's start."""
    assert module.__file__
    lines = Path(module.__file__).read_text().splitlines()
    begins = {name for line in lines for name in re.split("[,: ]+", line.partition(" = ")[0])}
    kinds = (int, float, timedelta)
    return {
        name: str(value)
        for name, value in vars(module).items()
        if name in begins and name.isupper() and name not in DRAWN and isinstance(value, kinds)
    }


@pytest.mark.parametrize("room", ["analysis", "game", "native", "hanabi_site", "hanabi_lab"])
def test_the_numbers_of_a_room(room: str) -> None:
    told = {module.__name__: found for module in modules(room) if (found := own_numbers(module))}
    assert same_as_kept(f"numbers/{room}", as_text(told))
