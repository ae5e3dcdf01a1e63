"""The rows that several kinds of change write. Call within a transaction."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

from game.models import Note, Table
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState
from native import Game

RAISE = f"UPDATE {Table._meta.db_table} SET version = %s WHERE id = %s AND version = %s"


def advance(table: Table, *changed: str) -> int:
    """Raise the version of a table that has changed; the new one. `changed` are its fields that are
    to be kept as well. Raises Refused(STALE_VERSION) if somebody else has raised it meanwhile."""
    # Every move does this, and Django would put the statement together anew each time, which takes
    # longer than all the rest of it.
    with connection.cursor() as cursor:
        cursor.execute(RAISE, [table.version + 1, table.pk, table.version])
        if cursor.rowcount != 1:
            raise Refused(Refusal.STALE_VERSION)
    table.version += 1
    if changed:
        table.save(update_fields=changed)
    return table.version


def note(state: TableState, text: str, *changed: str) -> int:
    """A line in the log between two moves; the table's new version. `changed` are its fields that
    are to be kept as well."""
    version = advance(state.table, *changed)
    Note.objects.create(table=state.table, version=version, turn=len(state.moves) + 1, text=text)
    return version


def take_back(state: TableState, turn: int, text: str) -> int:
    """Let the moves from a turn on count no more; the table's new version."""
    version = advance(state.table, "proposal")
    kind = Note.Kind.TAKEN_BACK
    Note.objects.create(table=state.table, version=version, turn=turn, text=text, kind=kind)
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
