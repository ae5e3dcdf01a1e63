"""Links, scripts and downloads from before a name changed still work."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from channels.db import database_sync_to_async
from django.core.management import call_command
from django.test import Client

from game.models import Player, Table
from game.tables import changes
from native import Game, Rules
from native.engine.notation import write_game
from tests.game import played
from tests.game.conftest import Connect

AGENTS = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]


@pytest.fixture
def finished(db: None) -> Table:
    """A whole game between agents."""
    return played.finished("rules:piers", "rules:iggi", slug="older", seed="older")


def test_a_replays_frames_are_found_by_the_older_query(finished: Table, client: Client) -> None:
    older = client.get(f"/replays/{finished.slug}/frames.json?eyes=1").content
    assert older == client.get(f"/replays/{finished.slug}/frames.json?seat=1").content
    assert older != client.get(f"/replays/{finished.slug}/frames.json").content


@pytest.mark.django_db
def test_a_link_to_watch_from_a_seat_is_found_by_the_older_query(client: Client) -> None:
    table = changes.create(AGENTS, None, paused=True)
    page = client.get(f"/tables/{table.slug}/?eyes=1")
    assert b"?seat=1" in page.content
    assert client.get(f"/tables/{table.slug}/?eyes=2").status_code == 404


@pytest.mark.django_db(transaction=True)
async def test_a_socket_is_found_by_the_older_query(alice: Player, connect: Connect) -> None:
    table = await database_sync_to_async(changes.create)(AGENTS, alice, paused=True)
    socket = await connect(table.slug, alice, query="eyes=1")
    assert (await socket.until("frame"))["frame"]["you"] == 1


def test_hindsight_is_found_by_its_older_name(finished: Table, client: Client) -> None:
    older = client.get(f"/replays/{finished.slug}/outlook.json")
    assert older.json() == client.get(f"/replays/{finished.slug}/hindsight.json").json()


def test_the_replay_command_knows_its_older_option(tmp_path: Path) -> None:
    file, told = tmp_path / "game.txt", []
    file.write_text(write_game(Game(Rules.standard(2), seed="older")))
    for option in ("--outlook", "--hindsight"):
        out = StringIO()
        call_command("replay", str(file), option, stdout=out)
        told.append(out.getvalue())
    assert told[0] == told[1]
    assert "possible: 25" in told[0]
