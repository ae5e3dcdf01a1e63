"""Six sit at a table: they are dealt three cards each, and bots fill the seats."""

from __future__ import annotations

import pytest
from django.test import Client

from game.models import Table
from game.tables.state import load

pytestmark = pytest.mark.django_db


def test_a_table_of_six_is_made_and_dealt(client: Client) -> None:
    seats = {f"seat_{index}": "conv:expert" for index in range(1, 6)}
    form = {"players": "6", "seat_0": "me", "variant": "No Variant", "scoring": "zero"} | seats
    more = {"help_level": "full", "reasons": "live", "delay": "0", "name": "Ana"}
    answer = client.post("/tables/new/", form | more)
    assert answer.status_code == 302, answer.context["form"].errors
    state = load(Table.objects.get().slug)
    assert state.game is not None
    assert (len(state.seats), state.game.rules.hand_size) == (6, 3)


def test_play_now_seats_five_bots(client: Client) -> None:
    answer = client.post("/play/", {"players": "6", "name": "Ana"})
    assert answer.status_code == 302
    assert {seat.address for seat in load(Table.objects.get().slug).seats} == {"", "conv:expert"}


def test_seven_are_too_many(client: Client) -> None:
    assert client.post("/play/", {"players": "7", "name": "Ana"}).status_code == 400
