"""What `manage.py` itself does."""

from __future__ import annotations

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
