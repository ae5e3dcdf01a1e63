"""The rows that several kinds of change write. Call within a transaction."""

from __future__ import annotations

from datetime import datetime

from game.models import Note, Table
from game.tables.state import TableState
from native import Game


def advance(table: Table) -> int:
    """Raise the version of a table that has changed; the new one. Its row is held."""
    table.version += 1
    table.save(update_fields=["version"])
    return table.version


def note(state: TableState, text: str) -> int:
    """A line in the log between two moves; the table's new version."""
    version = advance(state.table)
    Note.objects.create(table=state.table, version=version, turn=len(state.moves) + 1, text=text)
    return version


def finish(table: Table, game: Game, now: datetime) -> None:
    """Keep how a game ended that is over."""
    outcome = game.outcome()
    assert outcome is not None
    table.status = Table.Status.FINISHED
    table.finished = now
    table.ending = outcome.end.name.lower()
    table.stacks = outcome.stacks
    table.zero = outcome.zero
    table.strikes = game.strikes
    table.trouble = ""
    table.save(
        update_fields=["status", "finished", "ending", "stacks", "zero", "strikes", "trouble"]
    )
