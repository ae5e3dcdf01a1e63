"""Write the rows that several changes share. Call these functions within a transaction."""

from datetime import datetime

from django.db import connection, transaction
from django.dispatch import Signal
from django.utils import timezone

from game.models import Note, Table
from game.tables.refusals import Refusal, Refused
from game.tables.state import TableState, result_of
from native import Game

finished = Signal()
"""A signal, sent with the `slug` of a table once the end of its game is committed."""

RAISE = f"UPDATE {Table._meta.db_table} SET version = %s WHERE id = %s AND version = %s"


def advance(table: Table, *changed: str) -> int:
    """Increase the table's version by one, save its fields named in `changed`, and return the new
    version.

    Raise Refused(STALE_VERSION) if another change has increased it meanwhile.
    """
    # Raw SQL: most moves change nothing else, and building Django's statement takes the longest.
    if changed:
        fields = {name: getattr(table, name) for name in changed}
        same = Table.objects.filter(pk=table.pk, version=table.version)
        rows = same.update(version=table.version + 1, **fields)
    else:
        with connection.cursor() as cursor:
            cursor.execute(RAISE, [table.version + 1, table.pk, table.version])
            rows = cursor.rowcount
    if rows != 1:
        raise Refused(Refusal.STALE_VERSION)
    table.version += 1
    return table.version


def note(
    state: TableState,
    text: str,
    *changed: str,
    kind: Note.Kind = Note.Kind.TOLD,
    turn: int | None = None,
) -> int:
    """Add the line `text` to the log before move `turn` (from 1; default: the next move), and save
    the table's fields named in `changed`; return the table's new version.

    A line of the `kind` TAKEN_BACK also takes back the moves from `turn` on.
    """
    version, turn = advance(state.table, *changed), turn or len(state.moves) + 1
    Note.objects.create(table=state.table, version=version, turn=turn, text=text, kind=kind)
    return version


def end_early(state: TableState, text: str, *changed: str) -> int:
    """End a running game with the line `text` in its log, and save the table's fields named in
    `changed`; return the table's new version.
    """
    ended = state.played.last.copy()
    ended.terminate()
    return note(state, text, *changed, *finish(state.table, ended, timezone.now()))


def finish(table: Table, game: Game, now: datetime) -> tuple[str, ...]:
    """Set the result of a finished game, ended at `now`, on its table object; return the names of
    the fields, which the caller must save with `advance`. On commit the signal `finished` is sent.
    """
    result = result_of(game) | {"finished": now, "trouble": ""}
    for name, value in result.items():
        setattr(table, name, value)
    slug = table.slug
    transaction.on_commit(lambda: finished.send(Table, slug=slug))
    return tuple(result)
