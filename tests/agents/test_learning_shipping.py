"""Runs and models that are put among those that come with the program."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.learning import hcic_run, policies, shipping, storage
from agents.learning.evaluation import Measured
from tests.agents.test_learning_agents import policy_of
from tests.agents.test_learning_hcic import model_of

LOST = Measured(1, 1, (1, *[0] * 25), (0,) * 26, (1, *[0] * 19))


@pytest.fixture
def shipped(small_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they go."""
    home = tmp_path / "program"
    for module in (storage, hcic_run):
        monkeypatch.setattr(module, "FOLDERS", replace(module.FOLDERS, bundled=home))
    return home


def finish(name: str) -> None:
    storage.save_run(msgspec.structs.replace(storage.load(name), final=LOST))


def ship(*names: str) -> str:
    out = StringIO()
    call_command("ship_learners", *names, stdout=out)
    return out.getvalue()


def test_a_finished_run_is_copied_without_its_checkpoint(shipped: Path) -> None:
    for name in ("one", "two"):
        policy_of(name)
        finish(name)
    (storage.own_folder("one") / "checkpoint-10.npz").write_bytes(b"large")
    assert re.search(r"^one: 0\.\d MB in \S+/one\ntwo: 0\.\d MB in \S+/two$", ship("one", "two"))
    for name in ("one", "two"):
        files = {path.name: path.read_bytes() for path in (shipped / name).iterdir()}
        assert files == {
            file: (storage.own_folder(name) / file).read_bytes()
            for file in (storage.FILE, policies.FILE)
        }


def test_a_run_that_still_learns_is_refused_with_what_ends_it(shipped: Path) -> None:
    policy_of("mine")
    run = msgspec.structs.replace(storage.load("mine"), turns=7_000, of=10_000)
    storage.save_run(run)
    with pytest.raises(CommandError) as refusal:
        ship("mine")
    assert str(refusal.value) == (
        "mine is not finished: 7,000 of 10,000 turns. "
        "`train mine --resume --turns 7000` ends it there."
    )
    assert not shipped.exists()


def test_a_damaged_policy_is_refused(shipped: Path) -> None:
    policy_of("mine")
    finish("mine")
    (storage.own_folder("mine") / policies.FILE).write_bytes(b"nothing")
    with pytest.raises(CommandError, match="is damaged"):
        ship("mine")
    assert not shipped.exists()


def test_a_model_is_copied_once_it_is_finished(shipped: Path) -> None:
    model_of("cards")
    path = hcic_run.FOLDERS.own("cards") / hcic_run.FILE
    with pytest.raises(CommandError, match=r"^cards is not finished: 0 of 1 steps\.$"):
        ship("cards")
    run = msgspec.json.decode(path.read_bytes(), type=hcic_run.HcicRun)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(run, steps=1)))
    ship("cards")
    assert {file.name for file in (shipped / "cards").iterdir()} == {"hcic.json", "hcic.npz"}


@pytest.mark.parametrize("name", ["nobody", "small-2p", "../small-2p"])
def test_what_was_not_made_here_is_refused(name: str, shipped: Path) -> None:
    with pytest.raises(
        CommandError,
        match=r"^There is no run and no model .* in this installation's RUNS_DIR\.$|^A run's name",
    ) as refusal:
        ship(name)
    assert refusal.value.returncode == 2


@pytest.mark.long
def test_what_came_with_the_program_plays() -> None:
    for name in storage.FOLDERS.names():
        assert registry.find(f"rl:{name}").title == f"Learner: {name}"


def test_the_file_that_makes_it_a_run_comes_last(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy_of("one")
    finish("one")
    written: list[str] = []
    monkeypatch.setattr(shipping, "replace", lambda path, _data: written.append(path.name))
    shipping.ship("one")
    assert written == [policies.FILE, storage.FOLDERS.file]
