"""A table as it was read: who sits where, whose secrets there are, and for whom its row is held."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.db.models import QuerySet

from game import tables
from game.models import Player, Seating, Table
from game.tables import changes
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, version_of
from native import Move
from tests.game.known_deals import table_after

DEAL = "r1 r2 g1 b4 p5 r1 r5 g2 g2 y1 y3"


def test_cards_stay_secret_where_a_person_once_sat() -> None:
    state = table_after(DEAL, "c1r", "c11", agents=(0, 1))
    assert state.bots_only
    before = Seating(index=0, from_turn=0, kind=Seating.Kind.PERSON, name="Ann", player_id=1)
    state.seatings[0].from_turn = 1
    state.seatings.append(before)  # type: ignore[attr-defined]
    assert [seat.kind for seat in state.seats] == ["agent", "agent"]
    assert not state.bots_only


def test_a_seat_is_that_of_who_sits_there_now() -> None:
    state = table_after(DEAL, "c1r")
    assert (state.seat_of(1), state.seat_of(2), state.seat_of(3), state.seat_of(None)) == (
        0, 1, None, None
    )  # fmt: skip
    later = Seating(index=0, from_turn=1, kind=Seating.Kind.AGENT, name="New")
    state.seatings.append(later)  # type: ignore[attr-defined]
    assert state.seat_of(1) is None
    assert state.seat_at(0, 0).name == "P0"
    assert state.seat_at(0, 1).name == "New"


@pytest.mark.django_db
def test_what_changes_a_table_holds_its_row(
    table: Table, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[type] = []
    hold = QuerySet.select_for_update

    def counted(self: QuerySet[Table], *args: object) -> object:
        held.append(self.model)
        return hold(self)

    monkeypatch.setattr(QuerySet, "select_for_update", counted)
    load(table.slug)
    assert held == []
    changes.submit(table.slug, changes.Actor(player=alice), Move.play(0), 0)
    assert held == [Table]


def test_no_change_reads_a_table_without_holding_its_row() -> None:
    """Two writers must not both change what both have read."""
    reads = [
        ast.unparse(call)
        for file in sorted(Path(tables.__file__).parent.rglob("*.py"))
        for block in ast.walk(ast.parse(file.read_text()))
        if isinstance(block, ast.With) and "transaction.atomic()" in ast.unparse(block.items[0])
        for call in ast.walk(block)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "load"
    ]
    assert len(reads) > 10
    assert set(reads) == {"load(slug, lock=True)"}


@pytest.mark.django_db
def test_a_table_that_there_is_not_is_refused() -> None:
    for read in (load, version_of):
        with pytest.raises(Refused) as refused:
            read("nowhere")
        assert refused.value.reason == Refusal.NO_TABLE
