"""Start a whole site for a load test: one process, or several on PostgreSQL and Redis behind nginx
with the configuration of `deploy/`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

from django.db.models import Model

from tests.serving import ROOT, ServedSite, free_port

Row = TypeVar("Row", bound=Model)

TICKS = os.sysconf("SC_CLK_TCK")
CHUNK = 200
"""How many tables one statement stores."""
CONFIGURATION = """
daemon off;
{user}
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $hanabi_connection {{ default upgrade; '' ''; }}
    map $scheme $hanabi_scheme {{ default $scheme; }}
    map $uri $hanabi_spread {{
        ~^/(?:ws/)?tables/(?<slug>[a-z0-9]+)/ $slug;
        default $request_id;
    }}
    upstream hanabi_tables {{
        hash $hanabi_spread consistent;
        {tables}
    }}
    upstream hanabi_study {{ {study} }}
    server {{
        listen 127.0.0.1:{port};
        include {site};
    }}
}}
"""


class CountedServer(ServedSite):
    """A server process that counts its SQL statements, on the database of LOAD_DATABASE_URL if set.

    Several may share a folder, and so a database. `study` makes it a process for figure pages
    alone.
    """

    def __init__(self, folder: Path, number: int = 0, *, study: bool = False) -> None:
        given = {"DATABASE_URL": url} if (url := os.environ.get("LOAD_DATABASE_URL")) else {}
        given |= {"REDIS_URL": os.environ.get("REDIS_URL", "")}
        super().__init__(
            folder, number, LIMITS="off,heavy_pages_at_once=1,heavy_percent=5", **given
        )
        self.statements = folder / f"statements-{number}"
        self.program = [sys.executable, "-m", "tests.load.counted", str(self.statements), "serve"]
        self.options = ["--study"] * study

    def cpu_seconds(self) -> float:
        """Return the processor seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_mb(self) -> float:
        """Return the resident memory in MB. Raises RuntimeError if the server has died."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        resident = re.search(r"^VmRSS:\s*(\d+)", status, re.MULTILINE)
        if resident is None:
            raise RuntimeError(f"The site died: {self.log.read_text()[-2000:]}")
        return int(resident[1]) / 1024

    def count_statements(self) -> int:
        """Return the number of SQL statements executed until a second ago."""
        return int(self.statements.read_text() or 0) if self.statements.exists() else 0


class Site:
    """A site of `processes` servers for tables and, if several, one more for figure pages.

    Database and Redis are those of the environment: LOAD_DATABASE_URL and REDIS_URL. `finished`
    games are stored before the start.
    """

    def __init__(self, folder: Path, processes: int = 1, finished: int = 0) -> None:
        self.folder, self.finished = folder, finished
        behind = processes > 1
        self.servers = [CountedServer(folder, number) for number in range(processes)]
        if behind:
            self.servers.append(CountedServer(folder, processes, study=True))
        self.port = free_port() if behind else self.servers[0].port
        self.url = f"http://127.0.0.1:{self.port}"
        self._stack = ExitStack()

    def __enter__(self) -> Site:
        if self.finished:
            code = f"from tests.load.site import fill; fill({self.finished})"
            self.servers[0].manage("shell", "-c", code, seconds=None)
        with ExitStack() as stack:
            for server in self.servers:
                stack.enter_context(server)
            if len(self.servers) > 1:
                self._start_nginx(stack)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def cpu_seconds(self) -> float:
        """Return the processor seconds used by all processes so far."""
        return sum(server.cpu_seconds() for server in self.servers)

    def rss_mb(self) -> float:
        """Return the resident memory of all processes in MB."""
        return sum(server.rss_mb() for server in self.servers)

    def count_statements(self) -> int:
        """Return the number of SQL statements of all processes until a second ago."""
        return sum(server.count_statements() for server in self.servers)

    def database_bytes(self) -> int:
        """Return the size of the database on disk."""
        server = self.servers[0]
        return int(
            server.query(
                "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
                if server.environment["DATABASE_URL"].startswith("sqlite:")
                else "SELECT pg_database_size(current_database())"
            )[0][0]
        )

    def _start_nginx(self, stack: ExitStack) -> None:
        nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        if nginx is None:
            raise RuntimeError("Several processes need nginx: sudo apt install nginx-light")
        file = self.folder / "nginx.conf"
        *tables, study = [server.port for server in self.servers]
        file.write_text(nginx_configuration(self.folder, self.port, tables, study))
        process = subprocess.Popen([nginx, "-c", str(file)])
        stack.callback(process.wait)
        stack.callback(process.terminate)
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with suppress(URLError, OSError), urlopen(f"{self.url}/healthz", timeout=5):
                return
            time.sleep(0.1)
        raise RuntimeError("nginx did not start.")


def nginx_configuration(folder: Path, port: int, tables: list[int], study: int) -> str:
    """Return the nginx configuration: that of `deploy/nginx/`, with these ports of servers."""
    return CONFIGURATION.format(
        folder=folder,
        user="user root;" if os.geteuid() == 0 else "",
        tables="\n        ".join(f"server 127.0.0.1:{table};" for table in tables),
        study=f"server 127.0.0.1:{study};",
        port=port,
        site=ROOT / "deploy/nginx/site.conf",
    )


def fill(games: int) -> None:
    """Play one game of agents and store it `games` times, as separate tables.

    Call it in a process with the site's apps loaded, such as `manage.py shell`.
    """
    from game.models import Move, Seating, Table, new_slug
    from game.tables import agent_turns, changes
    from game.tables.state import load

    plans = [changes.SeatPlan(address="rules:piers"), changes.SeatPlan(address="rules:iggi")]
    first = changes.create(plans, None, seed="filling")
    agent_turns.play_out(first.slug)
    state = load(first.slug)
    for start in range(1, games, CHUNK):
        count = min(CHUNK, games - start)
        copies = [_copy(state.table, slug=new_slug()) for _ in range(count)]
        tables = Table.objects.bulk_create(copies)
        Seating.objects.bulk_create(_copy(row, table=t) for t in tables for row in state.seatings)
        Move.objects.bulk_create(_copy(row, table=t) for t in tables for row in state.moves)


def _copy(row: Row, **changed: object) -> Row:
    fields = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del fields["id"]
    copy = type(row)(**fields)
    for name, value in changed.items():
        setattr(copy, name, value)
    return copy
