"""Run the real site as a subprocess, the way a person does, and stop or kill it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from fcntl import LOCK_EX, flock
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.db.utils import ConnectionHandler

from hanabi_site.settings.services import database_settings

ROOT = Path(__file__).resolve().parent.parent
MANAGE = [sys.executable, "manage.py"]
START_SECONDS = 180
STOP_SECONDS = 60


class ServedSite:
    """`manage.py serve` with production settings on a free port.

    Its database is a file in `folder`. Several servers with different numbers may share a folder:
    number 0 creates the tables. `environment` adds to or replaces variables of the server. The log
    is one file over restarts.
    """

    program = [*MANAGE, "serve"]
    options: list[str] = []
    """Command line options of the program, after the port."""

    def __init__(self, folder: Path, number: int = 0, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"serve-{number}.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = os.environ | {
            "DEBUG": "off",
            "SECRET_KEY": "only for tests " * 4,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECURE_COOKIES": "off",
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "STATIC_ROOT": f"{folder}/static-{number}",
            "RUNS_DIR": f"{folder}/runs",
            "REDIS_URL": "",
            **environment,
        }
        if number == 0 and "DATABASE_URL" in environment:
            self.manage("migrate", "--verbosity", "0")
        elif number == 0:
            shutil.copy(migrated(), folder / "site.sqlite3")

    def __enter__(self) -> ServedSite:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.stop()
        self.kill()

    def manage(self, *arguments: str, seconds: float | None = START_SECONDS) -> str:
        """Run a management command on this site's database; its output. Raises if it fails."""
        return subprocess.run(
            [*MANAGE, *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=seconds,
        ).stdout

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a SQL statement on this site's database."""
        return query(self.environment["DATABASE_URL"], statement)

    def start(self) -> None:
        """Start the server and wait until it says that it listens. Raises RuntimeError if not."""
        self.log.touch()
        begin = self.log.stat().st_size
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*self.program, "--port", str(self.port), *self.options],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + START_SECONDS
        while self.url not in self.log.read_text()[begin:]:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"The site did not start:\n{self.log.read_text()[begin:]}")
            time.sleep(0.05)

    def stop(self) -> int:
        """Ask the server to end; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=STOP_SECONDS)

    def kill(self) -> None:
        """End the server without a warning, as a power cut would."""
        if self.process:
            self.process.kill()
            self.process.wait()


def migrated() -> Path:
    """Return a SQLite database after all migrations, made again only after one of them changes."""
    made_of = [*sorted(ROOT.glob("*/migrations/*.py")), ROOT / "requirements.txt"]
    name = sha256(b"".join(file.read_bytes() for file in made_of)).hexdigest()[:16]
    file = ROOT / "build" / f"migrated-{name}.sqlite3"
    file.parent.mkdir(exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not file.exists():
            new = file.with_suffix(".new")
            new.unlink(missing_ok=True)
            outside = os.environ | {"DATABASE_URL": f"sqlite:///{new}"}
            subprocess.run([*MANAGE, "migrate", "-v0"], cwd=ROOT, env=outside, check=True)
            new.rename(file)
    return file


def query(database_url: str, statement: str) -> list[tuple[Any, ...]]:
    """Return the rows of a SQL statement on the database at this URL."""
    connection = ConnectionHandler({"default": database_settings(database_url)})["default"]
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows = cursor.fetchall()
    connection.close()
    return rows


def free_port() -> int:
    """Return a TCP port that is currently unused."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
