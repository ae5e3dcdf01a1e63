"""Recorded games that were not played at a table here: shown as finished tables, and found by their
names.

A module that stores such games registers a finder, so that this package need not import the module.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol

from game.board.words import ENDINGS
from game.models import Note, Player, Seating, Table
from game.tables.state import TERMINATED, TableState, unsaved
from native import Game

Finder = Callable[[str, Player | None], TableState | None]
"""A function that returns a game by its name; None if there is none that this person may see."""

_finders: list[Finder] = []


class Said(Protocol):
    """Interface of a recorded move's additional facts: its duration, and the agent's reasons."""

    @property
    def thinking_ms(self) -> int:
        """How long the move took, in milliseconds."""

    @property
    def why(self) -> str | None:
        """The agent's reason for the move, from public information alone."""

    @property
    def detail(self) -> str | None:
        """The agent's reason with what it saw in other hands, for readers who see all cards."""

    @property
    def data(self) -> Mapping[str, Any]:
        """The agent's reason in a form that programs can read."""


def recorded(
    game: Game,
    slug: str,
    seatings: Sequence[Seating],
    said: Mapping[int, Said],
    notes: Sequence[Note] = (),
    *,
    scoring: str = Table.Scoring.ZERO,
    help_level: str = "",
    played: datetime | None = None,
) -> TableState:
    """Return a recorded game as the state of a finished table, as if it had been played here.

    `said` has the additional facts of each move by turn, from 1; `seatings` are the players and
    `notes` the other lines of the log. `slug` is the name in the replay's address. `scoring` is a
    value of Table.Scoring; `help_level`, one of Table.Help, is the help that the players had (full
    if empty); `played` is when the game ended.
    """
    end = game.end.name.lower() if game.end else ""
    return unsaved(
        game,
        seatings,
        notes,
        {turn: _fields(one) for turn, one in said.items()},
        slug=slug,
        status=Table.Status.FINISHED,
        scoring=scoring,
        help=help_level or Table.Help.FULL,
        finished=played,
        ending=end if end in ENDINGS else TERMINATED,
    )


def register(finder: Finder) -> None:
    """Add a function that finds recorded games by name; `find` asks them in this order."""
    _finders.append(finder)


def find(name: str, player: Player | None) -> TableState | None:
    """Return the recorded game of this name as seen by a player; None if there is none."""
    states = (finder(name, player) for finder in _finders)
    return next((state for state in states if state), None)


def _fields(said: Said) -> dict[str, Any]:
    how = said.data.get("how")
    return {
        "thinking_ms": said.thinking_ms,
        "why": said.why or "",
        "detail": said.detail or "",
        "data": {"how": how} if isinstance(how, str) else {},
    }
