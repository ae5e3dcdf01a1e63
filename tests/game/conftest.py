"""People, tables and sockets for the tests of the game room."""

import json
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, BytesIO, StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.layers import channel_layers
from django.conf import settings
from django.core.management import call_command, load_command_class
from django.test import Client

from agents import registry
from agents.contract import Decision
from agents.entry import QUICK
from game.live import runner
from game.models import Player, Table
from game.tables import agent_turns, changes
from game.tables.people import SESSION_KEY
from game.tables.refusals import Refusal, Refused
from game.tables.state import load, memory
from hanabi_site.asgi import application
from native import Game, Move, View
from tests.game.held import Held
from tests.sockets import PatientCommunicator

Connect = Callable[..., Awaitable["Socket"]]
Shell = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def fresh_channel_layer() -> None:
    """Each test has an event loop of its own, and a channel layer's locks belong to one loop."""
    channel_layers.backends.clear()


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """Run a command as a shell does, with bytes as its standard input: its exit status, what it
    prints, and its complaints."""

    def run(data: bytes, name: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BufferedReader(BytesIO(data))))
        command, status = load_command_class("game", name), 0
        try:
            command.run_from_argv(["manage.py", name, *arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        return status, *capsys.readouterr()

    return run


def said(command: str, *arguments: object, **options: Any) -> str:
    """What a command prints."""
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def work() -> None:
    """Let the worker do all that was left to it."""
    said("db_worker", batch=True, startup_delay=False, reload=False)


@pytest.fixture
def alice(db: None) -> Player:
    return Player.objects.create(name="Alice")


@pytest.fixture
def bob(db: None) -> Player:
    return Player.objects.create(name="Bob")


@pytest.fixture
def charlie(db: None) -> Player:
    """Somebody who sits nowhere."""
    return Player.objects.create(name="Charlie")


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """Alice and Bob at a running table of two."""
    return seated(alice, bob, seed="a table for two", delay=0)


def seated(*who: Player | str, by: Player | None = None, **settings: Any) -> Table:
    """A new table of people, of agents by their addresses, and of open seats, which are empty
    strings. `by` or else the first person set it up."""
    plans = [
        changes.SeatPlan(address=one) if isinstance(one, str) else changes.SeatPlan(player=one)
        for one in who
    ]
    people = (one for one in who if isinstance(one, Player))
    return changes.create(plans, by or next(people, None), **settings)


def change_settings(table: Table, **settings: object) -> None:
    """Change fields of a table as if it had been made with these."""
    Table.objects.filter(pk=table.pk).update(**settings)
    memory.forget(table.slug)


@contextmanager
def refuses(reason: Refusal) -> Iterator[None]:
    """Fail unless a change at a table is refused for this reason."""
    with pytest.raises(Refused) as refused:
        yield
    assert refused.value.reason == reason


def game_of(table: Table) -> Game:
    """The game at a table as it stands."""
    game = load(table.slug).game
    assert game is not None, f"no game has begun at {table.slug}"
    return game


def first_legal(table: Table, seat: int) -> Move:
    """A legal move of the seat to move."""
    return game_of(table).view(seat).legal_moves()[0]


def step(slug: str) -> int:
    """Make the next agent's move; the new version."""
    state = load(slug)
    return agent_turns.play(state, agent_turns.agent_to_move(state), state.table.version)


def steady(page: bytes) -> bytes:
    """A page without what differs from request to request, or from minute to minute."""
    return re.sub(rb'(csrfmiddlewaretoken" value|nonce)="[^"]*"|A new deal in [^<]*', b"", page)


def login(client: Client, player: Player) -> Client:
    """The client's session becomes this guest's."""
    session = client.session
    session[SESSION_KEY] = player.key
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key or ""
    return client


@pytest.fixture
def hers(alice: Player) -> Client:
    """Alice's browser."""
    return login(Client(), alice)


@pytest.fixture
def his(bob: Player) -> Client:
    """Bob's browser."""
    return login(Client(), bob)


class Socket:
    """A browser's end of a table's socket."""

    def __init__(self, communicator: PatientCommunicator) -> None:
        self.communicator = communicator
        self.held = Held()

    async def send(self, **message: Any) -> None:
        await self.communicator.send_to(text_data=json.dumps(message))

    async def send_text(self, text: str) -> None:
        await self.communicator.send_to(text_data=text)

    async def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.communicator.receive_from())
        self.held.receive(message)
        return message

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are passed over."""
        return await self.until_one_of(kind)

    async def until_answer(self) -> dict[str, Any]:
        """The next ``ack`` or ``refused``."""
        return await self.until_one_of("ack", "refused")

    async def until_one_of(self, *kinds: str) -> dict[str, Any]:
        while (message := await self.receive())["t"] not in kinds:
            pass
        return message

    async def closed_with(self) -> int:
        """The code the server closes with."""
        return (await self.until_closed())[1]

    async def until_closed(self) -> tuple[list[dict[str, Any]], int]:
        """The messages that the server sends before it closes, and the code it closes with."""
        messages = []
        while True:
            output = await self.communicator.receive_output()
            if output["type"] == "websocket.close":
                return messages, int(output["code"])
            messages.append(json.loads(output["text"]))


async def settled(socket: Socket) -> None:
    """Wait until connecting is over."""
    await socket.until("frame")
    await socket.send(t="sync")
    await socket.until("frame")


async def arrived(connect: "Connect", slug: str, *players: Player | None) -> list[Socket]:
    """Sockets of people (None: of spectators) at a table, once connecting is over."""
    sockets = [await connect(slug, player) for player in players]
    for socket in sockets:
        await settled(socket)
    return sockets


@pytest.fixture
async def connect(transactional_db: None) -> AsyncIterator[Connect]:
    """Connect a person (or, with None, a spectator) to a table's socket."""
    opened: list[PatientCommunicator] = []

    async def connect(
        slug: str,
        player: Player | None = None,
        seat: str = "all",
        query: str = "",
        cookie: str = "",
    ) -> Socket:
        cookie = cookie or await database_sync_to_async(_cookie)(player)
        communicator = PatientCommunicator(
            application,
            f"/ws/tables/{slug}/?{query or f'seat={seat}'}",
            headers=[
                (b"host", b"localhost"),
                (b"origin", b"http://localhost"),
                (b"cookie", cookie.encode()),
            ],
        )
        connected, _ = await communicator.connect()
        assert connected
        opened.append(communicator)
        return Socket(communicator)

    yield connect
    for communicator in opened:
        await communicator.disconnect()
    await runner.settle()


def _cookie(player: Player | None) -> str:
    client = Client()
    if player is not None:
        login(client, player)
    return "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())


@pytest.fixture
def stub_agent(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let an address stand for a function from view to decision."""
    stubs: dict[str, registry.Entry] = {}
    real = registry.find

    class Stub:
        version = "1"

        def __init__(self, address: str, decide: Callable[[View], Decision]) -> None:
            self.address = address
            self.decide = decide

    def stub(address: str, decide: Callable[[View], Decision], seconds: float = QUICK) -> None:
        agent = Stub(address, decide)
        stubs[address] = registry.Entry(
            address=address,
            title=address,
            summary="",
            version="1",
            players=(2, 3, 4, 5, 6),
            make=lambda seed: agent,
            seconds=seconds,
        )

    monkeypatch.setattr(registry, "find", lambda address: stubs.get(address) or real(address))
    return stub
