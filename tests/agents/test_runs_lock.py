"""One process a run: who comes second is told, and who only asks disturbs nobody."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from agents.runs.errors import BadRun, Unwritable
from agents.runs.storage import LOCK, is_locked, locked


def test_a_run_is_held_as_long_as_its_process_makes_it(tmp_path: Path) -> None:
    assert not is_locked(tmp_path)
    with locked(tmp_path):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)
    with locked(tmp_path):
        assert is_locked(tmp_path)


def test_a_run_that_fails_is_let_go(tmp_path: Path) -> None:
    with pytest.raises(ArithmeticError), locked(tmp_path):
        raise ArithmeticError
    assert not is_locked(tmp_path)


def test_who_comes_second_is_told_the_name_of_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "plain-1"
    folder.mkdir()
    words = "^Another process is making the run plain-1.$"
    with locked(folder), pytest.raises(BadRun, match=words), locked(folder):
        pytest.fail("two make it")


def test_two_who_only_ask_do_not_take_each_other_for_a_process(tmp_path: Path) -> None:
    with locked(tmp_path):
        pass
    with (tmp_path / LOCK).open() as another:
        fcntl.flock(another, fcntl.LOCK_SH | fcntl.LOCK_NB)
        assert not is_locked(tmp_path)


def test_an_error_without_words_of_the_system_is_told_in_its_own() -> None:
    assert str(Unwritable("here", OSError("a reason"))) == "here cannot be written: a reason."
    assert str(Unwritable("here", OSError(28, "full"))) == "here cannot be written: full."
