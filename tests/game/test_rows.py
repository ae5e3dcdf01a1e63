"""Rows that are read and written by our own statements are those that Django reads and writes."""

from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from game.models import Move, Player, Seating, Table
from game.tables.rows import PreparedRows, insert
from game.tables.state import load
from tests.game.conftest import seated

pytestmark = pytest.mark.django_db


def columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_raw_row_is_read_as_django_reads_it(table: Table) -> None:
    proposal = {"kind": "end", "seat": 1, "agreed": [1], "turn": None}
    Table.objects.filter(pk=table.pk).update(
        proposal=proposal, finished=timezone.now(), paused=True, listed=False
    )
    (read,) = PreparedRows(Table, "slug = %s").read(table.slug)
    theirs = Table.objects.get(pk=table.pk)
    assert columns(read) == columns(theirs)
    assert [type(value) for value in columns(read).values()] == [
        type(value) for value in columns(theirs).values()
    ]
    assert not read._state.adding


def test_reading_a_missing_row_finds_nothing(table: Table) -> None:
    assert PreparedRows(Table, "slug = %s").read("nowhere") == []


def test_a_raw_row_is_written_as_django_writes_it(table: Table) -> None:
    move = Move(
        table=table, turn=3, seat=1, text="c12", version=7, request="r", at=timezone.now(),
        thinking_ms=1234, why="Because.", detail="“So”", data={"how": "rule 3", "odds": [0.5]},
    )  # fmt: skip
    insert(move)
    assert columns(Move.objects.get(pk=move.pk)) == columns(move)
    move.thinking_ms = 5
    move.save()
    assert Move.objects.get().thinking_ms == 5


def test_a_duplicate_row_is_refused(table: Table) -> None:
    for turn in (1, 2):
        move = Move(table=table, turn=turn, seat=0, text="p0", version=1, at=timezone.now())
        move.thinking_ms = 0
        if turn == 1:
            insert(move)
        else:
            with pytest.raises(IntegrityError):
                insert(move)


def test_a_table_is_read_with_its_people_in_three_statements(table: Table) -> None:
    load(table.slug)
    with CaptureQueriesContext(connection) as asked:
        state = load(table.slug)
        seats = [(seat.table.pk, seat.player and seat.player.name) for seat in state.seats]
    assert seats == [(table.pk, "Alice"), (table.pk, "Bob")]
    # The rest is what a table within a transaction is never remembered with.
    reads = [one["sql"] for one in asked.captured_queries if "game_move" not in one["sql"]]
    assert len([one for one in reads if "game_note" not in one]) == 3


def test_a_seat_of_nobody_has_no_person(alice: Player) -> None:
    table = seated(alice, "rules:piers", seed="a table for two", delay=0)
    assert [seat.player for seat in load(table.slug).seats] == [alice, None]
    assert Seating.objects.filter(table=table).count() == 2
