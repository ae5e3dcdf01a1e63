"""What the sockets of a table say to each who looks on, message by message, in a scripted game."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async as in_thread

from game.models import Player, Table
from game.tables import changes
from tests.game.conftest import Connect, Socket
from tests.kept import as_text, same_as_kept

pytestmark = pytest.mark.django_db(transaction=True)

ANSWERS = ("ack", "refused", "past", "pong", "frame", "notes", "chat")
SCRIPT: list[tuple[str, str, dict[str, Any]]] = [
    ("Alice", "ack", {"t": "play", "id": "1", "v": 0, "order": 4}),
    ("Alice", "refused", {"t": "play", "id": "2", "v": 1, "order": 0}),
    ("Bob", "refused", {"t": "play", "id": "3", "v": 1, "order": 0}),
    ("Bob", "refused", {"t": "discard", "id": "4", "v": 0, "order": 5}),
    ("Bob", "ack", {"t": "play", "id": "5", "v": 1, "order": 5}),
    ("Alice", "refused", {"t": "clue", "id": "6", "v": 2, "seat": 1, "value": "9"}),
    ("Alice", "past", {"t": "look", "turn": 1}),
    ("Alice", "past", {"t": "look", "turn": 99}),
    ("onlooker", "past", {"t": "look", "turn": 0}),
    ("onlooker", "refused", {"t": "give_up", "id": "7", "v": 2}),
    ("onlooker", "refused", {"t": "say", "id": "8", "text": "Hello"}),
    ("Alice", "chat", {"t": "say", "id": "9", "text": "Hello"}),
    ("Bob", "notes", {"t": "note", "id": "10", "order": 6, "text": "a 2?"}),
    ("Bob", "refused", {"t": "note", "id": "11", "order": 40, "text": "a 2?"}),
    ("Bob", "refused", {"t": "come_back", "id": "12"}),
    ("Alice", "pong", {"t": "ping", "n": 5}),
    ("Alice", "frame", {"t": "sync"}),
    ("Alice", "refused", {"t": "dance"}),
    ("Alice", "ack", {"t": "give_up", "id": "13", "v": 2}),
    ("Bob", "ack", {"t": "answer", "id": "14", "v": 3, "agreed": True}),
    ("Bob", "refused", {"t": "play", "id": "15", "v": 4, "order": 6}),
]


def told(message: dict[str, Any]) -> dict[str, Any]:
    """Without times, and of a frame what tells it from others."""
    said = {name: value for name, value in message.items() if name != "now"}
    for line in said.get("lines", ()):
        line["n"] = "..."  # The database counts on from whatever was there before.
    if "frame" in said:
        frame = said["frame"]
        names = ("turn", "to_move", "you", "watching", "open_hands", "may_look", "may_talk")
        few = {name: frame.get(name) for name in names} | {"log": [e["text"] for e in frame["log"]]}
        few["legal"] = bool(frame.get("legal"))
        few["faces"] = [sum("id" in card for card in hand) for hand in frame["hands"]]
        few["proposal"], few["ending"] = frame.get("proposal"), bool(frame.get("ending"))
        said["frame"] = few
    return said


async def begun(socket: Socket) -> list[dict[str, Any]]:
    """Until all that a socket is told when it opens has come."""
    heard = [await socket.until("welcome"), await socket.until("frame")]
    await socket.send(t="sync")
    return [*heard, await socket.until("frame")]


@pytest.mark.long
async def test_what_a_game_sounds_like(alice: Player, bob: Player, connect: Connect) -> None:
    people = [changes.SeatPlan(player=alice), changes.SeatPlan(player=bob)]
    fields = {"slug": "kept", "seed": "kept", "delay": 0, "watching": Table.Watching.SEATS}
    await in_thread(changes.create)(people, alice, **fields)
    sockets = {
        "Alice": await connect("kept", alice),
        "Bob": await connect("kept", bob),
        "onlooker": await connect("kept"),
        "behind Bob": await connect("kept", seat="1"),
    }
    heard: dict[str, Any] = {
        name: [told(message) for message in await begun(socket)] for name, socket in sockets.items()
    }
    for who, answer, message in SCRIPT:
        await sockets[who].send(**message)
        heard[f"{who}: {message}"] = told(await sockets[who].until(answer))
        if answer == "ack":
            for name, socket in sockets.items():
                seen = await socket.until("update")
                heard[f"{who}: {message}"] |= {f"then {name}": told(seen)}
    assert same_as_kept("sockets", as_text(heard))


@pytest.mark.parametrize(
    ("query", "code"), [("seat=7", 4404), ("seat=x", 4404), ("seat=all", 0), ("eyes=1", 0)]
)
async def test_from_which_seats_one_may_look(
    table: Table, connect: Connect, query: str, code: int
) -> None:
    socket = await connect(table.slug, query=query)
    if code:
        assert await socket.closed_with() == code
    else:
        assert (await socket.until("frame"))["v"] == 0


async def test_a_table_that_there_is_not_closes_the_socket_in_words(connect: Connect) -> None:
    socket = await connect("nowhere")
    while (output := await socket.communicator.receive_output())["type"] != "websocket.close":
        pass
    assert (output["code"], output["reason"]) == (4404, "There is no such table.")
