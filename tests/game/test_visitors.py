"""An agent that runs elsewhere sits at a table with people: it plays whole games, and whatever it
says or does not say harms nobody there."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_thread

from analysis.evaluate import dialled
from analysis.evaluate.dialled import AgentConsumer
from analysis.evaluate.keys import token_for
from game.live import broadcast, runner
from game.models import Player, Table
from game.tables import changes, clocks, series, talk
from game.tables.refusals import Refused
from game.tables.state import TableState, load
from hanabi_site.asgi import application
from tests.game.conftest import Connect, seated
from tests.sockets import PATIENCE, PatientCommunicator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

NAME = "Ada (bot of tests)"
Message = dict[str, Any]
Turn = Callable[[Table], Any]


class Line:
    """An agent's end of its line."""

    def __init__(self, end: PatientCommunicator) -> None:
        self.end = end

    async def say(self, message: Message) -> None:
        await self.end.send_to(json.dumps(message))

    async def hear(self) -> Message:
        return json.loads(await self.end.receive_from())

    async def until(self, kind: str) -> Message:
        while (message := await self.hear())["t"] != kind:
            pass
        return message


LINES: list[Line] = []


@pytest.fixture(autouse=True)
async def hung_up() -> AsyncIterator[None]:
    """No line outlives its test."""
    yield
    for line in LINES:
        await line.end.disconnect()
    LINES.clear()
    await runner.settle()


async def dial(table: str, owner: str = "tests", **facts: Any) -> Line:
    end = PatientCommunicator(application, "/ws/agents/")
    assert (await end.connect())[0]
    line = Line(end)
    token = await in_thread(token_for)(owner)
    hello = {"t": "hello", "token": token, "name": "Ada", "pool": f"table:{table}"}
    await line.say({**hello, **facts})
    LINES.append(line)
    return line


async def asked(table: Table, turn: Turn) -> tuple[Line, Message]:
    """Dial in and wait for the first turn: the line, and the message that asks for a move."""
    line = await dial(table.slug)
    await line.until("begin")
    await turn(table)
    return line, await line.until("decide")


@pytest.fixture
def waiting(alice: Player) -> Table:
    """Alice at a table of two with an open seat."""
    return seated(alice, "", seed="with a visitor", delay=0)


@pytest.fixture
def turn(alice: Player) -> Turn:
    """When it is her turn, Alice makes her first legal move that is no play."""

    async def make(table: Table) -> None:
        while (state := await in_thread(load)(table.slug)).game.to_move == 1:
            await asyncio.sleep(0.01)
        if state.over:
            return
        legal = state.game.view(0).legal_moves()
        move = next((one for one in legal if one.kind.name != "PLAY"), legal[0])
        actor = changes.Actor(player=alice)
        version = await in_thread(changes.submit)(table.slug, actor, move, state.table.version)
        await broadcast.announce(table.slug, version)
        runner.wake(table.slug, version)

    return make


async def state_of(table: Table) -> TableState:
    state: TableState = await in_thread(load)(table.slug)
    return state


def careful(view: Message) -> str:
    legal = view["legal"]
    return str(next((move for move in legal if not move.startswith("p")), legal[0]))


def test_of_long_names_the_beginnings_are_shown() -> None:
    title = changes.Visitor("n" * 22 + "?", "o" * 22 + "?", "1").title
    assert title == f"{'n' * 22} (bot of {'o' * 22})"


