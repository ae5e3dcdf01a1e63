"""A server that is told to stop while agents search is gone within seconds, and no move is lost."""

import asyncio
import json
import os
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from agents import registry
from agents.entry import LONGEST_DECISION
from tests.load.visitor import Visitor, open_socket, socket_address
from tests.serving import ServedSite

TABLES = 4
SECONDS = 5
"""Of processor time, in which the process has to be gone; the searches take several times as
long."""
TOKEN = "only for this test"


def slowest() -> str:
    """The slowest search that may sit down at a table of two."""
    search = registry.find("search:100000,together:wary:expert")
    return search.largest_within(2, LONGEST_DECISION)


def tables_at_work(server: ServedSite) -> float:
    """The number of tables at which an agent is thinking."""
    request = Request(f"{server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(request) as page:
        found = re.search(r"^hanabi_tables_of_agents (\S+)$", page.read().decode(), re.MULTILINE)
    return float(found[1])


def processor_seconds(pid: int) -> float:
    """The processor time of a process, which a busy machine does not stretch."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def moved(server: ServedSite, slug: str, cookie: str) -> None:
    """Make a move at a table and wait until it is acknowledged."""
    async with open_socket(socket_address(server.url, slug), cookie) as socket:
        message: dict[str, Any] = {"t": ""}
        while not message.get("frame", {}).get("legal"):
            message = json.loads(await socket.recv())
        order = message["frame"]["legal"]["plays"][0]
        await socket.send(json.dumps({"t": "play", "id": "x", "v": message["v"], "order": order}))
        while message["t"] != "ack":
            message = json.loads(await socket.recv())


@pytest.mark.long
def test_a_server_stops_within_seconds_whatever_is_being_thought(tmp_path: Path) -> None:
    with ServedSite(tmp_path, METRICS_TOKEN=TOKEN) as server:
        for number in range(TABLES):
            guest = Visitor(server.url, f"Guest {number}")
            slug = guest.play_with(slowest())
            asyncio.run(moved(server, slug, guest.cookie_header))
        assert tables_at_work(server) > 0, "no agent is thinking when the server is stopped"
        before = processor_seconds(server.process.pid)
        server.process.terminate()
        os.waitid(os.P_PID, server.process.pid, os.WEXITED | os.WNOWAIT)
        after = processor_seconds(server.process.pid)
        assert after - before < SECONDS, "The process worked on after SIGTERM."
        assert server.process.wait() == 0
    with sqlite3.connect(tmp_path / "site.sqlite3") as database:
        [(people,)] = database.execute("SELECT count(*) FROM game_move WHERE request = 'x'")
        [(moves,)] = database.execute("SELECT count(*) FROM game_move")
    assert people == TABLES
    assert moves < 2 * TABLES, "every agent had moved before the server was stopped"
