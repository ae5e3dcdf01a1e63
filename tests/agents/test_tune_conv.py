"""The weights of the convention agent are tuned by a climb that can be stopped and repeated."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents.kinds.conv import levels, tuning
from native.strategies.conv.conv import WEIGHTS, Weights

SMALL = {"players": 2, "pairs": 10, "games": 10}


def climb(steps: int, state: Path, **options: object) -> tuning.Climb:
    call_command("tune_conv", "expert", steps=steps, state=state, **SMALL, **options)
    return tuning.Climb.load(state)


@pytest.mark.long
def test_a_climb_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    climb(1, tmp_path / "parts")
    assert climb(3, tmp_path / "parts") == climb(3, tmp_path / "whole")


def test_another_seed_climbs_elsewhere(tmp_path: Path) -> None:
    one, other = (climb(1, tmp_path / seed, seed=seed) for seed in ("1", "2"))
    assert one.weights != other.weights


def test_weights_go_where_the_worth_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    aim = tuple(50 if weight > 100 else 100 for weight in levels.read("expert").weights[2])

    def far(_climb: tuning.Climb, weights: Weights, *_: object) -> float:
        return -sum(abs(weight - goal) for weight, goal in zip(weights, aim, strict=True))

    monkeypatch.setattr(tuning, "worth", far)
    reached = tuning.start(levels.read("expert"), 2, "aim", pairs=100, games=10)
    began = far(reached, reached.weights)
    for _ in range(20):
        reached = tuning.step(reached, threads=1)
    assert far(reached, reached.weights) > 0.6 * began


def test_a_state_of_another_climb_is_refused(tmp_path: Path) -> None:
    climb(1, tmp_path / "state")
    with pytest.raises(CommandError, match="another climb"):
        climb(1, tmp_path / "state", seed="2")
    (tmp_path / "state").write_text("{}")
    with pytest.raises(CommandError, match="holds no climb"):
        climb(1, tmp_path / "state")


def test_small_batches_are_refused() -> None:
    with pytest.raises(CommandError, match="at least 10 pairs"):
        call_command("tune_conv", "expert", games=9)


@pytest.mark.parametrize("level", levels.LEVELS)
def test_a_level_is_read_as_it_was_written(
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
    monkeypatch.setattr(levels, "FOLDER", tmp_path)
    levels.path("expert").write_text('{"finesses": true, "weights": {"2": {}}}')
    with pytest.raises(ValueError, match=WEIGHTS[0]):
        levels.read("expert")


@pytest.mark.long
def test_what_is_written_for_one_size_of_table_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = levels.read("expert")
    monkeypatch.setattr(levels, "FOLDER", tmp_path)
    levels.write("expert", before)
    reached = climb(1, tmp_path / "state", write=True)
    after = levels.read("expert")
    assert after.finesses == before.finesses
    assert after.weights == {**before.weights, 2: reached.weights}
