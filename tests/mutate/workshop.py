"""A copy of the tree, in which files are changed and tested: yours stay as they are, whatever
interrupts the work."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from resource import RLIMIT_CPU, setrlimit

from tests.mutate import c
from tests.mutate.changed import ROOT, git
from tests.mutate.mutation import Mutation

MARKS = {".c": "native and not slow", ".py": "not slow and not e2e"}
LEAST_SECONDS = 30.0


class Workshop:
    """The copy, in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._core: c.Core | None = None
        self._patience = LEAST_SECONDS
        self._changes = int(time.time())

    def copy(self) -> None:
        """The tree as it is now, with the core as it is built."""
        shutil.rmtree(self.folder, ignore_errors=True)
        tracked = git("ls-files", "-co", "--exclude-standard", "-z").split("\0")
        built = [str(file.relative_to(ROOT)) for file in (ROOT / "native").glob("_core*.so")]
        for name in filter(None, [*tracked, *built]):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)

    def tests(self) -> set[str]:
        """The names of all tests: pytest runs none if one of those it is given is not there."""
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only"]
        environment = os.environ | {"PYTHONPATH": str(self.folder)}
        listed = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )
        return {line for line in listed.stdout.splitlines() if "::" in line}

    def passes(self, path: str, tests: Sequence[str]) -> bool:
        """Whether the tests pass as the tree is; a change may then take five times as long."""
        if path.endswith(".c") and self._core is None:
            self._core = c.Core(self.folder)
        began = time.monotonic()
        passed = self._run(path, tests, 3600.0)
        self._patience = LEAST_SECONDS + 5 * (time.monotonic() - began)
        return passed

    def notices(self, mutation: Mutation, tests: Sequence[str], cpu: int | None = None) -> bool:
        """Whether the tests fail with a change; not to compile and not to end is noticed too.

        With a limit of CPU seconds, they may take ten times as long on a busy machine.
        """
        patience = 10.0 * cpu if cpu else self._patience
        with self._changed(mutation) as works:
            return not works or not self._run(mutation.path, tests, patience, cpu)

    @contextmanager
    def _changed(self, mutation: Mutation) -> Iterator[bool]:
        file = self.folder / mutation.path
        before = file.stat()
        file.write_text(mutation.after)
        # Bytecode of a changed file must not be taken for that of the next change.
        self._changes += 1
        os.utime(file, (self._changes, self._changes))
        try:
            if not mutation.path.endswith(".c"):
                yield True
                return
            with self._core.built_with(mutation.path) as compiles:
                yield compiles
        finally:
            file.write_text(mutation.before)
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _run(
        self, path: str, tests: Sequence[str], patience: float, cpu: int | None = None
    ) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-rfE"]
        command += ["-m", MARKS[Path(path).suffix], "--hypothesis-profile=few", *tests]
        limited = partial(setrlimit, RLIMIT_CPU, (cpu, cpu)) if cpu else None
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONPYCACHEPREFIX": str(self.folder.parent / "bytecode"),
        }
        with (self.folder.parent / "output").open("w") as output:
            tested = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=limited,
            )
            try:
                return tested.wait(patience) == 0
            except subprocess.TimeoutExpired:
                return False
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(tested.pid, signal.SIGKILL)
                tested.wait()

    @property
    def reason(self) -> str:
        """The first test that failed in the last run, or else its last line."""
        lines = (self.folder.parent / "output").read_text(errors="replace").splitlines()
        failed = [line for line in lines if line.startswith(("FAILED tests/", "ERROR tests/"))]
        return next(iter([*failed, *lines[:-2:-1]]), "no output")
