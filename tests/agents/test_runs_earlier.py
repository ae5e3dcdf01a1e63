"""Run folders that an earlier version left in the middle resume to the bytes of a straight run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from agents.mwum.run import RUNS, MwumRecipe, MwumRun
from agents.mwum.training import Training
from tests.agents.small_runs import continued, made, saved

EARLIER = Path(__file__).parent / "earlier_runs"
"""Stopped runs of version 0.1: `knowing` by `mwum` and `evolve-paper` by `evolve`."""


@pytest.fixture(autouse=True)
def _earlier(small_runs: Path) -> None:
    shutil.copytree(EARLIER, small_runs, dirs_exist_ok=True)


def test_an_earlier_run_of_the_generator_resumes() -> None:
    known = json.loads((EARLIER / "evolve-paper" / "archive.json").read_text())
    tallies = set(known["cells"][0]["stored"]["tally"])
    made("straight")
    continued("evolve-paper")
    assert with_tallies("evolve-paper", tallies) == with_tallies("straight", tallies)


def with_tallies(run: str, names: set[str]) -> object:
    """Return a run's archive with these tallies alone: an earlier run lacks later measures."""

    def chosen(entries: dict[str, object]) -> dict[str, object]:
        # Of all objects only tallies count turns.
        tally = "turns" in entries
        return {name: value for name, value in entries.items() if not tally or name in names}

    return json.loads(saved(run), object_hook=chosen)


def test_an_earlier_run_of_multiplicative_weights_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.mwum.training.TEST_GAMES", 200)
    recipe = MwumRecipe("knowing", "7", 1.0, 50, visits=True, episode=2, penalty=2.0)
    with RUNS.begun(MwumRun("straight", recipe, 400), Training) as training:
        straight = training.make()
    with RUNS.resumed("knowing", Training) as training:
        assert 0 < training.run.games < 400
        resumed = training.make()
    assert (resumed.curve, resumed.best) == (straight.curve, straight.best)
    for file in ("weights-400.bin", "policy.bin"):
        one, other = (RUNS.folder(name) / file for name in ("knowing", "straight"))
        assert one.read_bytes() == other.read_bytes()
