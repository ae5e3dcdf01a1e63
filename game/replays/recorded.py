"""Recorded games that were not played at a table here, such as uploads and imported traces: shown
as finished tables, and found by their names.

A module that stores such games registers a finder, so that this package need not import the
module.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from game.board.words import ENDINGS
from game.models import Note, Player, Seating, Table
from game.replays.trace_schema import Lab, SeatFact, TurnFact
from game.tables.state import TERMINATED, TableState, unsaved
from native import Game

Finder = Callable[[str, Player | None], TableState | None]
"""A function that returns a game by its name; None if there is none that this person may see."""

_finders: list[Finder] = []


def recorded(
    game: Game,
    slug: str,
    seatings: Sequence[Seating],
    said: Iterable[TurnFact] = (),
    notes: Sequence[Note] = (),
    *,
    scoring: str = Table.Scoring.ZERO,
    help_level: str = "",
    played: datetime | None = None,
) -> TableState:
    """Return a recorded game as the state of a finished table, as if it had been played here.

    `slug` is the name in the replay's address; `seatings` are the players. `said` gives the
    thinking time and the agent's reasons for moves, not necessarily for all; `notes` are the other
    lines of the log. `scoring` is a value of Table.Scoring; `help_level`, one of Table.Help, is
    how much the board showed the players on cards (full if empty); `played` is when the game
    ended.
    """
    end = game.end.name.lower() if game.end else ""
    return unsaved(
        game,
        seatings,
        notes,
        {one.turn: _fields(one) for one in said},
        slug=slug,
        status=Table.Status.FINISHED,
        scoring=scoring,
        help=help_level or Table.Help.FULL,
        finished=played,
        ending=end if end in ENDINGS else TERMINATED,
    )


def seatings_of(lab: Lab, named: Callable[[SeatFact], str]) -> list[Seating]:
    """Return unsaved seatings for the occupants listed in the `lab` part of a trace: who took
    which seat, and after how many moves.

    `named` returns the name to show for each occupant. An agent's address with unprintable
    characters is left empty.
    """
    return [
        Seating(
            index=fact.seat,
            from_turn=fact.from_turn,
            kind=fact.kind,
            name=named(fact),
            address=address if (address := fact.agent or "").isprintable() else "",
            agent_version=fact.version or "",
        )
        for fact in lab.seats
    ]


def register(finder: Finder) -> None:
    """Add a function that finds recorded games by name. `find` asks the functions in the order in
    which they were added.
    """
    _finders.append(finder)


def find(name: str, player: Player | None) -> TableState | None:
    """Return the recorded game of this name, such as an upload; None if there is none that this
    person may see.
    """
    states = (finder(name, player) for finder in _finders)
    return next((state for state in states if state), None)


def _fields(said: TurnFact) -> dict[str, Any]:
    how = said.data.get("how")
    return {
        "thinking_ms": said.thinking_ms,
        "why": said.why or "",
        "detail": said.detail or "",
        "data": {"how": how} if isinstance(how, str) else {},
    }
