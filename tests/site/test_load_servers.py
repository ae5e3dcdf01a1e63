"""The servers that a load or a soak starts: how they are told what to be, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import URLError

import pytest
from django.conf import settings
from django.db import connection

from hanabi_site.load import server as servers
from hanabi_site.load import site as sites
from hanabi_site.load.server import OwnServer
from hanabi_site.load.site import Site


class Process:
    """A child that was asked to run and lives until it is killed."""

    started: list[Process] = []
    ended = 0

    def __init__(self, command: list[str], **told: Any) -> None:
        self.command, self.told, self.done = command, told, list[object]()
        Process.started.append(self)

    def poll(self) -> int | None:
        return self.ended or None

    def send_signal(self, number: int) -> None:
        self.done.append(number)

    def terminate(self) -> None:
        self.done.append("terminate")

    def kill(self) -> None:
        self.done.append("kill")

    def wait(self, seconds: float | None = None) -> None:
        self.done.append(("wait", seconds))
        if seconds:
            raise subprocess.TimeoutExpired("", seconds)


@pytest.fixture(autouse=True)
def nothing_real(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was run to its end."""
    ran: list[Any] = []
    Process.started = []
    monkeypatch.setattr(Process, "ended", 0)
    for module in (servers, sites):
        fake = SimpleNamespace(
            Popen=Process,
            run=lambda command, **told: ran.append((command, told)),
            DEVNULL=subprocess.DEVNULL,
            TimeoutExpired=subprocess.TimeoutExpired,
        )
        monkeypatch.setattr(module, "subprocess", fake)
    monkeypatch.delenv("LOAD_DATABASE_URL", raising=False)
    return ran


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float]]:
    """Pages that were asked for; every third time there is one."""
    pages: list[tuple[str, float]] = []

    def page(url: str, timeout: float) -> Any:
        pages.append((url, timeout))
        if len(pages) % 3:
            raise (URLError("refused"), OSError())[len(pages) % 2]
        return nullcontext()

    clock = SimpleNamespace(
        monotonic=lambda: len(pages), sleep=lambda seconds: waits.append(seconds)
    )
    waits: list[float] = []
    for module in (servers, sites):
        monkeypatch.setattr(module, "urlopen", page)
        monkeypatch.setattr(module, "time", clock)
    return pages


def test_it_has_a_database_secrets_and_limits_of_its_own(tmp_path: Path) -> None:
    server = OwnServer(tmp_path, 3, environment={"REDIS_URL": "redis://r", "DEBUG": "on"})
    ours = {
        "DEBUG": "on",
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_COOKIES": "off",
        "LIMITS": "off,heavy_pages_at_once=1,heavy_percent=5",
        "DATABASE_URL": f"sqlite:///{tmp_path}/load.sqlite3",
        "STATIC_ROOT": f"{tmp_path}/static-3",
        "COUNT_STATEMENTS": f"{tmp_path}/statements-3",
        "REDIS_URL": "redis://r",
    }
    assert {name: server.environment[name] for name in ours} == ours
    assert set(server.environment) - set(os.environ) <= {*ours, "SECRET_KEY"}
    assert server.environment["SECRET_KEY"] == "only for a load test " * 3
    assert OwnServer(tmp_path).environment["DEBUG"] == "off"
    assert OwnServer(tmp_path).log == tmp_path / "log-0"
    assert server.url == f"http://127.0.0.1:{server.port}"
    assert os.environ["PATH"] == server.environment["PATH"]


def test_its_database_is_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert OwnServer(tmp_path).database == f"sqlite:///{tmp_path}/load.sqlite3"
    monkeypatch.setenv("LOAD_DATABASE_URL", "postgres://db/load")
    assert OwnServer(tmp_path).database == "postgres://db/load"


def test_it_is_there_once_it_answers_and_goes_when_it_is_no_longer_needed(
    tmp_path: Path, nothing_real: list[Any], asked: list[tuple[str, float]]
) -> None:
    with OwnServer(tmp_path, study=True) as server:
        [process] = Process.started
        assert asked == [(f"{server.url}/healthz", 5)] * 3
        assert process.done == []
    python = [sys.executable, "manage.py"]
    here = {"cwd": settings.BASE_DIR, "env": server.environment}
    assert nothing_real == [([*python, "migrate", "--verbosity", "0"], here | {"check": True})]
    assert process.command == [*python, "serve", "--port", str(server.port), "--study"]
    log = process.told.pop("stderr")
    assert process.told == here | {"stdout": subprocess.DEVNULL}
    assert (log.name, log.mode) == (str(tmp_path / "log-0"), "a")
    # Politely at first, and then not.
    assert process.done == [signal.SIGINT, ("wait", 10), "kill", ("wait", None)]


def test_a_server_for_tables_is_not_told_to_study(
    tmp_path: Path, asked: list[tuple[str, float]]
) -> None:
    OwnServer(tmp_path).start()
    assert "--study" not in Process.started[0].command


