"""An agent dials in, plays whole games, and can harm nobody by what it says or does not say."""

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE
from typing import Any

import msgspec
import pytest
from channels.db import database_sync_to_async as in_thread
from jsonschema import Draft202012Validator

from agents.agent_protocol import Actions, schema, seat_view
from agents.contract import AgentError
from analysis.evaluate import dialled
from analysis.evaluate.dialled import AgentConsumer
from analysis.evaluate.keys import token_for
from analysis.evaluate.report import read
from analysis.evaluate.storage import store
from game.tables.changes import SeatPlan, create
from native import Rules
from tests.native.random_games import random_game
from tests.serving import ROOT, ServedSite, free_port
from tests.sockets import PATIENCE, PatientCommunicator

pytestmark = pytest.mark.long

SCHEMA = schema()
# Made once: `jsonschema.validate` would check the schema itself for every message.
PARTS = {
    part: Draft202012Validator({**SCHEMA[part], "$defs": SCHEMA["$defs"]})
    for part in ("from_agent", "from_server")
}


def against(part: str, message: dict[str, Any]) -> None:
    """Holds a message to the published schema."""
    PARTS[part].validate(message)


ADMITTED: dict[str, str] = {}


@pytest.fixture(autouse=True)
def admitted(transactional_db: None) -> None:
    ADMITTED["token"] = token_for("tests")


def hello(**facts: Any) -> dict[str, Any]:
    return {"t": "hello", **ADMITTED, "name": "Ada", "games": 2, **facts}


async def line() -> PatientCommunicator:
    communicator = PatientCommunicator(AgentConsumer.as_asgi(), "/ws/agents/")
    assert (await communicator.connect())[0]
    return communicator


async def said(communicator: PatientCommunicator) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await communicator.receive_from())
    against("from_server", message)
    return message


async def say(communicator: PatientCommunicator, message: dict[str, Any]) -> None:
    await communicator.send_to(json.dumps(message))


async def greeted(**facts: Any) -> PatientCommunicator:
    """A line after its hello."""
    communicator = await line()
    await say(communicator, hello(**facts))
    return communicator


async def refusal(communicator: PatientCommunicator) -> str:
    while (message := await said(communicator))["t"] != "refused":
        assert message["t"] in ("begin", "decide", "game_over")
    return str(message["words"])


async def first_decision(communicator: PatientCommunicator) -> dict[str, Any]:
    while (message := await said(communicator))["t"] != "decide":
        pass
    return message


def test_the_document_names_every_message_of_the_protocol() -> None:
    document = (ROOT / "docs" / "agents-elsewhere.md").read_text()
    names = {
        name
        for message in SCHEMA["$defs"].values()
        for name in message["properties"].get("t", {}).get("enum", [])
    }
    assert len(names) == 11
    assert {
        name for name in names if f'"t": "{name}"' not in document and f"`{name}`" not in document
    } == set()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_an_answer_in_bits_may_be_any_action_of_a_table(players: int) -> None:
    actions = list(range(Rules.standard(players).move_count))
    answer = {"t": "actions", "actions": actions}
    against("from_agent", answer)
    assert msgspec.convert(answer, Actions).actions == actions


async def test_an_external_agent_plays_its_games_and_receives_its_report() -> None:
    communicator, seen = await line(), 0
    greeting = hello(pool="pool:rules:piers", games=2, session=2)
    against("from_agent", greeting)
    await say(communicator, greeting)
    begun, over = set(), 0
    while (message := await said(communicator))["t"] != "report":
        if message["t"] == "begin":
            begun.add(message["session"])
        elif message["t"] == "game_over":
            over += 1
            assert message["view"]["legal"] == []
        else:
            seen += 1
            assert message["session"] in begun
            answer = {"t": "move", "move": message["view"]["legal"][0]}
            against("from_agent", answer)
            await say(communicator, answer)
    report = message["report"]
    assert (report["agent"], report["pool"]) == ("dialled:Ada", "pool:rules:piers")
    assert report["games"] == 2
    assert report["practice"]
    with pytest.raises(AgentError, match="are not stored"):
        store(read(report))
    assert seen > 20
    assert over >= 2
    assert AgentConsumer.playing == 0


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"token": "nonsense"}, "This site has no such token"),
        ({"pool": "pool:nobody"}, "There is no pool nobody"),
        ({"pool": "pool:search:1000:rules:focus"}, "thinks too long over a move"),
        ({"pool": "/etc/passwd"}, "Name a pool of this site"),
        ({"pool": "pool:paper-1", "games": 10_000}, "games with each of its members"),
        ({"games": 0}, "cannot be read"),
        ({"games": 3, "session": 2}, "cannot be played in sessions"),
        ({"extra": 1}, "cannot be read"),
    ],
)
async def test_an_invalid_hello_is_refused_with_a_message(
    facts: dict[str, Any], words: str
) -> None:
    communicator = await greeted(**facts)
    assert words in await refusal(communicator)
    assert (await communicator.receive_output())["type"] == "websocket.close"
    assert AgentConsumer.playing == 0


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"t": "move", "move": "p9"}, "Slots go from 0 to 4"),
        ({"t": "move", "move": "fly"}, "is not a move"),
        ({"t": "move", "move": "c1x"}, "is not a move"),
        ({"t": "pass"}, "cannot be read"),
        ({"t": "hello", "token": "", "name": "Ada"}, "The answer to decide must be a move"),
    ],
)
async def test_an_invalid_answer_ends_the_evaluation(answer: dict[str, Any], words: str) -> None:
    communicator = await greeted()
    await first_decision(communicator)
    await say(communicator, answer)
    assert words in await refusal(communicator)
    assert AgentConsumer.playing == 0


