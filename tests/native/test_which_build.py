"""A run over another build really runs that build."""

import os
from pathlib import Path

import pytest

from native import _core

MARKS = {"sanitized": b"__asan_report", "covered": b".gcda"}


@pytest.mark.native
@pytest.mark.skipif("HANABI_BUILD" not in os.environ, reason="This is the normal build.")
def test_the_loaded_core_is_the_one_that_was_asked_for() -> None:
    assert MARKS[os.environ["HANABI_BUILD"]] in Path(_core.__file__).read_bytes()
