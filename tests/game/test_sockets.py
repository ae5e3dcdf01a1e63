"""The socket: frames, updates, answers, and every way it says no."""

import asyncio
import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from channels import consumer
from channels.db import database_sync_to_async
from django.db import connection
from jsonschema import Draft202012Validator

from agents.contract import Decision
from game import protocol
from game.live import broadcast, presence, runner
from game.live.database import in_thread
from game.models import Player, Table
from game.tables.requests import carry_out
from game.tables.state import load
from native import Move, View
from tests.game.conftest import Connect, Socket, arrived, seated, settled

pytestmark = pytest.mark.django_db(transaction=True)

do = database_sync_to_async(carry_out)
create = database_sync_to_async(seated)


@pytest.fixture
async def socket(table: Table, alice: Player, connect: Connect) -> Socket:
    """Alice's socket at a table with Bob."""
    return await connect(table.slug, alice)


def clue(frame: dict[str, Any]) -> dict[str, Any]:
    """The first clue that a frame offers."""
    option = frame["legal"]["clues"][0]
    return {"t": "clue", "seat": option["seat"], "value": option["value"]}


async def test_a_connection_gets_a_welcome_and_a_whole_frame(socket: Socket) -> None:
    assert (await socket.receive())["t"] == "welcome"
    message = await socket.until("frame")
    assert message["frame"]["you"] == 0
    assert message["frame"]["legal"]["plays"]


async def test_a_move_is_acknowledged_and_everybody_gets_the_next_version(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first, second = await connect(table.slug, alice), await connect(table.slug, bob)
    frame = await first.until("frame")
    await second.until("frame")
    await first.send(id="m1", v=frame["v"], **clue(frame["frame"]))
    assert await first.until("ack") == {"t": "ack", "id": "m1", "v": frame["v"] + 1}
    for socket in (first, second):
        update = await socket.until("update")
        assert update["v"] == frame["v"] + 1
        assert [line["turn"] for line in update["frame"]["log"]] == [1]


async def test_the_same_request_sent_again_is_answered_and_not_done_twice(
    table: Table, socket: Socket
) -> None:
    frame = await socket.until("frame")
    for _ in range(2):
        order = frame["frame"]["legal"]["plays"][0]
        await socket.send(t="play", id="m1", v=frame["v"], order=order)
        assert (await socket.until("ack"))["v"] == frame["v"] + 1
    assert len((await database_sync_to_async(load)(table.slug)).moves) == 1


async def test_of_two_moves_for_one_turn_one_wins_and_the_other_is_refused(
    table: Table, alice: Player, connect: Connect
) -> None:
    one, two = await connect(table.slug, alice), await connect(table.slug, alice)
    frame = await one.until("frame")
    await two.until("frame")
    orders = frame["frame"]["legal"]["plays"]
    await one.send(t="play", id="a", v=frame["v"], order=orders[0])
    await two.send(t="play", id="b", v=frame["v"], order=orders[1])
    answers = [await one.until_answer(), await two.until_answer()]
    assert sorted(answer["t"] for answer in answers) == ["ack", "refused"]
    refused = next(answer for answer in answers if answer["t"] == "refused")
    assert refused["reason"] in ("stale_version", "not_your_turn")
    assert len((await database_sync_to_async(load)(table.slug)).moves) == 1


INVALID = [
    ("garbage", "garbage"),
    ("[1, 2]", "garbage"),
    ('{"t": "dance"}', "garbage"),
    ('{"t": "play", "id": "x", "v": 0}', "garbage"),
    ('{"t": "play", "id": "x", "v": -1, "order": 0}', "garbage"),
    ('{"t": "play", "id": "x", "v": true, "order": 0}', "garbage"),
    ('{"t": "play", "id": "x", "v": 0, "order": 64}', "garbage"),
    ('{"t": "play", "id": "", "v": 0, "order": 0}', "garbage"),
    (r'{"t": "play", "id": "a\u0000", "v": 0, "order": 0}', "garbage"),
    ('{"t": "sync", "more": 1}', "garbage"),
    ('{"t": "delay", "id": "x", "ms": 10001}', "garbage"),
    ('{"t": "delay", "id": "x", "ms": -1}', "garbage"),
    ('{"t": "play", "id": "x", "v": 0, "order": 0, "seat": 1}', "garbage"),
    ('{"t": "sync"}' + " " * protocol.MAX_MESSAGE_BYTES, "too_long"),
    ('{"t": "play", "id": "x", "v": 0, "order": 63}', "no_such_card"),
    ('{"t": "play", "id": "x", "v": 99, "order": 0}', "stale_version"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 0, "value": "r"}', "no_such_clue"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 5, "value": "r"}', "no_such_clue"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 1, "value": "x"}', "no_such_clue"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 1, "value": "6"}', "no_such_clue"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 1, "value": "0"}', "no_such_clue"),
    ('{"t": "clue", "id": "x", "v": 0, "seat": 1, "value": "²"}', "no_such_clue"),
    ('{"t": "discard", "id": "x", "v": 0, "order": 0}', "illegal_move"),
    ('{"t": "replace", "id": "x", "v": 0, "seat": 1, "address": "rules:iggi"}', "not_allowed"),
]


