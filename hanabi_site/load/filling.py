"""Finished games by the thousand, so that a load meets a database that has grown."""

from __future__ import annotations

from typing import TypeVar

from game.models import Move, Seating, Table, new_slug
from game.tables import agent_turns, changes
from game.tables.state import load

CHUNK = 200

Row = TypeVar("Row", Table, Seating, Move)


def fill(games: int) -> None:
    """Copies of one finished game."""
    plans = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
    first = changes.create(plans, None, seed="filling")
    agent_turns.play_out(first.slug)
    state = load(first.slug)
    for start in range(1, games, CHUNK):
        count = min(CHUNK, games - start)
        copies = [_copy(state.table, slug=new_slug()) for _ in range(count)]
        tables = Table.objects.bulk_create(copies)
        Seating.objects.bulk_create(_copy(row, table=t) for t in tables for row in state.seatings)
        Move.objects.bulk_create(_copy(row, table=t) for t in tables for row in state.moves)


def _copy(row: Row, **changed: object) -> Row:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del fields["id"]
    copy = type(row)(**fields)
    for name, value in changed.items():
        setattr(copy, name, value)
    return copy