async def test_a_visitor_plays_a_whole_game_with_a_person(
    waiting: Table, alice: Player, connect: Connect, turn: Turn
) -> None:
    line = await dial(waiting.slug)
    assert (await line.hear())["t"] == "begin"
    browser = await connect(waiting.slug, alice)
    seat = (await browser.until("frame"))["frame"]["seats"][1]
    assert (seat["kind"], seat["name"], seat.get("page")) == ("agent", NAME, None)
    await turn(waiting)
    while (message := await line.hear())["t"] == "decide":
        view = message["view"]
        assert view["seat"] == 1
        assert view["hands"][1] == [None] * 5
        await line.say({"t": "move", "move": careful(view)})
        await turn(waiting)
    assert message["t"] == "game_over"
    assert message["view"]["end"]
    report = (await line.until("report"))["report"]
    state = await state_of(waiting)
    assert state.over
    assert not state.bots_only
    assert report["stacks"] == state.table.stacks
    assert report["seat"] == 1
    assert {row.seat for row in state.moves} == {0, 1}
    follower = await in_thread(series.play_again)(waiting.slug, alice)
    assert [s.kind for s in (await state_of(follower)).seats] == ["person", "empty"]
    assert AgentConsumer.at_tables == 0


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "no answer within 0.2 seconds"),
        ({"t": "move", "move": "fly"}, "no move"),
        ({"t": "move", "move": "p9"}, "Slots go from 0 to 4"),
        ({"t": "move", "move": "c1r"}, "not legal"),
        ({"t": "hello"}, "cannot be read"),
    ],
)
async def test_a_silent_or_cheating_visitor_loses_the_seat_at_once(
    waiting: Table, turn: Turn, monkeypatch: pytest.MonkeyPatch, answer: Message | None, words: str
) -> None:
    monkeypatch.setattr(dialled, "ANSWER_SECONDS", 0.2 if answer is None else PATIENCE)
    line, _ = await asked(waiting, turn)
    if answer is not None:
        await line.say(answer)
    assert words in (await line.until("refused"))["words"]
    await runner.settle()
    state = await state_of(waiting)
    assert [row.seat for row in state.moves] == [0, 1]
    assert state.seats[1].sits_for == NAME
    assert state.irregular
    assert not talk.may_talk(state)
    assert f"for {NAME}, which answered nothing that is a move" in state.notes[-1].text
    again = await dial(waiting.slug)
    await again.until("begin")
    assert (await state_of(waiting)).seats[1].name == NAME
    monkeypatch.setattr(dialled, "ANSWER_SECONDS", PATIENCE)
    await turn(waiting)
    await again.until("decide")


async def test_a_visitor_that_keeps_failing_blocks_no_turn(
    waiting: Table, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "wake", lambda *_: None)  # The stand-in has not moved yet.
    line, _ = await asked(waiting, turn)
    await line.say({"t": "move", "move": "fly"})
    await line.until("refused")
    again = await dial(waiting.slug)
    assert await again.end.receive_nothing(timeout=0.3)
    before = await state_of(waiting)
    assert [note.turn for note in before.notes] == [2]
    monkeypatch.undo()
    runner.wake(waiting.slug)
    assert (await again.hear())["t"] == "begin"
    state = await state_of(waiting)
    assert [row.seat for row in state.moves] == [0, 1]
    assert state.seats[1].name == NAME


async def test_a_visitor_that_lost_its_connection_is_awaited_and_then_replaced(
    waiting: Table, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    line, first = await asked(waiting, turn)
    await line.end.disconnect()
    back = await dial(waiting.slug)
    assert (await back.until("decide"))["view"] == first["view"]
    await back.end.disconnect()
    assert (await state_of(waiting)).seats[1].visiting
    monkeypatch.setattr(clocks, "VISITORS_TIME", timedelta(seconds=0))
    runner.wake(waiting.slug)
    await runner.settle()
    state = await state_of(waiting)
    assert [row.seat for row in state.moves] == [0, 1]
    assert "which did not answer in time" in state.notes[-1].text


async def test_a_visitor_takes_nobodys_seat(waiting: Table, table: Table, alice: Player) -> None:
    line = await dial(waiting.slug)
    await line.until("begin")
    for slug, facts, words in (
        (waiting.slug, {"owner": "somebody else"}, "already started"),
        (table.slug, {}, "already started"),
        (waiting.slug, {"token": "none"}, "has no such token"),
        (waiting.slug, {"name": "\u202eAda"}, "printable characters"),
        ("nobody-knows", {}, "no such table"),
        ("../secret", {}, "A table's name"),
    ):
        refused = await (await dial(slug, **facts)).until("refused")
        assert words in refused["words"], refused
    version = (await state_of(waiting)).table.version
    await in_thread(changes.replace)(waiting.slug, alice, 1, "rules:piers", version)
    await broadcast.announce(waiting.slug, version + 1)
    assert "Somebody else has your seat" in (await line.until("refused"))["words"]


async def test_the_number_of_visitors_who_play_at_once_is_limited(
    waiting: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AgentConsumer, "at_tables", dialled.AT_TABLES)
    refused = await (await dial(waiting.slug)).until("refused")
    assert "No more agents can join tables now" in refused["words"]
    monkeypatch.setattr(AgentConsumer, "at_tables", dialled.AT_TABLES - 1)
    assert (await (await dial(waiting.slug)).hear())["t"] == "begin"


def test_a_daily_deal_or_an_experiment_takes_no_visitors(alice: Player) -> None:
    drawn = seated(alice, "", drawn=True)
    with pytest.raises(Refused, match="No agent from elsewhere"):
        changes.welcome(drawn.slug, changes.Visitor("Ada", "tests", "1"))
