"""What the agents' room hands out is shared by many, so nobody changes it in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path

import msgspec

import agents

MESSAGES = {"agents.agent_protocol", "agents.archives.files"}
"""Their structs are read and dropped; those that are passed on are frozen all the same."""
PASSED_ON = {"CardSeen", "TurnSeen", "SeatView"}
GROWING = {
    "agents.generator.population.Population",
    "agents.generator.run.GeneratorRun",
}
"""Runs in progress."""
ROOT = Path(agents.__file__).parent
PASSED = {"migrations"}


def defined() -> Iterator[type]:
    """Every class that a module of the room defines."""
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT.parent).with_suffix("").parts
        if PASSED.isdisjoint(parts):
            module = import_module(".".join(parts))
            found = vars(module).values()
            yield from (one for one in found if getattr(one, "__module__", "") == module.__name__)


def frozen(one: type) -> bool:
    if is_dataclass(one):
        return bool(one.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return bool(one.__struct_config__.frozen)


def test_no_value_can_be_changed_in_place() -> None:
    values = [
        one
        for one in defined()
        if isinstance(one, type) and (is_dataclass(one) or issubclass(one, msgspec.Struct))
    ]
    assert len(values) > 50
    loose = [one for one in values if not frozen(one)]
    elsewhere = [one for one in loose if one.__module__ not in MESSAGES]
    assert {f"{one.__module__}.{one.__qualname__}" for one in elsewhere} == GROWING
    assert PASSED_ON.isdisjoint(one.__name__ for one in loose)
