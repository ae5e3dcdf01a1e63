"""Who watches a table of people: what they may see, how late, and that those who play know."""

from random import Random
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async
from django.test import Client

from game import protocol as p
from game.board import messages
from game.board.viewpoint import viewpoint_of
from game.live import broadcast
from game.models import Player, Table
from game.tables import changes
from game.tables.state import load, memory
from tests.game.conftest import Connect, Socket, change_settings, first_legal, login, seated
from tests.game.positions import random_state, twin

pytestmark = pytest.mark.django_db(transaction=True)

TWO_HERE = {"present": [True, True], "away_since": [None, None], "watching": 0}
"""Both people are at their table, and nobody watches."""


@pytest.mark.long
def test_hands_stay_hidden_unless_the_creator_opens_the_seats(table: Table) -> None:
    assert viewpoint_of(load(table.slug), None, 1).seat is None
    change_settings(table, watching="seats", watch_delay=3)
    seen = viewpoint_of(load(table.slug), None, 1)
    assert (seen.seat, seen.open, seen.watching, seen.behind) == (1, False, True, 3)
    assert viewpoint_of(load(table.slug), None).seat is None
    change_settings(table, drawn=True)
    with pytest.raises(ValueError, match="Games of an experiment are for those who play them"):
        viewpoint_of(load(table.slug), None, 1)


@pytest.mark.long
def test_from_a_seat_one_sees_what_that_seat_sees() -> None:
    random = Random(11)
    for _ in range(100):
        state = random_state(random)
        state.table.watching, state.table.watch_delay = "seats", random.choice([0, 2, 7])
        seat = random.randrange(state.table.players)
        other = twin(random, state, seat)
        viewpoint = viewpoint_of(state, None, seat)
        assert messages.whole(state, viewpoint) == messages.whole(other, viewpoint)


def test_delayed_spectators_see_the_earlier_table(table: Table, alice: Player, bob: Player) -> None:
    change_settings(table, watching="seats", watch_delay=2)
    for version, (player, seat) in enumerate([(alice, 0), (bob, 1), (alice, 0)]):
        actor = changes.Actor(player=player)
        changes.submit(table.slug, actor, first_legal(table, seat), version)
    state = load(table.slug)
    message = msgspec.json.decode(messages.update(state, viewpoint_of(state, None, 0)))
    assert (message["t"], message["v"]) == ("frame", 3)
    assert message["frame"]["turn"] == 2
    assert [line["turn"] for line in message["frame"]["log"]] == [1]


async def test_looking_back_shows_a_delayed_spectator_no_later_turn(
    table: Table, alice: Player, connect: Connect
) -> None:
    settings = {"watching": "seats", "watch_delay": 2, "planned": 2}
    await database_sync_to_async(change_settings)(table, **settings)
    move = await database_sync_to_async(first_legal)(table, 0)
    await database_sync_to_async(changes.submit)(table.slug, changes.Actor(player=alice), move, 0)
    onlooker = await connect(table.slug, seat="0")
    assert (await onlooker.until("frame"))["frame"]["turn"] == 1
    await onlooker.send(t="look", turn=1)
    assert (await onlooker.until("past"))["frame"]["turn"] == 1


@pytest.mark.long
async def test_those_who_play_know_how_many_watch(
    table: Table, alice: Player, charlie: Player, connect: Connect
) -> None:
    player = await connect(table.slug, alice)
    assert (await player.until("presence"))["watching"] == 0
    first = await connect(table.slug)
    assert (await player.until("presence"))["watching"] == 1
    await connect(table.slug, charlie)
    assert (await player.until("presence"))["watching"] == 2
    await first.communicator.disconnect()
    assert (await player.until("presence"))["watching"] == 1


def test_a_closed_table_shows_itself_to_those_who_sit_there(
    table: Table, alice: Player, client: Client
) -> None:
    change_settings(table, watching="closed")
    assert client.get(f"/tables/{table.slug}/").status_code == 403
    login(client, alice)
    assert client.get(f"/tables/{table.slug}/").status_code == 200
    changes.give_up(table.slug, alice, 0)
    assert Client().get(f"/tables/{table.slug}/").status_code == 200


