"""A run that learns, as far as it went."""

from __future__ import annotations

import msgspec

from agents.learning.evaluation import Measured
from agents.learning.methods import ITERATION
from agents.learning.recipe import Recipe

FORMAT = "hanabi-lab-learning"
SCHEMA = 1


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of a learning curve."""

    turns: int
    """Learnt from so far."""
    loss: float
    """Mean since the last point."""
    test: Measured
    """Fixed deals, the same at every point of every run with so many players."""

    @property
    def iteration(self) -> int:
        return self.turns // ITERATION


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about a run but what it has learnt."""

    name: str
    recipe: Recipe
    of: int
    """Turns that it is to learn from; it makes whole rounds of its lanes, so it may pass that."""
    turns: int = 0
    """Of all seats, so far."""
    seconds: float = 0.0
    """Of all processes that took part, with their measuring."""
    curve: tuple[Point, ...] = ()
    final: Measured | None = None
    """Once it is done: its policy, as it is shipped, on other deals."""
    format: str = FORMAT
    schema: int = SCHEMA
