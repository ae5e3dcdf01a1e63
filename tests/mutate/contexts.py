"""A pytest plugin that records the lines that each test executes, its CPU seconds and whether it
passes. Coverage measures the lines; its context is the test."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

TEST = "HANABI_MUTATE_TEST"
"""The variable from which programs that a test starts take their context."""
SECONDS = "HANABI_MUTATE_SECONDS"
"""The variable that names the file of CPU seconds."""


def _cpu() -> float:
    """CPU seconds of this process and of its finished children."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Attribute what runs during a test, its fixtures included, to this test."""
    measured = coverage.Coverage.current()
    os.environ[TEST] = item.nodeid
    if measured is not None:
        measured.switch_context(item.nodeid)
    began, failed = _cpu(), item.session.testsfailed
    try:
        return (yield)
    finally:
        row = [item.nodeid, round(_cpu() - began, 3), item.session.testsfailed == failed]
        with Path(os.environ[SECONDS]).open("a") as file:
            file.write(f"{json.dumps(row)}\n")
