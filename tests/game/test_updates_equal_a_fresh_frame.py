"""After every change at a table, a client that applied all its messages holds the same state as a
client that connects now, at every seat and as a spectator."""

import asyncio
import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, get_args

import msgspec
import pytest
from channels.db import database_sync_to_async as in_thread
from django.utils import timezone

from agents.contract import Decision
from game import protocol as p
from game.live import broadcast, runner
from game.models import Move as Row
from game.models import Player, Seating, Table
from game.tables import changes, series
from game.tables.state import load, memory
from native import Move
from tests.game.conftest import Connect, Socket, seated
from tests.game.held import fresh
from tests.sockets import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

Person = Player | None


class Lookers:
    """A socket of everybody who looks at a table: its people, and spectators from everywhere."""

    def __init__(self, slug: str, connect: Connect) -> None:
        self.slug, self.connect = slug, connect
        self.sockets: list[tuple[Person, str, Socket]] = []

    async def come(self, player: Person, seat: str = "all") -> None:
        self.sockets.append((player, seat, await self.connect(self.slug, player, seat=seat)))
        await self.agree()

    async def ask(self, player: Player, request: type[p.Request], **fields: Any) -> None:
        """Let a person send a request, with the version that they see."""
        socket = next(socket for one, _, socket in self.sockets if one == player)
        given = {"id": f"{socket.held.v}", "v": socket.held.v} | fields
        wanted = {name: given[name] for name in request.__struct_fields__}
        await socket.send_text(msgspec.json.encode(request(**wanted)).decode())
        answer = await socket.until_answer()
        assert answer["t"] == "ack", answer
        await self.agree()

    async def see(self, change: Callable[..., Any], *given: Any) -> None:
        """Make a change as a view or an agent's runner does."""
        before = (await in_thread(load)(self.slug)).table.version
        await in_thread(change)(self.slug, *given)
        version = (await in_thread(load)(self.slug)).table.version
        assert version > before, "nothing was changed"
        await broadcast.announce(self.slug, version)
        await self.agree()

    async def agree(self) -> None:
        """Fail unless every client comes to hold what a new one would."""
        await runner.settle()
        for player, seat, socket in self.sockets:
            now = await in_thread(fresh)(self.slug, player, seat)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while socket.held.shown() != now.shown():
                        await socket.receive()
                        if socket.held.v >= now.v:
                            now = await in_thread(fresh)(self.slug, player, seat)
            assert socket.held.shown() == now.shown(), f"{player or 'a spectator'} from {seat}"


@pytest.fixture(autouse=True)
def quick_presence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "REST", 0.02)


@pytest.fixture
async def people(table: Table, alice: Player, bob: Player, connect: Connect) -> Lookers:
    """Alice and Bob at their table, and those who watch them."""
    await in_thread(_set)(table.slug, watching="seats", watch_delay=1)
    return await _looked_at(table.slug, connect, alice, bob)


@pytest.fixture
async def agents(alice: Player, connect: Connect) -> Lookers:
    """Two agents at the table of Alice, who looks on with others."""
    table = await in_thread(seated)("rules:piers", "rules:iggi", by=alice, delay=0, paused=True)
    return await _looked_at(table.slug, connect, alice)


@pytest.fixture
async def mixed(alice: Player, connect: Connect, stub_agent: Callable[..., None]) -> Lookers:
    """Alice and an agent."""
    stub_agent("stub:first", lambda view: Decision(Move.play(0), "The oldest.", "It saw all."))
    table = await in_thread(seated)(alice, "stub:first", delay=0, seed="a table for two")
    return await _looked_at(table.slug, connect, alice)


async def _looked_at(slug: str, connect: Connect, *people: Player) -> Lookers:
    lookers = Lookers(slug, connect)
    for looker in (*people, None):
        await lookers.come(looker)
    await lookers.come(None, "0")
    return lookers


def _late(slug: str) -> None:
    """As if the turn had begun long ago."""
    moment = timezone.now() - timedelta(hours=1)
    Row.objects.filter(table__slug=slug).update(at=moment)
    Seating.objects.filter(table__slug=slug).update(since=moment)
    _set(slug, started=moment)


def _set(slug: str, **settings: object) -> None:
    Table.objects.filter(slug=slug).update(**settings)
    memory.forget(slug)


@pytest.mark.long
async def test_moves(people: Lookers, alice: Player, bob: Player) -> None:
    await people.ask(alice, p.Clue, seat=1, value="1")
    await people.ask(bob, p.Discard, order=5)
    await people.ask(alice, p.Play, order=0)


async def test_chat_and_notes(people: Lookers, alice: Player, bob: Player) -> None:
    await people.ask(alice, p.Say, text="Hello.")
    await people.ask(bob, p.WriteNote, order=5, text="A five?")


@pytest.mark.long
@pytest.mark.parametrize("agreed", [True, False])
async def test_moves_that_are_taken_back(
    people: Lookers, alice: Player, bob: Player, agreed: bool
) -> None:
    await people.ask(alice, p.Clue, seat=1, value="1")
    await people.ask(bob, p.Discard, order=5)
    await people.ask(alice, p.Undo)
    await people.ask(bob, p.Answer, agreed=agreed)
    await people.ask(alice, p.Clue, seat=1, value="1") if agreed else None


async def test_a_proposal_that_is_withdrawn(people: Lookers, alice: Player) -> None:
    await people.ask(alice, p.GiveUp)
    await people.ask(alice, p.Answer, agreed=False)


