"""The site as a process of its own, on an empty database, with what it costs."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings

START_SECONDS = 180
TICKS = os.sysconf("SC_CLK_TCK")
MANAGE = [sys.executable, "manage.py"]


class OwnServer:
    """`manage.py serve` in a folder; it counts its statements (`hanabi_site.statements`). Several
    may share a folder, and with it a database; `study` makes it one for pages of figures alone, and
    `environment` adds to what it is told."""

    def __init__(
        self,
        folder: Path,
        number: int = 0,
        *,
        study: bool = False,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.folder, self.study = folder, study
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"log-{number}"
        self.statements = folder / f"statements-{number}"
        self.database = os.environ.get("LOAD_DATABASE_URL", f"sqlite:///{folder}/load.sqlite3")
        self.environment = os.environ | {
            "DEBUG": "off",
            "SECRET_KEY": "only for a load test " * 3,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECURE_COOKIES": "off",
            "LIMITS": "off,heavy_pages_at_once=1,heavy_percent=5",
            "DATABASE_URL": self.database,
            "STATIC_ROOT": f"{folder}/static-{number}",
            "COUNT_STATEMENTS": str(self.statements),
            **(environment or {}),
        }

    def __enter__(self) -> OwnServer:
        self.migrate()
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.kill()

    def migrate(self) -> None:
        """Make the database."""
        subprocess.run(
            [*MANAGE, "migrate", "--verbosity", "0"],
            cwd=settings.BASE_DIR, env=self.environment, check=True,
        )  # fmt: skip

    def start(self) -> None:
        """Begin, and wait until it answers. Raises RuntimeError."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*MANAGE, "serve", "--port", str(self.port), *["--study"] * self.study],
                cwd=settings.BASE_DIR, env=self.environment, stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            with suppress(URLError, OSError), urlopen(f"{self.url}/healthz", timeout=5):
                return
            time.sleep(0.1)
        raise RuntimeError(f"The site did not start: {self.log.read_text()[-2000:]}")

    def kill(self) -> None:
        """Without a warning, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_mb(self) -> float:
        """Resident memory. Raises RuntimeError if the server has died."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"^VmRSS:\s*(\d+)", status, re.MULTILINE)
        if found is None:
            raise RuntimeError(f"The site died: {self.log.read_text()[-2000:]}")
        return int(found[1]) / 1024

    def count_statements(self) -> int:
        """SQL statements so far, up to a second ago."""
        return int(self.statements.read_text() or 0) if self.statements.exists() else 0


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
