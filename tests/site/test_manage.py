"""What `manage.py` itself does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_a_reader_that_has_read_enough_is_no_error() -> None:
    """As in `manage.py schemas trace | head -1`."""
    asked = [sys.executable, "manage.py", "schemas", "trace"]
    with subprocess.Popen(
        asked, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.slow
def test_numpy_starts_no_threads_of_its_own() -> None:
    """They would wait for each other wherever several processes share the processors."""
    program = "import numpy, os; print(len(os.listdir('/proc/self/task')))"
    asked = [sys.executable, "manage.py", "shell", "--no-imports", "-v", "0", "-c", program]
    environment = {k: v for k, v in os.environ.items() if k != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(asked, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert done.stdout == b"1\n"