async def test_an_invalid_request_is_refused_with_its_reason_and_changes_nothing(
    table: Table, socket: Socket
) -> None:
    await socket.until("frame")
    for text, reason in INVALID:
        await socket.send_text(text)
        refused = await socket.until("refused")
        assert refused["reason"] == reason, text
        assert refused["text"], text
    state = await database_sync_to_async(load)(table.slug)
    assert (state.table.version, len(state.moves)) == (table.version, 0)


@pytest.mark.parametrize(("order", "reason"), [(0, "no_such_card"), (5, "not_your_turn")])
async def test_neither_somebody_elses_card_nor_ones_own_is_played_out_of_turn(
    table: Table, bob: Player, connect: Connect, order: int, reason: str
) -> None:
    socket = await connect(table.slug, bob)
    await socket.send(t="play", id="x", v=0, order=order)
    assert (await socket.until("refused"))["reason"] == reason


async def test_a_spectator_sees_the_table_but_cannot_move(table: Table, connect: Connect) -> None:
    socket = await connect(table.slug)
    assert (await socket.until("frame"))["frame"]["you"] is None
    await socket.send(t="play", id="x", v=0, order=0)
    assert (await socket.until("refused"))["reason"] == "not_seated"


async def test_a_socket_at_no_table_is_closed_with_a_code(connect: Connect) -> None:
    assert await (await connect("nowhere")).closed_with() == protocol.CLOSE_NO_TABLE


async def test_pings_do_not_use_up_the_credits_of_moves(socket: Socket) -> None:
    frame = await socket.until("frame")
    for _ in range(30):
        await socket.send(t="sync")
    for n in range(30):
        await socket.send(t="ping", n=n)
    await socket.send(t="play", id="m", v=frame["v"], order=0)
    assert (await socket.until("ack"))["id"] == "m"


@pytest.mark.parametrize(
    "flood",
    [
        '{"t": "sync"}',
        *(
            pytest.param(flood, marks=pytest.mark.long)
            for flood in (b"\x00", "x" * 5000, '{"t": "ping"}', "garbage")
        ),
    ],
)
async def test_a_flood_of_any_message_closes_the_socket(socket: Socket, flood: str | bytes) -> None:
    for _ in range(120):
        if isinstance(flood, bytes):
            await socket.communicator.send_to(bytes_data=flood)
        else:
            await socket.send_text(flood)
    assert await socket.closed_with() == protocol.CLOSE_TOO_FAST


async def test_bytes_are_refused(socket: Socket) -> None:
    await socket.communicator.send_to(bytes_data=b"\x00")
    assert (await socket.until("refused"))["reason"] == "garbage"