@pytest.mark.long
async def test_an_end_by_agreement(people: Lookers, alice: Player, bob: Player) -> None:
    """With the notes of both, which everybody may read then, and names that strangers don't see."""
    await people.ask(alice, p.Clue, seat=1, value="1")
    await people.ask(bob, p.WriteNote, order=5, text="A one.")
    await people.ask(alice, p.GiveUp)
    await people.ask(bob, p.Answer, agreed=True)
    await people.see(lambda slug: series.play_again(slug, alice))
    await people.see(lambda slug: series.play_again(slug, bob))


async def test_the_end_by_strikes(mixed: Lookers, alice: Player) -> None:
    """The end opens the full reasons of the agent."""
    while (await in_thread(load)(mixed.slug)).table.status == "running":
        legal = mixed.sockets[0][2].held.frame.get("legal")
        if legal is None:  # the agent has not moved yet
            await mixed.agree()
        else:
            await mixed.ask(alice, p.Play, order=legal["plays"][0])


async def test_a_proposal_settled_because_the_others_left(
    people: Lookers, alice: Player, bob: Player
) -> None:
    await people.ask(alice, p.GiveUp)
    await _leave(people, bob)
    await people.see(changes.settle)


@pytest.mark.long
async def test_a_bot_in_the_seat_of_an_absent_player(
    people: Lookers, alice: Player, bob: Player
) -> None:
    await _leave(people, bob)
    await people.ask(alice, p.SitIn, seat=1)
    await people.ask(alice, p.Clue, seat=1, value="1")
    await people.come(bob)
    assert (await in_thread(load)(people.slug)).seats[1].kind == "person"


async def test_a_bot_for_a_player_out_of_time(people: Lookers, alice: Player, bob: Player) -> None:
    """Bob's time is up while he looks on."""
    await in_thread(_set)(people.slug, clock_move=60, at_zero="bot")
    await people.ask(alice, p.Clue, seat=1, value="1")
    await in_thread(_late)(people.slug)
    await people.see(changes.time_out, 1)
    await people.ask(bob, p.ComeBack)


async def test_agents_that_are_steered(agents: Lookers, alice: Player) -> None:
    await agents.ask(alice, p.Step)
    await agents.ask(alice, p.Delay, ms=10)
    await agents.ask(alice, p.Replace, seat=1, address="rules:piers")
    await agents.see(changes.close, "The site closes.")


@pytest.mark.long
async def test_agents_that_play_on(agents: Lookers, alice: Player) -> None:
    await agents.ask(alice, p.Pause, paused=False)


async def test_an_agents_seat_taken_over_by_a_spectator_of_its_hand(
    agents: Lookers, alice: Player
) -> None:
    await agents.ask(alice, p.Step)
    await agents.ask(alice, p.TakeOver, seat=1)


async def test_an_agent_that_fails(mixed: Lookers, alice: Player) -> None:
    await mixed.see(changes.report_trouble, 1, "It knows no move.", 0)
    await mixed.ask(alice, p.Replace, seat=1, address="rules:piers")
    await mixed.see(changes.resign, 1, 2)


async def test_agents_that_are_named(mixed: Lookers, alice: Player) -> None:
    await in_thread(Seating.objects.filter(index=1).update)(blind=True, name="Partner")
    await in_thread(memory.forget)(mixed.slug)
    await mixed.ask(alice, p.Clue, seat=1, value="1")
    await mixed.see(changes.reveal)


@pytest.mark.long
async def test_seats_before_a_game(alice: Player, bob: Player, connect: Connect) -> None:
    table = await in_thread(seated)(alice, "", "", delay=10_000)
    waiting = await _looked_at(table.slug, connect, alice)
    await waiting.come(bob)
    await waiting.see(changes.sit, bob, 1)
    await waiting.ask(alice, p.Say, text="Hello.")
    await waiting.see(changes.stand_up, bob)
    await waiting.see(changes.sit, bob, 2)
    await waiting.see(changes.fill, alice, "rules:piers")


@pytest.mark.long
async def test_an_agent_from_elsewhere(alice: Player, connect: Connect) -> None:
    visitor = changes.Visitor("robot", "ana", "1")
    table = await in_thread(seated)(alice, "")
    lookers = await _looked_at(table.slug, connect, alice)
    await lookers.see(changes.welcome, visitor)
    await lookers.see(changes.stand_in, 1, 1, "which is silent")
    await lookers.see(changes.welcome, visitor)


async def _leave(lookers: Lookers, player: Player) -> None:
    """Let a person close their window, and make it long ago."""
    place = next(place for place in lookers.sockets if place[0] == player)
    lookers.sockets.remove(place)
    await place[2].communicator.disconnect()
    await lookers.agree()
    gone = timezone.now() - timedelta(minutes=1)
    await in_thread(Seating.objects.filter(player=player).update)(left=gone, last_seen=gone)
    await in_thread(memory.forget)(lookers.slug)
    for _, _, socket in lookers.sockets:
        await socket.send(t="sync")
    await lookers.agree()


def test_these_tests_cover_every_request_and_every_change() -> None:
    shown = inspect.getsource(sys.modules[__name__])
    asked = {request.__name__ for request in get_args(p.Act)}
    made = {"close", "fill", "reveal", "resign", "report_trouble", "settle", "sit", "stand_in"}
    made |= {"stand_up", "time_out", "welcome"}
    assert not {name for name in asked | made if f".{name}" not in shown}
