"""A test that passes when it is tried again is counted, and more than two fail the run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFTEST = """
import pytest
from tests.retries import Retries


@pytest.hookimpl(trylast=True)
def pytest_configure(config):
    config.pluginmanager.register(Retries(config.pluginmanager.get_plugin("terminalreporter")))
"""
LUCKY = """
import pathlib
import pytest


@pytest.mark.parametrize("number", range({lucky}))
def test_lucky(number, tmp_path):
    tried = pathlib.Path(__file__).with_name("{stage}-tried-%d" % number)
    first = not tried.exists()
    tried.touch()
    assert not first


def test_sound():
    assert {sound}
"""


def stage(folder: Path, name: str, lucky: int, sound: bool = True) -> tuple[int, str]:
    """Exit status and output of a stage whose first `lucky` tests pass at the second try."""
    (folder / "conftest.py").write_text(CONFTEST)
    file = folder / f"test_{name}.py"
    file.write_text(LUCKY.format(lucky=lucky, stage=name, sound=sound))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--reruns", "1", "-p", "no:django", str(file)],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "HANABI_RETRIES": str(folder / "retries")},
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout


@pytest.mark.long
def test_two_are_shown_and_pass(tmp_path: Path) -> None:
    status, said = stage(tmp_path, "units", lucky=2)

    assert status == 0
    assert "2 passed after a retry" in said
    assert "test_units.py::test_lucky[1]" in said


@pytest.mark.long
def test_a_third_fails_the_run_also_in_a_later_stage(tmp_path: Path) -> None:
    stage(tmp_path, "units", lucky=2)
    status, said = stage(tmp_path, "browser", lucky=1)

    assert status == pytest.ExitCode.TESTS_FAILED
    assert "3 passed after a retry" in said


@pytest.mark.long
def test_a_stage_without_any_passes_and_says_nothing(tmp_path: Path) -> None:
    status, said = stage(tmp_path, "units", lucky=0)

    assert status == 0
    assert "after a retry" not in said


@pytest.mark.long
def test_what_fails_twice_is_a_failure(tmp_path: Path) -> None:
    status, said = stage(tmp_path, "units", lucky=1, sound=False)

    assert status == pytest.ExitCode.TESTS_FAILED
    assert "1 failed" in said
    assert "1 passed after a retry" in said
