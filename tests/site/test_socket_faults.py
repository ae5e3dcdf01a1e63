"""An exception behind a socket is logged and reported to its client, and frees its place."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from channels.layers import channel_layers
from django.conf import LazySettings

from analysis.evaluate import dialled
from analysis.evaluate.challenge import consumers as challenge
from analysis.evaluate.challenge import progress
from analysis.evaluate.challenge.game import ChallengeGame
from analysis.evaluate.challenge.submission import Submission
from analysis.evaluate.dialled import AgentConsumer
from analysis.evaluate.keys import key_for, token_for
from game import protocol as p
from game.live import consumers as tables
from game.live import presence, shared_replays, visiting
from game.live.shared_replays import SharedReplayConsumer
from game.live.socket import FAULT, Socket
from game.models import Player, Table
from game.tables import changes, requests, talk
from hanabi_site import asgi
from tests.sockets import PatientCommunicator

pytestmark = pytest.mark.django_db(transaction=True)

BROWSER = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
SECRET = "0123456789abcdef" * 2


class Broken(Exception):
    """What no code expects."""


def broken(*_: Any, **__: Any) -> Any:
    raise Broken("a mistake of ours")


@pytest.fixture(autouse=True)
def own_site(settings: LazySettings, tmp_path: Path) -> Iterator[None]:
    channel_layers.backends.clear()
    settings.RUNS_DIR = tmp_path / "runs"
    yield
    assert presence.sockets_open() == 0
    assert not progress.active
    assert challenge.GameConsumer.under_way == AgentConsumer.playing == 0


@pytest.fixture
def seated() -> Table:
    alice = Player.objects.create(name="Alice")
    return changes.create([changes.SeatPlan(player=alice), changes.SeatPlan()], alice, delay=0)


@pytest.fixture
def token() -> str:
    return token_for("tests")


@pytest.fixture
def key() -> str:
    return key_for(Submission("tests", "pool:rules:piers", games=1))


Dial = Callable[[str], Any]


@pytest.fixture
async def dial() -> AsyncIterator[Dial]:
    opened: list[PatientCommunicator] = []

    async def dial(address: str) -> PatientCommunicator:
        line = PatientCommunicator(asgi.application, address, headers=BROWSER)
        assert (await line.connect())[0]
        opened.append(line)
        return line

    yield dial
    for line in opened:
        await line.disconnect()


async def closed(line: PatientCommunicator) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The messages that come before the server closes the line, and how it closes."""
    messages = []
    while (output := await line.receive_output())["type"] != "websocket.close":
        messages.append(json.loads(output["text"]))
    return messages, output


def is_logged(caplog: pytest.LogCaptureFixture) -> bool:
    return any(
        record.levelno == logging.ERROR and record.exc_info and record.exc_info[0] is Broken
        for record in caplog.records
    )


@pytest.mark.parametrize(
    ("where", "name", "message"),
    [
        (tables, "load", None),
        (tables.messages, "whole", None),
        (requests, "carry_out", {"t": "pause", "id": "1", "paused": True}),
        (talk, "say", {"t": "say", "id": "1", "text": "Hello"}),
        (tables, "frame_at", {"t": "look", "turn": 0}),
        (tables, "checked", {"t": "ping", "n": 1}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_fault_at_a_table_is_logged_and_reported(
    where: Any,
    name: str,
    message: dict[str, Any] | None,
    seated: Table,
    dial: Dial,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if message is None:
        monkeypatch.setattr(where, name, broken)
    line = await dial(f"/ws/tables/{seated.slug}/?seat=all")
    if message is not None:
        while json.loads(await line.receive_from())["t"] != "frame":
            pass
        monkeypatch.setattr(where, name, broken)
        await line.send_to(json.dumps(message))
    _, end = await closed(line)
    assert (end["code"], end["reason"]) == (p.CLOSE_FAULT, FAULT)
    assert is_logged(caplog)


async def test_a_fault_in_a_shared_replay_is_logged_and_reported(
    dial: Dial, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    line = await dial(f"/ws/replays/?lead={SECRET}")
    monkeypatch.setattr(shared_replays, "decode", broken)
    await line.send_to("{}")
    _, end = await closed(line)
    assert (end["code"], end["reason"]) == (p.CLOSE_FAULT, FAULT)
    assert is_logged(caplog)


@pytest.mark.parametrize(
    ("where", "name", "pool"),
    [
        (dialled, "owner_of", "pool:rules:piers"),
        (dialled, "evaluate", "pool:rules:piers"),
        (visiting, "play", "table:{slug}"),
        (changes, "welcome", "table:{slug}"),
    ],
)
async def test_a_fault_is_logged_and_reported_to_an_external_agent(
    where: Any,
    name: str,
    pool: str,
    seated: Table,
    token: str,
    dial: Dial,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(where, name, broken)
    line = await dial("/ws/agents/")
    hello = {"t": "hello", "token": token, "name": "Ada", "pool": pool.format(slug=seated.slug)}
    await line.send_to(json.dumps({**hello, "games": 1}))
    messages, _ = await closed(line)
    assert messages[-1] == {"t": "refused", "words": FAULT}
    assert is_logged(caplog)


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (challenge, "opened"),
        (challenge, "schedule"),
        (progress, "begin_next"),
        (ChallengeGame, "seen"),
        (ChallengeGame, "turn"),
    ],
)
async def test_a_fault_is_logged_and_reported_to_a_client_of_ah2ac2(
    where: Any,
    name: str,
    key: str,
    dial: Dial,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(where, name, broken)
    line = await dial(f"/ah2ac2/play-next?submission_key={key}")
    if name == "turn":
        await line.receive_from()
        seen = json.loads(await line.receive_from())
        (seat,) = seen["info"]["candidate_controlling"]
        await line.send_to(json.dumps({seat: seen[seat]["legal_moves"].index(1)}))
    messages, _ = await closed(line)
    assert messages[-1] == {"error_details": FAULT}
    assert is_logged(caplog)


def consumers_behind(application: Any) -> Iterator[type]:
    """Every consumer that the site's addresses lead to."""
    if consumer := getattr(application, "consumer_class", None):
        yield consumer
    inner = getattr(application, "application", None) or getattr(application, "inner", None)
    if inner is not None:
        yield from consumers_behind(inner)
    for route in getattr(application, "routes", ()):
        yield from consumers_behind(route.callback)


def test_every_socket_of_the_site_reports_its_faults_the_same_way() -> None:
    doors = set(consumers_behind(asgi.application.application_mapping["websocket"]))
    assert {SharedReplayConsumer, AgentConsumer} < doors
    assert {door for door in doors if not issubclass(door, Socket)} == {asgi.NoSuchSocket}


@pytest.mark.parametrize(
    "address", ["/ws/agents/", "/ah2ac2/play-next", f"/ws/replays/?lead={SECRET}"]
)
async def test_an_address_has_its_number_of_sockets_at_every_door(
    address: str, dial: Dial, settings: LazySettings
) -> None:
    settings.LIMITS = replace(settings.LIMITS, sockets_an_address=1)
    first = await dial(f"/ws/replays/?lead={SECRET}")
    await first.receive_from()
    messages, end = await closed(await dial(address))
    assert "Your network" in json.dumps([messages, end.get("reason")])
    await first.disconnect()
    await asyncio.sleep(0)
    again = await dial(f"/ws/replays/?lead={SECRET}")
    assert json.loads(await again.receive_from())["t"] == "welcome"