async def test_silence_or_a_message_out_of_turn_ends_the_evaluation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dialled, "ANSWER_SECONDS", 0.2)
    assert "no answer within 0.2 seconds" in await refusal(await greeted())
    monkeypatch.setattr(dialled, "HELLO_SECONDS", 0.1)
    assert "no answer within 0.1 seconds" in await refusal(await line())
    monkeypatch.undo()
    table = await in_thread(create)([SeatPlan(), SeatPlan()], None)
    waiting = await greeted(pool=f"table:{table.slug}")
    hasty = await greeted()
    move = {"t": "move", "move": (await first_decision(hasty))["view"]["legal"][0]}
    for one in (hasty, waiting):
        for _ in range(50):
            await say(one, move)
        assert "You spoke without being asked" in await refusal(one)
    long = await line()
    await long.send_to("x" * 70_000)
    assert "at most 65536" in await refusal(long)
    early = await line()
    await say(early, {"t": "move", "move": "p0"})
    assert "Say hello first" in await refusal(early)


async def test_a_closed_connection_frees_its_place() -> None:
    lines = [await greeted() for _ in range(dialled.AT_ONCE)]
    for one in lines:
        await first_decision(one)
    assert "try again in a few minutes" in await refusal(await greeted())
    for one in lines:
        await one.disconnect()
    async with asyncio.timeout(PATIENCE):
        # A game in progress learns of it with its next question.
        while AgentConsumer.playing:
            await asyncio.sleep(0.01)
    again = await greeted()
    assert (await first_decision(again))["view"]["legal"]
    await again.disconnect()


TABLE_FOR_TWO = """
from game.tables.changes import SeatPlan, create
print(create([SeatPlan(), SeatPlan()], None, delay=0).slug)
"""


def test_the_view_sent_to_an_external_agent_has_what_its_seat_knows_and_no_more() -> None:
    for turn in range(60):
        game = random_game(Rules(3), 5, turn)
        for seat in range(game.rules.players):
            told = seat_view(game.view(seat))
            assert {card.card for card in told.cards[seat]} <= {None}
            assert set(told.hands[seat]) == {None}
            for other, hand in enumerate(told.cards):
                assert [card.order for card in hand] == sorted(card.order for card in hand)
                for card in hand:
                    held = game.hands[other][card.slot]
                    assert held.text(game.rules.suits) in card.possible
                    assert card.touched == game.touched(other, card.slot)


@pytest.mark.slow
def test_the_clients_of_the_documents_play_against_a_real_site(tmp_path: Path) -> None:
    site = ServedSite(tmp_path)
    token = site.manage("agent_token", "tests").strip()
    address = f"ws://127.0.0.1:{site.port}/ws/agents/"
    clients = [[sys.executable, "docs/clients/agent.py"]]
    if shutil.which("node"):
        clients.append(["node", "--experimental-websocket", "docs/clients/agent.mjs"])
    site.start()
    try:
        for client in clients:
            done = subprocess.run(
                [*client, address, token, "pool:rules:piers+rules:iggi"],
                cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
            report = json.loads(done.stdout)
            assert report["agent"].startswith("dialled:Example"), (report, done.stderr)
            assert len(report["members"]) == 2
            assert len(Path(ROOT, client[-1]).read_text().splitlines()) <= 60
            denied = subprocess.run(
                [*client, address, "no-token"],
                cwd=ROOT, capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
            assert "has no such token" in json.loads(denied.stdout)["words"]
            assert denied.returncode == 1
        table = site.manage("shell", "-v", "0", "-c", TABLE_FOR_TWO).strip()
        seated = [
            subprocess.Popen([*client, address, token, f"table:{table}"], cwd=ROOT, stdout=PIPE)
            for client in clients
        ]
        if len(clients) > 1:
            ended = [json.loads(one.communicate(timeout=600)[0]) for one in seated]
            assert [one["table"] for one in ended] == [table, table], ended
            assert sorted(one["seat"] for one in ended) == [0, 1]
        for one in seated:
            one.kill()
    finally:
        site.stop()


@pytest.mark.long
@pytest.mark.parametrize("name", ["agent", "many"])
def test_a_client_that_cannot_play_says_why(name: str) -> None:
    client = [sys.executable, f"docs/clients/{name}.py"]
    closed = f"ws://127.0.0.1:{free_port()}/"
    for arguments, words in (([], "TOKEN"), ([closed, "token"], f"Cannot play at {closed}: ")):
        done = subprocess.run([*client, *arguments], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 1
        assert words in done.stderr
        assert "Traceback" not in done.stderr
