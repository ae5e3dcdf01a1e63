"""The load driver: it plays at real tables and says what it met."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from game.models import Table
from game.protocol import Ping, decode
from game.tables.state import load
from hanabi_site.load.filling import fill
from hanabi_site.load.report import numbers, percentile, sentences
from hanabi_site.load.run import Outcome, Plan
from hanabi_site.load.server import OwnServer
from hanabi_site.load.site import Site
from hanabi_site.load.table import LoadedTable, Measured

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin") or ""


def test_percentiles_are_of_what_was_measured() -> None:
    seconds = [n / 1000 for n in range(1, 101)]
    assert percentile(seconds, 0.5) == 51.0
    assert percentile(seconds, 0.99) == 100.0
    assert percentile(seconds, 1) == 100.0
    assert percentile([], 0.5) is None


def test_costs_are_a_move_and_only_of_a_server_of_our_own() -> None:
    measured = Measured(accepted=[0.01], seen=[0.02], moves=50, frames=120, refused=1)
    plan = Plan(tables=3, seconds=10, onlookers=4, crowd=5)
    outcome = Outcome(
        measured,
        cpu_seconds=0.5,
        statements=250,
        rss_mb=99.99,
        cpu_seconds_a_connection=0.0037,
        cpu_seconds_a_return=0.0081,
    )
    told = numbers(plan, outcome)
    assert told["cpu_ms_per_move"] == 10.0
    assert told["sql_per_move"] == 5.0
    assert (told["frames_per_cpu_second"], told["sockets"]) == (240, 4 + 12 + 5)
    assert (told["moves"], told["refused"], told["rss_mb"]) == (50, 1, 100.0)
    assert (told["cpu_ms_per_connection"], told["cpu_ms_per_return"]) == (3.7, 8.1)
    assert "game costs it 3.7 ms of processor, whoever has a seat there 8.1 ms." in sentences(
        plan, outcome
    )
    assert numbers(plan, Outcome(measured))["cpu_ms_per_move"] is None


def test_a_server_that_died_is_told_of_with_its_last_words(tmp_path: Path) -> None:
    server = OwnServer(tmp_path)
    server.log.write_text("Out of luck.")
    server.process = subprocess.Popen(["true"])
    os.waitid(os.P_PID, server.process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(RuntimeError, match=r"died: Out of luck\."):
        server.rss_mb()
    server.process.wait()


def test_processor_time_is_that_of_the_program_and_of_the_kernel_for_it(tmp_path: Path) -> None:
    server = OwnServer(tmp_path)
    server.process = SimpleNamespace(pid=os.getpid())  # type: ignore[assignment]
    before = os.times()
    told = server.cpu_seconds()
    after = os.times()
    rounding = 0.05
    assert before.user + before.system - rounding < told < after.user + after.system + rounding


def test_what_was_measured_while_people_sat_down_is_left_out() -> None:
    measured = Measured(moves=7, accepted=[1.0])
    before = measured.forget()
    assert (before.moves, measured.moves, measured.accepted) == (7, 0, [])


@pytest.mark.parametrize(
    "wrong", [["--tables", "0"], ["--seconds", "0"], ["--pace", "-1"], ["--bots", "2"]]
)
def test_a_senseless_load_is_refused_in_words(wrong: list[str]) -> None:
    with pytest.raises(CommandError, match=r"can be filled|A pace is"):
        call_command("load_test", *wrong)


def test_a_site_that_does_not_answer_is_told_of() -> None:
    with pytest.raises(CommandError, match=r"127\.0\.0\.1:9"):
        call_command("load_test", "--tables", "1", "--seconds", "1", "--url", "http://127.0.0.1:9")


async def test_everybody_under_load_pings_as_a_page_does(monkeypatch: pytest.MonkeyPatch) -> None:
    pings: list[str] = []

    class Quiet:
        async def recv(self) -> str:
            while len(pings) < 3:
                await asyncio.sleep(0.001)
            raise EOFError

        async def send(self, text: str) -> None:
            pings.append(text)

    @asynccontextmanager
    async def connect(address: str, cookie: str) -> AsyncIterator[Quiet]:
        yield Quiet()

    monkeypatch.setattr("hanabi_site.load.table.PING_SECONDS", 0.001)
    measured = Measured()
    table = LoadedTable("slug", [], 1, 0, Random("load"), measured)
    await table.play(connect, "http://127.0.0.1:9")
    assert {decode(text).__class__ for text in pings} == {Ping}
    assert measured.refused == 1


@pytest.mark.slow
@pytest.mark.django_db
def test_people_and_bots_play_and_nobody_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("load_test", "--tables", "4", "--seconds", "4", "--pace", "0.2", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["moves"] > 4
    assert told["refused"] == 0
    assert told["p99_ms"] > 0
    assert 3 < told["sql_per_move"] < 14


def test_several_processes_need_a_database_and_redis_to_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LOAD_DATABASE_URL", raising=False)
    with pytest.raises(CommandError, match="LOAD_DATABASE_URL"):
        call_command("load_test", "--tables", "1", "--seconds", "1", "--processes", "2")


@pytest.mark.skipif(not NGINX, reason="nginx is not installed.")
def test_nginx_takes_the_configuration_that_operators_get(tmp_path: Path) -> None:
    (tmp_path / "nginx.conf").write_text(Site(tmp_path, processes=3).configuration())
    answer = subprocess.run(
        [NGINX, "-t", "-c", str(tmp_path / "nginx.conf")], capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "nginx.conf").read_text().count("server 127.0.0.1:") == 4


@pytest.mark.django_db
@pytest.mark.long
def test_a_database_is_filled_with_finished_games() -> None:
    fill(5)
    assert Table.objects.filter(status=Table.Status.FINISHED).count() == 5
    moves = {table.moves.count() for table in Table.objects.all()}
    assert len(moves) == 1
    assert load(Table.objects.order_by("-pk")[0].slug).over
    assert {table.seed for table in Table.objects.all()} == {"filling"}
    assert {
        tuple(table.seatings.order_by("index").values_list("address", flat=True))
        for table in Table.objects.all()
    } == {("rules:piers", "rules:iggi")}