async def test_a_closed_tables_socket_is_closed_too(table: Table, connect: Connect) -> None:
    await database_sync_to_async(change_settings)(table, watching="closed")
    socket = await connect(table.slug)
    await socket.until("welcome")
    output = await socket.communicator.receive_output(timeout=5)
    assert (output["type"], output["code"]) == ("websocket.close", p.CLOSE_NOT_ALLOWED)


@pytest.fixture
def waiting(alice: Player) -> Table:
    """A table of two with one open seat, closed to spectators."""
    return seated(alice, "", watching="closed")


@pytest.fixture
async def spectator(waiting: Table, connect: Connect) -> Socket:
    """A socket at that table that has been sent all that follows from connecting."""
    socket = await connect(waiting.slug)
    await socket.until("presence")
    await socket.send(t="sync")
    await socket.until("frame")
    return socket


@pytest.mark.parametrize(
    "asked",
    [
        {"t": "sync"},
        {"t": "look", "turn": 0},
        {"t": "ping", "n": 1},
        {"t": "say", "id": "x", "text": "hello"},
        {"t": "note", "id": "x", "order": 0, "text": "hello"},
        {"t": "play", "id": "x", "v": 1, "order": 0},
        "no message",
    ],
    ids=lambda asked: asked["t"] if isinstance(asked, dict) else asked,
)
async def test_a_visitor_of_a_closed_table_gets_no_answer_once_it_plays(
    asked: dict[str, Any] | str, waiting: Table, spectator: Socket, bob: Player
) -> None:
    await database_sync_to_async(begin)(waiting, bob)
    await spectator.send_text(msgspec.json.encode(asked).decode())
    assert await spectator.until_closed() == ([], p.CLOSE_NOT_ALLOWED)


@pytest.mark.parametrize(
    "news",
    [
        {"type": "table.changed", "version": 1},
        {"type": "table.presence", **TWO_HERE},
        {"type": "table.said"},
    ],
    ids=lambda news: news["type"],
)
async def test_a_visitor_of_a_closed_table_gets_no_frame_once_it_plays(
    news: dict[str, Any], waiting: Table, spectator: Socket, bob: Player
) -> None:
    await database_sync_to_async(begin)(waiting, bob)
    await broadcast.send(broadcast.table_group(waiting.slug), news)
    if news["type"] == "table.said":
        # There is no chat for spectators: nothing is sent, and nothing closes the socket.
        await spectator.send(t="sync")
    assert await spectator.until_closed() == ([], p.CLOSE_NOT_ALLOWED)


@pytest.mark.parametrize(
    "asked", [{"t": "sync"}, {"t": "look", "turn": 0}], ids=lambda asked: asked["t"]
)
async def test_a_closed_table_that_this_process_has_forgotten_shows_itself_to_no_spectator(
    asked: dict[str, Any],
    waiting: Table,
    spectator: Socket,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "most", 0)
    await database_sync_to_async(begin)(waiting, bob)
    await spectator.send(**asked)
    assert await spectator.until_closed() == ([], p.CLOSE_NOT_ALLOWED)


async def test_presence_is_not_sent_to_a_spectator_before_this_process_has_seen_the_table_close(
    waiting: Table, spectator: Socket, bob: Player
) -> None:
    """The game began at another process: the announcement of that comes first."""
    stale = memory.recall(waiting.slug)
    version = await database_sync_to_async(changes.sit)(waiting.slug, bob, 1)
    memory.forget(waiting.slug)
    memory.keep(stale)
    await broadcast.announce(waiting.slug, version)
    group = broadcast.table_group(waiting.slug)
    await broadcast.send(group, {"type": "table.presence", **TWO_HERE})
    assert await spectator.until_closed() == ([], p.CLOSE_NOT_ALLOWED)


def begin(table: Table, bob: Player) -> None:
    """Take the open seat; this process knows that the game runs."""
    changes.sit(table.slug, bob, 1)
    load(table.slug)
