"""The site as a process of its own, on an empty database, with what it costs."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings

START_SECONDS = 60
TICKS = os.sysconf("SC_CLK_TCK")


class OwnServer:
    """`manage.py serve` in a folder; it counts its statements (`hanabi_site.statements`)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.statements = folder / "statements"
        self.environment = os.environ | {
            "DEBUG": "off",
            "SECRET_KEY": "only for a load test " * 3,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECURE_COOKIES": "off",
            "DATABASE_URL": os.environ.get("LOAD_DATABASE_URL", f"sqlite:///{folder}/load.sqlite3"),
            "STATIC_ROOT": f"{folder}/static",
            "COUNT_STATEMENTS": str(self.statements),
        }

    def __enter__(self) -> OwnServer:
        manage = [sys.executable, "manage.py"]
        subprocess.run(
            [*manage, "migrate", "--verbosity", "0"],
            cwd=settings.BASE_DIR, env=self.environment, check=True,
        )  # fmt: skip
        self.process = subprocess.Popen(
            [*manage, "serve", "--port", str(self.port)],
            cwd=settings.BASE_DIR, env=self.environment,
            stdout=subprocess.DEVNULL, stderr=(self.folder / "log").open("w"),
        )  # fmt: skip
        self._wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()

    def _wait(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with suppress(URLError, OSError), urlopen(self.url, timeout=5):
                return
            time.sleep(0.2)
        raise RuntimeError(f"The site did not start; see {self.folder / 'log'}.")

    def cpu_seconds(self) -> float:
        """Processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_mb(self) -> float:
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def count_statements(self) -> int:
        """SQL statements so far, up to a second ago."""
        return int(self.statements.read_text() or 0) if self.statements.exists() else 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
