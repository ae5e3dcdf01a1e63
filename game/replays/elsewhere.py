"""Games that were played elsewhere, replayed like those of our tables.

Whoever keeps such games registers a finder, so that this room need not know them.
"""

from __future__ import annotations

from collections.abc import Callable

from game.models import Player
from game.tables.state import TableState

Finder = Callable[[str, Player | None], TableState | None]
"""The game of this name, over, on a table that is not saved; None if there is none that this
person may see."""

_finders: list[Finder] = []


def register(finder: Finder) -> None:
    _finders.append(finder)


def find(name: str, player: Player | None) -> TableState | None:
    """The game of this name, from the first finder that knows it."""
    states = (finder(name, player) for finder in _finders)
    return next((state for state in states if state), None)
