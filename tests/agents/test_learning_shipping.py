"""Runs and models that are put among those that come with the program."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.core.management import CommandError, call_command

from agents import registry
from agents.learning import hcic_run, policies, shipping
from agents.learning.evaluation import SelfPlay
from agents.learning.hcic_run import MODELS, HcicRun
from agents.learning.run import LEARNERS
from agents.learning.shipping import Weights
from agents.runs.errors import BadRun
from tests.agents.test_learning_agents import policy_of
from tests.agents.test_learning_hcic import model_of

LOST = SelfPlay(1, 1, (1, *[0] * 25), (0,) * 26, (1, *[0] * 19))


@pytest.fixture
def shipped(small_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they go."""
    home = tmp_path / "program"
    for name, kind in (("LEARNERS", LEARNERS), ("MODELS", MODELS)):
        monkeypatch.setattr(shipping, name, replace(kind, bundled=home))
    return home


def finish(name: str) -> None:
    LEARNERS.write(msgspec.structs.replace(LEARNERS.load(name), final=LOST))


def ship(*names: str, form: str = ":half") -> str:
    err = StringIO()
    targets = [f"learner:{name}{form}" for name in names]
    call_command("rebuild", *targets, stdout=StringIO(), stderr=err)
    return err.getvalue()


def test_a_finished_run_is_copied_without_its_checkpoint(shipped: Path) -> None:
    for name in ("one", "two"):
        policy_of(name)
        finish(name)
    (LEARNERS.own("one") / "checkpoint-10.npz").write_bytes(b"large")
    assert re.findall(r": (0\.\d) MB in \S+/(\w+)$", ship("one", "two"), re.MULTILINE) == [
        ("0.1", "one"),
        ("0.1", "two"),
    ]
    for name in ("one", "two"):
        files = {path.name: path.read_bytes() for path in (shipped / name).iterdir()}
        assert files == {
            file: (LEARNERS.own(name) / file).read_bytes()
            for file in (LEARNERS.file, policies.FILE)
        }


def test_an_unfinished_run_is_refused_with_the_command_that_finishes_it(shipped: Path) -> None:
    policy_of("mine")
    run = msgspec.structs.replace(LEARNERS.load("mine"), turns=7_000, of=10_000)
    LEARNERS.write(run)
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
    (LEARNERS.own("mine") / policies.FILE).write_bytes(b"nothing")
    with pytest.raises(CommandError, match="is damaged"):
        ship("mine")
    assert not shipped.exists()


def test_a_model_is_copied_once_it_is_finished(shipped: Path) -> None:
    model_of("cards")
    path = MODELS.own("cards") / MODELS.file
    with pytest.raises(CommandError, match=r"^cards is not finished: 0 of 1 steps\.$"):
        ship("cards")
    run = msgspec.json.decode(path.read_bytes(), type=HcicRun)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(run, steps=1)))
    ship("cards")
    assert {file.name for file in (shipped / "cards").iterdir()} == {"hcic.json", "hcic.npz"}


@pytest.mark.parametrize("name", ["nobody", "small-2p", "../small-2p"])
def test_a_run_that_was_not_made_here_is_refused(name: str, shipped: Path) -> None:
    with pytest.raises(
        CommandError,
        match=r"^There is no run and no model .* in this installation's RUNS_DIR\.$|^A run's name",
    ) as refusal:
        ship(name)
    assert refusal.value.returncode == 2


@pytest.mark.long
def test_every_policy_that_comes_with_the_program_plays() -> None:
    shipped = sorted(path.parent.name for path in LEARNERS.bundled.glob("*/policy.npz"))
    assert shipped
    for name in shipped:
        assert registry.find(f"rl:{name}").title == f"Learner: {name}"


def test_a_run_shipped_without_weights_leaves_none_that_were_shipped_before(shipped: Path) -> None:
    policy_of("one")
    finish("one")
    ship("one")
    ship("one", form="")
    assert [path.name for path in (shipped / "one").iterdir()] == [LEARNERS.file]


def test_small_weights_are_half_the_size_and_within_half_a_step_of_their_row(shipped: Path) -> None:
    half = policy_of("one", hidden=64)
    finish("one")
    ship("one", form=":small")
    path = shipped / "one" / policies.FILE
    assert path.stat().st_size < 0.6 * (LEARNERS.own("one") / policies.FILE).stat().st_size
    small = policies.load(path)
    assert small.card == half.card
    for name, matrix in half.weights.items():
        step = np.abs(matrix).max(axis=-1, keepdims=True) / 127
        # The scale of a row is a half itself: 11 bits.
        assert (np.abs(small.weights[name] - matrix) <= step * (0.5 + 127 / 2**11)).all()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda arrays: arrays.pop("w1.scale"),
        lambda arrays: arrays.update({"w1.scale": arrays["w1.scale"][1:]}),
        lambda arrays: arrays.update({"w1.scale": arrays["w1.scale"] * np.float16(np.nan)}),
        lambda arrays: arrays.update({"w1": arrays["w1"].astype(np.int16)}),
    ],
    ids=["no scale", "a row without one", "a scale that is no number", "too wide"],
)
def test_small_weights_that_were_tampered_with_are_refused(
    shipped: Path, spoil: Callable[[dict[str, Any]], object]
) -> None:
    policy_of("one")
    finish("one")
    ship("one", form=":small")
    path = shipped / "one" / policies.FILE
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    spoil(arrays)
    np.savez(path, **arrays)
    with pytest.raises(BadRun, match="is damaged"):
        policies.load(path)


def test_a_model_without_its_weights_names_the_command_that_makes_it(small_runs: Path) -> None:
    with pytest.raises(BadRun, match=r"To make it: manage\.py hcic hcic-small-3p --source "):
        hcic_run.load("hcic-small-3p")


def test_shipping_writes_the_record_of_a_run_after_its_policy(
    shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy_of("one")
    finish("one")
    written: list[str] = []
    monkeypatch.setattr(shipping, "replace", lambda path, _data: written.append(path.name))
    shipping.ship("one", Weights.HALF)
    assert written == [policies.FILE, LEARNERS.file]
