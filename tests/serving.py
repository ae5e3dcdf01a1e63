"""Run the real site as a subprocess, the way a person does, and stop or kill it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from hanabi_site.load.server import free_port

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60
STOP_SECONDS = 10


class ServedSite:
    """`manage.py serve` with production settings, on a database and port of its own.

    `environment` adds to or replaces variables of the server. The log is one file over restarts.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "serve.log"
        self.environment = os.environ | {
            "DEBUG": "off",
            "SECRET_KEY": "only for tests " * 4,
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECURE_COOKIES": "off",
            "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3",
            "STATIC_ROOT": f"{folder}/static",
            "RUNS_DIR": f"{folder}/runs",
            "REDIS_URL": "",
            **environment,
        }
        self.manage("migrate", "--verbosity", "0")

    def manage(self, *arguments: str) -> str:
        """Run a management command on this site's database; its output. Raises if it fails."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
        ).stdout

    def start(self) -> None:
        """Start the server and wait until it says that it listens."""
        self.log.touch()
        begin = self.log.stat().st_size
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
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
        self.process.kill()
        self.process.wait()
