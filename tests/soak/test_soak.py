"""Whatever is killed, a move that was acknowledged is kept, once."""

import asyncio
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from tests.game import played
from tests.serving import ROOT, query
from tests.soak.__main__ import main
from tests.soak.link import Link
from tests.soak.run import STORED_MOVES, compare
from tests.soak.sitter import Account

POSTGRES_URL = os.environ.get("HANABI_TEST_POSTGRES_URL", "")
REDIS_URL = os.environ.get("HANABI_TEST_REDIS_URL", "")

KEPT = [("t", 1, 1, "a"), ("t", 2, 2, ""), ("t", 3, 3, "b")]


def account() -> Account:
    return Account(sent={"a", "b", "c", "d"}, acknowledged={"a": 1, "b": 3}, refused={"c"})


def test_a_soak_without_losses_reports_none() -> None:
    assert compare(account(), KEPT) == []


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        (KEPT[:2], "b, acknowledged at version 3, was lost"),
        ([*KEPT, ("t", 4, 4, "b")], "b was made 2 times"),
        ([*KEPT, ("t", 4, 4, "c")], "c was refused and made"),
        ([*KEPT, ("t", 4, 4, "e")], "nobody sent it"),
        ([*KEPT, ("t", 5, 5, "d")], "turns [1, 2, 3, 5]"),
        ([KEPT[0], ("t", 2, 2, "b")], "b, acknowledged at version 3, was lost"),
    ],
)
def test_every_kind_of_loss_is_reported(rows: list[tuple[str, int, int, str]], word: str) -> None:
    assert any(word in line for line in compare(account(), rows))


def test_a_site_that_never_comes_back_is_reported() -> None:
    assert "nobody could play on" in compare(account(), KEPT, before_the_end=2)[0]


@pytest.mark.parametrize("wrong", [["--kills", "0"], ["--processes", "2"], ["--tables", "0"]])
def test_an_impossible_soak_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(wrong)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="The database's address is not known.")
def test_stored_moves_are_read_in_the_order_of_tables_and_turns() -> None:
    table = played.finished("rules:piers", "rules:iggi", slug="b", seed="soak")
    played.finished("rules:piers", "rules:iggi", slug="a", seed="soak")
    table.moves.filter(turn=2).update(request="named")
    rows = query(f"sqlite:///{connection.settings_dict['NAME']}", STORED_MOVES)
    assert [row[:2] for row in rows] == sorted(row[:2] for row in rows)
    assert {row[0] for row in rows} == {"a", "b"}
    assert [row for row in rows if row[3]] == [("b", 2, table.moves.get(turn=2).version, "named")]


@pytest.mark.slow
def test_a_killed_process_loses_nothing_and_a_stopped_soak_compares_what_it_has() -> None:
    command = [sys.executable, "-m", "tests.soak", "--kills", "1000", "--tables", "2"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        line = next(line for line in process.stderr if "of 1,000 kills" in line)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
    assert " moves" in line
    assert "Nothing was lost or doubled." in out
    assert process.returncode == 0


@pytest.fixture
def database() -> Iterator[str]:
    """An empty one on the PostgreSQL of the tests."""
    import psycopg

    parts = urlsplit(POSTGRES_URL)
    name = f"soak_{secrets.token_hex(4)}"
    with psycopg.connect(urlunsplit(parts._replace(path="/postgres")), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(parts._replace(path=f"/{name}"))
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.skipif(
    not (POSTGRES_URL and REDIS_URL),
    reason="HANABI_TEST_POSTGRES_URL or HANABI_TEST_REDIS_URL names nothing.",
)
def test_two_processes_survive_the_loss_of_any_one_of_their_parts(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    services = f"--processes 2 --database {database} --redis {REDIS_URL}"
    main(f"--kills 4 --tables 2 --seed chaos {services}".split())
    told = capsys.readouterr().out
    assert "Nothing was lost or doubled." in told
    assert all(f"1 × {name}" in told for name in ("process 0", "process 1", "database", "redis"))


async def test_a_link_forwards_bytes_until_cut_and_again_once_mended() -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(1000):
            writer.write(data.upper())
        writer.close()

    service = await asyncio.start_server(echo, "127.0.0.1", 0)
    link = Link("127.0.0.1", service.sockets[0].getsockname()[1])
    for said in (b"before the cut", b"after it"):
        await link.mend()
        reader, writer = await asyncio.open_connection("127.0.0.1", link.port)
        writer.write(said)
        assert await reader.readexactly(len(said)) == said.upper()
        assert len(link.open) == 2
        await link.cut()
        with suppress(ConnectionError):
            assert await reader.read() == b""
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", link.port)
        writer.close()
        await asyncio.sleep(0.01)
        assert not link.open
    service.close()
