"""The weights of the convention agent are tuned by a climb that can be stopped and repeated."""

import shutil
from pathlib import Path

import pytest

from agents import retuning
from agents.kinds.conv import levels, tuning
from agents.retuning import ConvTuning
from agents.runs.errors import BadRun
from native.strategies.conv import Weights

SHIPPED = levels.FOLDER


@pytest.fixture
def home(small_runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the levels; RUNS_DIR is a folder of this test too."""
    monkeypatch.setattr(levels, "FOLDER", tmp_path / "weights")
    shutil.copytree(SHIPPED, tmp_path / "weights")
    return tmp_path / "weights"


def small(steps: int, seed: str = "1", games: int = 10) -> ConvTuning:
    return ConvTuning("expert", 2, seed, steps, pairs=10, games=games)


def climb(steps: int, seed: str = "1") -> tuning.Ascent:
    """The end of a climb from the shipped weights, or from where it was stopped."""
    shutil.copy(SHIPPED / "expert.json", levels.path("expert"))
    small(steps, seed).make(str)
    return retuning.load(small(steps, seed).file, tuning.Ascent)


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_a_stopped_climb_resumes_as_if_never_stopped() -> None:
    climb(1)
    parts = climb(3)
    small(3).file.unlink()
    assert climb(3) == parts


@pytest.mark.usefixtures("home")
def test_another_seed_reaches_other_weights() -> None:
    assert climb(1).weights != climb(1, seed="2").weights


def test_a_climb_moves_the_weights_towards_a_higher_score(monkeypatch: pytest.MonkeyPatch) -> None:
    aim = tuple(50 if weight > 100 else 100 for weight in levels.read("expert").weights[2])

    def far(_climb: tuning.Ascent, weights: Weights, *_: object) -> float:
        return -sum(abs(weight - goal) for weight, goal in zip(weights, aim, strict=True))

    monkeypatch.setattr(tuning, "worth", far)
    reached = tuning.start(levels.read("expert"), 2, "aim", pairs=100, games=10)
    began = far(reached, reached.weights)
    for _ in range(20):
        reached = tuning.step(reached, threads=1)
    assert far(reached, reached.weights) > 0.6 * began


@pytest.mark.usefixtures("home")
def test_a_state_of_another_climb_is_refused() -> None:
    climb(1)
    with pytest.raises(BadRun, match="another climb"):
        small(1, games=20).make(str)
    small(1).file.write_text("{}")
    with pytest.raises(BadRun, match="does not hold the state of a tuning"):
        small(1).make(str)


@pytest.mark.parametrize(("level", "players"), [("master", 2), ("expert", 7)])
def test_invalid_settings_of_tuning_are_refused(level: str, players: int) -> None:
    with pytest.raises(ValueError, match=r"^conv "):
        ConvTuning(level, players)


@pytest.mark.parametrize("level", levels.LEVELS)
def test_the_weights_of_a_level_are_read_unchanged(
    level: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = levels.read(level)
    text = levels.path(level).read_text()
    monkeypatch.setattr(levels, "FOLDER", tmp_path)
    levels.write(level, stored)
    assert levels.path(level).read_text() == text
    assert levels.read(level) == stored


def test_a_file_without_a_weight_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = levels.path("expert").read_text()
    monkeypatch.setattr(levels, "FOLDER", tmp_path)
    levels.path("expert").write_text(text.replace('"bomb"', '"bombs"', 1))
    with pytest.raises(ValueError, match="weights of expert for 2 players differ in bomb, bombs"):
        levels.read("expert")


@pytest.mark.long
@pytest.mark.usefixtures("home")
def test_tuning_one_table_size_leaves_the_weights_of_the_others() -> None:
    before = levels.read("expert")
    assert not small(1).is_done
    reached = climb(1)
    after = levels.read("expert")
    assert after.finesses == before.finesses
    assert after.weights == {**before.weights, 2: reached.weights}
    assert small(1).is_done