async def test_an_agent_answers_a_move(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    stub_agent("stub:middle", lambda view: Decision(Move.play(2), "It likes the middle."))
    table = await create(alice, "stub:middle", delay=0)
    socket = await connect(table.slug, alice)
    frame = await socket.until("frame")
    await socket.send(id="m1", v=frame["v"], **clue(frame["frame"]))
    while (line := (await socket.until("update"))["frame"]["log"][-1])["turn"] != 2:
        pass
    assert line["why"] == "It likes the middle."


async def test_a_failing_agent_is_reported_and_can_be_replaced(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    def fail(view: View) -> Decision:
        raise RuntimeError("out of ideas")

    stub_agent("stub:failing", fail)
    table = await create("stub:failing", alice, delay=0)
    socket = await connect(table.slug, alice)
    while "trouble" not in (frame := await socket.receive()).get("frame", {}):
        pass
    assert "out of ideas" in frame["frame"]["trouble"]["text"]
    await socket.send(t="replace", id="r", v=frame["v"], seat=0, address="rules:legal_random")
    while (frame := await socket.receive()).get("frame", {}).get("turn") != 2:
        pass
    assert "trouble" not in frame["frame"]


@pytest.mark.long
async def test_every_message_of_the_server_fits_the_published_schema(socket: Socket) -> None:
    schema = protocol.schema()
    fits = Draft202012Validator({"$defs": schema["$defs"], **schema["from_server"]})  # type: ignore[dict-item]
    welcome, frame = await socket.receive(), await socket.receive()
    await socket.send(t="play", id="m", v=frame["v"], order=frame["frame"]["legal"]["plays"][0])
    for message in (welcome, frame, await socket.until("ack"), await socket.until("update")):
        fits.validate(json.loads(json.dumps(message)))


async def test_an_update_has_only_the_lines_that_are_new(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    for version, player, seat in ((1, alice, 1), (2, bob, 0)):
        await do(table.slug, player, protocol.Clue(f"r{version}", version - 1, seat, "1"))
        await broadcast.announce(table.slug, version)
        update = await socket.until("update")
        assert update["v"] == version
        assert [line["n"] for line in update["frame"]["log"]] == [version]


@pytest.mark.parametrize("asks", [True, False])
async def test_a_client_that_missed_a_version_gets_the_whole_table(
    table: Table, alice: Player, bob: Player, connect: Connect, asks: bool
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await do(table.slug, bob, protocol.Clue("b", 1, 0, "1"))
    await (socket.send(t="sync") if asks else broadcast.announce(table.slug, 2))
    message = await socket.until("frame")
    assert message["v"] == 2
    assert [line["n"] for line in message["frame"]["log"]] == [1, 2]


async def test_a_ping_delivers_changes_that_no_announcement_brought(
    table: Table, alice: Player, connect: Connect
) -> None:
    socket = await connect(table.slug)
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await socket.send(t="ping", n=1)
    assert (await socket.until("update"))["v"] == 1


async def test_a_stale_move_is_followed_by_the_table_as_it_is(
    table: Table, alice: Player, socket: Socket
) -> None:
    await socket.until("frame")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await socket.send(t="play", id="b", v=0, order=0)
    assert (await socket.until("refused"))["reason"] == "stale_version"
    assert (await socket.until("frame"))["v"] == 1


async def test_a_discard_and_a_clue_by_socket_are_applied(
    table: Table, alice: Player, bob: Player, connect: Connect
) -> None:
    first, second = await arrived(connect, table.slug, alice, bob)
    await first.send(t="clue", id="a", v=0, seat=1, value="1")
    update = await second.until("update")
    line = update["frame"]["log"][0]
    assert (line["kind"], line["seat"], line["target"], line["value"]) == ("clue", 0, 1, "1")
    # Who has not heard of the clue yet when the discard is told gets a whole frame, no update.
    assert (await first.until("update"))["v"] == 1
    await second.send(t="discard", id="b", v=1, order=6)
    update = await first.until("update")
    assert update["v"] == 2
    line = update["frame"]["log"][0]
    assert (line["kind"], line["seat"], line["order"]) == ("discard", 1, 6)


async def test_at_a_table_of_three_a_clue_names_its_seat(
    alice: Player, bob: Player, charlie: Player
) -> None:
    table = await create(alice, bob, charlie, seed="ones 0")
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await do(table.slug, bob, protocol.Clue("b", 1, 0, "1"))
    moves = database_sync_to_async(lambda: [move.text for move in table.moves.all()])
    assert await moves() == ["c11", "c21"]


async def test_a_change_in_another_process_wakes_this_ones_agents(
    alice: Player, connect: Connect, stub_agent: Callable[..., None]
) -> None:
    stub_agent("stub:first", lambda view: Decision(Move.play(0), "The oldest."))
    table = await create(alice, "stub:first", delay=0, seed="a table for two")
    socket = await connect(table.slug)
    await socket.until("frame")
    await runner.settle()
    await do(table.slug, alice, protocol.Clue("a", 0, 1, "1"))
    await broadcast.announce(table.slug, 1)
    while (update := await socket.until("update"))["v"] < 2:
        pass
    assert update["frame"]["log"][0]["why"] == "The oldest."


async def test_an_agent_waits_out_the_tables_delay(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    table = await create("rules:piers", alice, delay=4000)
    monkeypatch.setattr(runner.asyncio, "sleep", sleep)
    runner.wake(table.slug)
    await runner._tasks[table.slug]
    assert 3.0 < max(waits) <= 4.0


async def test_agents_wait_while_paused_or_on_a_persons_turn(alice: Player) -> None:
    paused = await create("rules:piers", "rules:piers", by=alice, delay=0, paused=True)
    mine = await create(alice, "rules:piers", delay=0)
    await runner.resume_all()
    await runner.settle()
    moves = database_sync_to_async(lambda: [paused.moves.count(), mine.moves.count()])
    assert await moves() == [0, 0]


@pytest.mark.parametrize("planned", [1, 2])
async def test_agents_play_as_many_games_as_were_planned(
    alice: Player, planned: int, stub_agent: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "attended", lambda slug: True)
    stub_agent("stub:loser", lambda view: Decision(Move.play(0), ""))
    table = await create(
        "stub:loser", "stub:loser", by=alice, delay=0, planned=planned, slug=f"planned-{planned}"
    )
    runner.wake(table.slug)
    await runner.settle()
    played = await database_sync_to_async(lambda: list(Table.objects.order_by("number")))()
    assert [game.number for game in played] == list(range(1, planned + 1))
    assert {game.status for game in played} == {Table.Status.FINISHED}
    assert len({game.deck for game in played}) == planned


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL writes for many at a time.")
async def test_with_sqlite_socket_tasks_run_one_at_a_time_in_order() -> None:
    done: list[tuple[int, str]] = []

    def work(number: int) -> None:
        done.append((number, threading.current_thread().name))

    await asyncio.gather(*(in_thread(work, number) for number in range(20)))
    assert [number for number, _ in done] == list(range(20))
    assert len({name for _, name in done}) == 1


async def test_a_ping_is_answered_without_a_thread(
    socket: Socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hop() -> None:
        raise AssertionError("a message went to another thread")

    await settled(socket)
    with monkeypatch.context() as patched:
        patched.setattr(consumer, "aclose_old_connections", hop)
        await socket.send(t="ping", n=5)
        assert (await socket.until("pong"))["n"] == 5
