"""What a receiver gets is a function of what may be seen from there: with other cards in the places
they cannot look at, every byte stays the same."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from django.test import Client

from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Player, Seating, Table
from game.tables.state import TableState
from tests.game.conftest import login
from tests.game.positions import random_state, twin

PAGES = 10
many = pytest.mark.parametrize(
    "positions", [100, pytest.param(2000, marks=pytest.mark.slow)], ids=["some", "thousands"]
)


@many
def test_a_seats_frame_never_depends_on_hidden_cards(positions: int) -> None:
    random, different = Random(1), 0
    for _ in range(positions):
        state = random_state(random)
        seat = random.randrange(state.table.players)
        other = twin(random, state, seat)
        different += other.table.deck != state.table.deck
        viewpoint = Viewpoint(seat, open=False)
        assert _bytes(other, viewpoint) == _bytes(state, viewpoint)
    assert different > 0.9 * positions


@many
def test_a_spectator_never_receives_a_hidden_card(positions: int) -> None:
    random = Random(2)
    for _ in range(positions):
        state = random_state(random)
        other = twin(random, state, None)
        viewpoint = Viewpoint(None, open=False)
        assert _bytes(other, viewpoint) == _bytes(state, viewpoint)


def test_the_twins_would_differ_if_hands_were_open() -> None:
    random, all_open = Random(3), Viewpoint(0, open=True)
    states = [random_state(random) for _ in range(20)]
    assert any(
        frame(twin(random, state, 0), all_open) != frame(state, all_open) for state in states
    )


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["table", "lobby", "replay", "trace", "frames"])
def test_pages_and_downloads_never_depend_on_hidden_cards(page: str, client: Client) -> None:
    random = Random(page)
    me = Player.objects.create(name="Me")
    login(client, me)
    for _ in range(PAGES):
        state = random_state(random)
        seat = random.randrange(state.table.players)
        other = twin(random, state, seat)
        table = _save(state.table, state.seatings, state.moves, me, seat)
        address = {
            "table": f"/tables/{table.slug}/",
            "lobby": "/",
            "replay": f"/replays/{table.slug}/",
            "trace": f"/replays/{table.slug}/trace.json",
            "frames": f"/replays/{table.slug}/frames.json?seat=all",
        }[page]
        first = client.get(address)
        Table.objects.filter(pk=table.pk).update(deck=other.table.deck)
        second = client.get(address)
        assert first.status_code == second.status_code
        assert first.status_code == (200 if page in ("table", "lobby") else 403)
        assert _steady(second.content) == _steady(first.content)
        assert state.table.seed.encode() not in first.content
        table.delete()


def _bytes(state: TableState, viewpoint: Viewpoint) -> bytes:
    return msgspec.json.encode(frame(state, viewpoint))


def _save(table, seatings, moves, me, seat):  # type: ignore[no-untyped-def]
    table.pk = None
    table.slug = f"twin{Table.objects.count()}"
    table.save(force_insert=True)
    for seating in seatings:
        player = me if seating.index == seat else None
        kind = Seating.Kind.PERSON
        Seating.objects.create(
            table=table, index=seating.index, kind=kind, name=seating.name, player=player
        )
    for row in moves:
        row.pk, row.table, row.at, row.thinking_ms = None, table, table.created, 0
        row.save(force_insert=True)
    return table


def _steady(page: bytes) -> bytes:
    """The page without what differs at every request."""
    return re.sub(rb'(csrfmiddlewaretoken" value|nonce)="[^"]*"', rb"", page)