@pytest.mark.parametrize("why", ["it ended", "it took too long"])
def test_a_server_that_does_not_start_is_told_of_with_its_last_words(
    why: str, tmp_path: Path, asked: list[tuple[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Process, "ended", int(why == "it ended"))
    monkeypatch.setattr(servers, "START_SECONDS", 2)
    server = OwnServer(tmp_path)
    server.log.write_text("x" * 5000 + "no such table")
    with pytest.raises(RuntimeError, match=r"^The site did not start: x+no such table$") as told:
        server.start()
    assert len(str(told.value)) == len("The site did not start: ") + 2000
    assert len(asked) == (0 if why == "it ended" else 2)


def test_its_statements_are_those_that_it_wrote_down(tmp_path: Path) -> None:
    server = OwnServer(tmp_path)
    assert server.count_statements() == 0
    server.statements.write_text("")
    assert server.count_statements() == 0
    server.statements.write_text("1234")
    assert server.count_statements() == 1234


def test_its_memory_is_told_in_mib(tmp_path: Path) -> None:
    server: Any = OwnServer(tmp_path)
    server.process = SimpleNamespace(pid=os.getpid())
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    assert server.rss_mb() == pytest.approx(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, rel=0.2)


def test_a_port_is_free_to_listen_on() -> None:
    ports = {servers.free_port() for _ in range(3)}
    assert all(1024 <= port < 65536 for port in ports)


def test_a_site_of_one_process_is_that_process(
    tmp_path: Path, asked: list[tuple[str, float]], nothing_real: list[Any]
) -> None:
    with Site(tmp_path) as site:
        [server] = site.servers
        assert site.url == server.url
        assert not server.study
    assert len(nothing_real) == 1
    [process] = Process.started
    assert process.done[0] == signal.SIGINT


def test_a_site_of_several_has_one_more_for_figures_and_nginx_before_them(
    tmp_path: Path,
    asked: list[tuple[str, float]],
    nothing_real: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        sites.shutil, "which", lambda name, path=None: "/usr/sbin/nginx" if path else None
    )
    with Site(tmp_path, processes=2, finished=30) as site:
        assert [server.study for server in site.servers] == [False, False, True]
        assert len({server.statements for server in site.servers}) == 3
        assert site.url == f"http://127.0.0.1:{site.port}"
        assert asked[-1] == (f"{site.url}/healthz", 5)
        configuration = (tmp_path / "nginx.conf").read_text()
    *three, nginx = Process.started
    assert ["--study" in process.command for process in three] == [False, False, True]
    assert nginx.command == ["/usr/sbin/nginx", "-c", str(tmp_path / "nginx.conf")]
    assert nginx.done == ["terminate", ("wait", None)]
    assert all(process.done[0] == signal.SIGINT for process in three)
    ports = [server.port for server in site.servers]
    assert configuration.count(f"server 127.0.0.1:{ports[0]};") == 1
    for line in (
        f"pid {tmp_path}/nginx.pid;",
        f"listen 127.0.0.1:{site.port};",
        f"upstream hanabi_study {{ server 127.0.0.1:{ports[2]}; }}",
        f"include {settings.BASE_DIR}/deploy/nginx/site.conf;",
    ):
        assert line in configuration
    assert ("user root;" in configuration) == (os.geteuid() == 0)
    migrate, fill = nothing_real
    assert "migrate" in migrate[0]
    filling = "from hanabi_site.load.filling import fill; fill(30)"
    assert fill[0] == [sys.executable, "-c", f"import django; django.setup(); {filling}"]
    assert fill[1]["env"]["DJANGO_SETTINGS_MODULE"] == "hanabi_site.settings"
    assert (fill[1]["cwd"], fill[1]["check"]) == (settings.BASE_DIR, True)


def test_several_processes_without_nginx_are_told_how_to_get_it(
    tmp_path: Path, asked: list[tuple[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sites.shutil, "which", lambda name, path=None: None)
    needed = "^Several processes need nginx: sudo apt install nginx-light$"
    with pytest.raises(RuntimeError, match=needed), Site(tmp_path, processes=2):
        pass
    assert all(process.done[0] == signal.SIGINT for process in Process.started)


def test_nginx_that_does_not_answer_is_told_of(
    tmp_path: Path, asked: list[tuple[str, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sites.shutil, "which", lambda name, path=None: "nginx")

    def refused(url: str, timeout: float) -> None:
        asked.append((url, timeout))
        raise URLError("refused")

    monkeypatch.setattr(sites, "urlopen", refused)
    site = Site(tmp_path, processes=2)
    with pytest.raises(RuntimeError, match=r"^nginx did not start\.$"):
        site._start_nginx()
    assert len(asked) == 10


def test_what_a_site_costs_is_the_sum_of_its_processes(tmp_path: Path) -> None:
    site: Any = Site(tmp_path, processes=2)
    site.servers = [
        SimpleNamespace(
            cpu_seconds=lambda n=n: n,
            rss_mb=lambda n=n: 10 * n,
            count_statements=lambda n=n: 100 * n,
        )
        for n in (1, 2, 3)
    ]
    assert (site.cpu_seconds(), site.rss_mb(), site.count_statements()) == (6, 60, 600)


@pytest.mark.django_db(transaction=True)
def test_the_database_s_size_is_what_it_takes_on_disk(tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("The address of this database is not known here.")
    site: Any = Site(tmp_path)
    file = Path(connection.settings_dict["NAME"])
    site.servers = [SimpleNamespace(database=f"sqlite:///{file}")]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert site.database_bytes() == file.stat().st_size
