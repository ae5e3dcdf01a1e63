"""Runs that learn are read again from disk, or refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
import pytest

from agents.learning import storage
from agents.learning.recipe import Recipe
from agents.learning.run import Run
from agents.runs.errors import BadRun

RUN = Run("mine", Recipe("rainbow", 2, "7"), 480, turns=16)
STATE = {"weights": np.arange(4.0), "turns": np.array(16)}


@pytest.fixture
def folder(small_runs: Path) -> Path:
    """Of a run with its checkpoint."""
    storage.save(RUN, STATE)
    return storage.own_folder("mine")


def changed(folder: Path, **fields: object) -> None:
    stored = json.loads((folder / storage.FILE).read_text())
    (folder / storage.FILE).write_text(json.dumps(stored | fields))


def test_what_was_saved_is_read_again(folder: Path) -> None:
    assert storage.load("mine") == RUN
    read = storage.state_of(RUN)
    assert {name: array.tolist() for name, array in read.items()} == {
        "weights": [0.0, 1.0, 2.0, 3.0],
        "turns": 16,
    }


def test_the_older_checkpoint_goes_when_the_new_one_stands(folder: Path) -> None:
    storage.save(msgspec.structs.replace(RUN, turns=32), STATE)
    assert sorted(path.name for path in folder.iterdir()) == [
        "checkpoint-32.npz",
        "learning.json",
    ]


def test_a_run_that_there_is_not_is_refused_with_those_that_there_are(folder: Path) -> None:
    with pytest.raises(BadRun) as refusal:
        storage.load("other")
    known = ", ".join(storage.names())
    assert str(refusal.value) == f"There is no run other that learns. Runs: {known}."
    assert "mine" in storage.names()


def test_without_any_run_none_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "names", list)
    with pytest.raises(BadRun, match=r"^There is no run other that learns. Runs: none\.$"):
        storage.load("other")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"turns": "many"}, "The run mine is damaged: Expected `int`, got `str`"),
        ({"surprise": 1}, "The run mine is damaged: Object contains unknown field `surprise`"),
        ({"format": "other"}, "The run mine is of a kind that cannot be read here."),
        ({"schema": 2}, "The run mine is of a kind that cannot be read here."),
        ({"schema": 0}, "The run mine is of a kind that cannot be read here."),
    ],
)
def test_a_run_that_cannot_be_read_is_refused(
    folder: Path, fields: dict[str, object], words: str
) -> None:
    changed(folder, **fields)
    with pytest.raises(BadRun) as refusal:
        storage.load("mine")
    assert str(refusal.value).startswith(words)


def test_a_file_cut_short_is_damaged(folder: Path) -> None:
    (folder / storage.FILE).write_text("{")
    with pytest.raises(BadRun, match=r"^The run mine is damaged: Input data was truncated\.$"):
        storage.load("mine")


def test_a_recipe_that_there_is_not_is_damaged(folder: Path) -> None:
    recipe = msgspec.to_builtins(RUN.recipe) | {"algorithm": "magic"}
    changed(folder, recipe=recipe)
    with pytest.raises(BadRun, match=r"^The run mine is damaged: "):
        storage.load("mine")


def objects() -> bytes:
    file = BytesIO()
    np.savez(file, weights=np.array([{}], dtype=object))
    return file.getvalue()


@pytest.mark.parametrize(
    "content", [lambda: b"", lambda: b"no zip", lambda: b"PK\3\4" + bytes(40), objects]
)
def test_a_damaged_checkpoint_is_refused(folder: Path, content: Callable[[], bytes]) -> None:
    (folder / "checkpoint-16.npz").write_bytes(content())
    with pytest.raises(BadRun, match=r"^The checkpoint of mine is damaged: .*\.$"):
        storage.state_of(RUN)


def test_a_run_whose_checkpoint_was_not_kept_is_made_again(folder: Path) -> None:
    (folder / "checkpoint-16.npz").unlink()
    with pytest.raises(BadRun) as refusal:
        storage.state_of(RUN)
    assert str(refusal.value) == "The checkpoint of mine was not kept; make the run again."
