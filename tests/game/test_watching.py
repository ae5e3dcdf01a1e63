"""Watching agents: pause, step, take over a seat, several games in a row."""

from copy import copy
from dataclasses import replace
from urllib.parse import quote

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from game import protocol
from game.board import messages
from game.board.viewpoint import Viewpoint, viewpoint_of
from game.live import runner
from game.models import Player, Table
from game.tables import changes
from game.tables.refusals import Refusal
from game.tables.state import load, playback_of
from tests.game.conftest import Connect, Socket, refuses, seated, step

AGENTS = ("rules:piers", "rules:iggi")


pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watched(alice: Player) -> Table:
    """Two agents, waiting for Alice."""
    return seated(*AGENTS, by=alice, delay=0, paused=True)


@pytest.fixture
async def socket(watched: Table, alice: Player, connect: Connect) -> Socket:
    return await connect(watched.slug, alice)


async def test_a_paused_table_moves_only_by_steps(watched: Table, socket: Socket) -> None:
    frame = await socket.until("frame")
    await runner.settle()
    assert frame["frame"]["paused"]
    await socket.send(t="step", id="s", v=frame["v"])
    assert (await socket.until("ack"))["v"] == frame["v"]
    await runner.settle()
    assert len((await database_sync_to_async(load)(watched.slug)).moves) == 1


@pytest.mark.long
async def test_a_resumed_table_of_agents_plays_to_the_end(watched: Table, socket: Socket) -> None:
    await socket.send(t="pause", id="p", paused=False)
    while (await socket.receive()).get("frame", {}).get("status") != "finished":
        pass
    assert (await database_sync_to_async(load)(watched.slug)).over


async def test_all_hands_are_open_to_everybody_who_watches(
    watched: Table, connect: Connect
) -> None:
    socket = await connect(watched.slug)
    frame = (await socket.until("frame"))["frame"]
    assert frame["open_hands"]
    assert all(card["id"] for hand in frame["hands"] for card in hand)


async def test_a_spectator_of_agents_may_look_from_a_seat(
    watched: Table, alice: Player, connect: Connect
) -> None:
    socket = await connect(watched.slug, alice, seat="1")
    frame = (await socket.until("frame"))["frame"]
    assert (frame["you"], frame["watching"], frame["may_steer"]) == (1, True, True)
    assert [all("id" in card for card in hand) for hand in frame["hands"]] == [True, False]
    await socket.send(t="step", id="s", v=0)
    update = (await socket.until("update"))["frame"]
    assert "legal" not in update  # it is seat 1's turn, but nobody sits there


@pytest.mark.long
@pytest.mark.parametrize("seat", ["2", "-1", "mine", "²"])
async def test_an_invalid_seat_to_watch_from_is_refused(
    watched: Table, client: Client, connect: Connect, seat: str
) -> None:
    get = database_sync_to_async(client.get)
    assert (await get(f"/tables/{watched.slug}/", {"seat": seat})).status_code == 404
    socket = await connect(watched.slug, seat=quote(seat))
    assert await socket.closed_with() == protocol.CLOSE_NO_TABLE


async def test_whoever_takes_over_a_seat_is_there_at_once(socket: Socket) -> None:
    await socket.until("frame")
    await socket.send(t="take_over", id="t", v=0, seat=0)
    assert (await socket.until("frame"))["frame"]["seats"][0].get("present", True)


def test_whoever_takes_over_a_seat_plays_on_with_closed_hands(
    watched: Table, alice: Player
) -> None:
    step(watched.slug)
    changes.take_over(watched.slug, alice, 1, 1)
    state = load(watched.slug)
    assert state.seat_of(alice.pk) == 1
    assert not state.bots_only
    assert viewpoint_of(state, alice, through=0) == Viewpoint(1, open=False, steers=True)
    assert not state.table.paused
    assert state.seat_at(1, 0).address == "rules:iggi"
    assert state.marks == ["taken_over"]


def test_the_cards_to_come_change_nothing_that_watchers_of_agents_see(watched: Table) -> None:
    """All hands are open, the deck is not: anybody in charge may still sit down and play on."""
    step(watched.slug)
    state = load(watched.slug)
    game, deck = state.game, watched.deck
    drawn = 2 * (game.rules.deck_size - game.deck_left)
    cards = [deck[i : i + 2] for i in range(drawn, len(deck), 2)]
    table = copy(state.table)
    table.deck = deck[:drawn] + "".join(reversed(cards))
    assert table.deck != deck
    other = replace(state, table=table, playback=playback_of(table, state.moves))
    for through in (None, 0, 1):
        viewpoint = viewpoint_of(state, watched.creator, through)
        assert messages.whole(state, viewpoint) == messages.whole(other, viewpoint)


def test_a_table_with_people_is_not_paused(table: Table, alice: Player) -> None:
    with refuses(Refusal.NOT_ALLOWED):
        changes.set_paused(table.slug, alice, True)


def test_the_form_seats_the_chosen_agents(client: Client) -> None:
    form = {"players": "3", "seat_0": "rules:piers", "seat_1": " rules:piers ",
            "seat_2": "genes:8,13,34", "games": "2", "delay": "0", "seed": "s"}  # fmt: skip
    assert client.post("/watch/", form).status_code == 302
    table = Table.objects.get()
    addresses = [seat.address for seat in load(table.slug).seats]
    assert addresses == ["rules:piers", "rules:piers", "genes:8,13,34"]
    assert (table.planned, table.seed) == (2, "s")


def test_a_form_is_refused_with_every_mistake_at_once(client: Client) -> None:
    page = client.post("/watch/", {"players": "2", "seat_0": "rules:nobody", "games": "0"})
    assert page.status_code == 400
    assert not Table.objects.exists()
    told = page.content.decode()
    assert "no agent “rules:nobody”" in told
    assert "At least 1." in told
