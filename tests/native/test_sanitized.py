"""The sanitizer run really runs the sanitized core."""

import os
from pathlib import Path

import pytest

from native import _core


@pytest.mark.native
@pytest.mark.skipif(
    os.environ.get("HANABI_SANITIZE") != "1", reason="This is not the sanitizer run."
)
def test_the_loaded_core_is_the_sanitized_one() -> None:
    assert b"__asan_report" in Path(_core.__file__).read_bytes()
