"""A copy of the tree, in which files are changed and tested: yours stay as they are, whatever
interrupts the work."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.mutate import c
from tests.mutate.changed import ROOT, git
from tests.mutate.mutation import Mutation

MARKS = {".c": "native and not slow", ".py": "not slow and not e2e and not timed"}
LEAST_SECONDS = 30.0


class Workshop:
    """The copy, in this folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._core: c.Core | None = None
        self._patience = LEAST_SECONDS

    def copy(self) -> None:
        """The tree as it is now, with the core as it is built."""
        shutil.rmtree(self.folder, ignore_errors=True)
        tracked = git("ls-files", "-co", "--exclude-standard", "-z").split("\0")
        built = [str(file.relative_to(ROOT)) for file in (ROOT / "native").glob("_core*.so")]
        for name in filter(None, [*tracked, *built]):
            if (ROOT / name).is_file():
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.folder / name)

    def passes(self, path: str, tests: Sequence[str]) -> bool:
        """Whether the tests pass as the tree is; a change may then take five times as long."""
        if path.endswith(".c") and self._core is None:
            self._core = c.Core(self.folder)
        began = time.monotonic()
        self._patience = 3600.0
        passed = self._run(path, tests)
        self._patience = LEAST_SECONDS + 5 * (time.monotonic() - began)
        return passed

    def notices(self, mutation: Mutation, tests: Sequence[str]) -> bool:
        """Whether the tests fail with a change; not to compile and not to end is noticed too."""
        with self._changed(mutation) as works:
            # Bytecode of a changed file must not be taken for that of the next change.
            return not works or not self._run(mutation.path, tests, PYTHONDONTWRITEBYTECODE="1")

    @contextmanager
    def _changed(self, mutation: Mutation) -> Iterator[bool]:
        file = self.folder / mutation.path
        file.write_text(mutation.after)
        try:
            if not mutation.path.endswith(".c"):
                yield True
                return
            assert self._core is not None
            with self._core.built_with(mutation.path) as compiles:
                yield compiles
        finally:
            file.write_text(mutation.before)

    def _run(self, path: str, tests: Sequence[str], **environment: str) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["-m", MARKS[Path(path).suffix], *tests]
        tested = subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            return tested.wait(self._patience) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            tested.kill()
            tested.wait()
