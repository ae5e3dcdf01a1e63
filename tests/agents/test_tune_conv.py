"""The weights of the convention agent are tuned by a climb that can be stopped and repeated."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from agents.kinds.conv import levels, tuning
from native.strategies.conv.conv import WEIGHTS


def climb(trials: int, state: Path, **options: object) -> tuning.Climb:
    call_command("tune_conv", "expert", players=2, trials=trials, games=500, state=state, **options)
    return tuning.Climb.load(state)


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "SCREEN", 20)
    play = tuning.worth
    monkeypatch.setattr(
        tuning, "worth", lambda climb, weights, _games, seed, threads: play(
            climb, weights, 20, seed, threads
        )
    )  # fmt: skip


def test_a_climb_that_was_stopped_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    climb(3, tmp_path / "parts")
    assert climb(6, tmp_path / "parts") == climb(6, tmp_path / "whole")


def test_another_seed_climbs_elsewhere(tmp_path: Path) -> None:
    one, other = (climb(6, tmp_path / seed, seed=seed) for seed in ("1", "2"))
    assert one.weights != other.weights or one.accepted != other.accepted


def test_a_state_of_another_climb_is_refused(tmp_path: Path) -> None:
    climb(1, tmp_path / "state")
    with pytest.raises(CommandError, match="another climb"):
        climb(1, tmp_path / "state", seed="2")
    (tmp_path / "state").write_text("{}")
    with pytest.raises(CommandError, match="holds no climb"):
        climb(1, tmp_path / "state")


def test_small_batches_are_refused() -> None:
    with pytest.raises(CommandError, match="500 to 800"):
        call_command("tune_conv", "expert", games=100)


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
