"""When a learner is asked for a move, learns, and renews what it learns from. Needs no PyTorch."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from agents.learning import trainer as module
from agents.learning.evaluation import any_legal
from agents.learning.recipe import SCHEDULES, LearningRecipe, Schedule
from agents.learning.run import LearningRun
from agents.learning.trainer import Trainer

TIMING = Schedule(lanes=4, batch=8, update=8, copy=16, begin=40, explore=40, rate=1e-3)


class FakeLearner:
    """Notes what is asked of it; its best action is the first legal one."""

    def __init__(self, *_: object) -> None:
        self.asked: list[tuple[int, bool]] = []
        self.updates: list[int] = []
        self.renewed = 0

    def choose(self, words: Any, _beliefs: Any, legal: Any, *, learning: bool = False) -> Any:
        self.asked.append((len(words), learning))
        return any_legal(legal)

    def update(self, rows: Any, counts: Any, _renamed: object) -> Any:
        assert len(rows) == len(counts) == 8
        self.updates.append(len(rows))
        return np.full(8, 0.5)

    def renew_targets(self) -> None:
        self.renewed += 1


def trainer(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> tuple[Trainer, FakeLearner]:
    monkeypatch.setitem(SCHEDULES, "batched", TIMING)
    monkeypatch.setattr(module, "torch_here", lambda *_: None)
    monkeypatch.setattr(module, "Rainbow", FakeLearner)
    recipe = LearningRecipe(
        **{"algorithm": "rainbow", "players": 2, "seed": "7", "kept": 1_000} | changes
    )
    made = Trainer(LearningRun("mine", recipe, 1_000))
    learner: Any = made.learner
    return made, learner


def test_it_learns_after_the_beginning_as_often_as_its_schedule_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, learner = trainer(monkeypatch)
    counts = []
    for _ in range(24):
        made.step()
        counts.append((made.run.turns, len(learner.updates), learner.renewed))
    assert counts[9] == (40, 0, 0)
    # Every second step of four turns has an update, every fourth a copy.
    assert counts[10:16] == [(44, 0, 0), (48, 1, 1), (52, 1, 1), (56, 2, 1), (60, 2, 1), (64, 3, 2)]
    assert counts[-1] == (96, 7, 4)
    assert made._losses.tolist() == [3.5, 7.0]


def test_each_step_is_a_turn_of_every_lane_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = trainer(monkeypatch)
    seats, seen = made._environment.seats.copy(), made._environment.observations.copy()
    made.step()
    assert (made._environment.seats == 1 - seats).all()
    assert (made._environment.observations != seen).any(axis=1).all()
    made.step()
    made.step()
    # A seat's turn is whole once it is to move again.
    assert made._replay.added == 4
    assert (made._replay.rows["words"][:4] == seen).all()


def test_a_point_of_the_curve_has_the_mean_loss_since_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, learner = trainer(monkeypatch)
    monkeypatch.setattr(module, "TEST_GAMES", 3)
    made._losses[:] = 6.0, 4
    made.measure()
    assert not any(learning for _, learning in learner.asked)
    made.measure()
    assert [point.loss for point in made.run.curve] == [1.5, 0.0]
    assert made.run.curve[0].test.games == 3


def test_at_random_advice_is_taken_as_often_as_all_moves_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, _ = trainer(monkeypatch, advice="rules:focus")
    lots = np.array([0.1, 0.49, 0.51, 0.9])
    monkeypatch.setattr(module, "stream", lambda *_: SimpleNamespace(random=lambda _n: lots))
    actions = made._actions(0, np.zeros((4, 0), np.float32))
    assert (actions == made.rules.move_count).tolist() == [True, True, False, False]


def test_it_waits_until_there_is_a_batch_to_learn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    made, learner = trainer(monkeypatch)
    for _ in range(13):
        made.step()
    made._replay.added = 7
    made._learn(48, 56)
    assert len(learner.updates) == 1
    made._replay.added = 8
    made._learn(48, 56)
    assert len(learner.updates) == 2
    made._learn(32, 40)
    assert len(learner.updates) == 2


@pytest.mark.parametrize(("turn", "share"), [(0, 0.0), (40, 0.0), (60, 0.5), (80, 1.0), (900, 1.0)])
def test_moves_at_random_grow_fewer_from_all_to_those_of_the_method(
    monkeypatch: pytest.MonkeyPatch, turn: int, share: float
) -> None:
    made, learner = trainer(monkeypatch)
    made._chances = np.zeros(4)
    beliefs = np.zeros((4, 0), np.float32)
    lots = np.array([0.1, 0.4, 0.6, 0.9])
    monkeypatch.setattr(module, "stream", lambda *_: SimpleNamespace(random=lambda _n: lots))
    made._actions(turn, beliefs)
    assert learner.asked == ([(4 * share, True)] if share else [])


def test_each_lane_keeps_its_own_chance_of_a_random_move(monkeypatch: pytest.MonkeyPatch) -> None:
    made, learner = trainer(monkeypatch)
    lots = np.array([0.0, 0.29, 0.31, 0.99])
    monkeypatch.setattr(module, "stream", lambda *_: SimpleNamespace(random=lambda _n: lots))
    made._chances = np.full(4, 0.3)
    made._actions(900, np.zeros((4, 0), np.float32))
    assert learner.asked == [(2, True)]
    made._actions(60, np.zeros((4, 0), np.float32))  # Half of the way: 0.5 + 0.5 * 0.3.
    assert learner.asked == [(2, True), (1, True)]


def test_colours_are_renamed_for_each_update_if_so_it_learns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, _ = trainer(monkeypatch)
    assert made._renamed(3) is None
    made, _ = trainer(monkeypatch, colours=True)
    one, again, other = made._renamed(3), made._renamed(3), made._renamed(4)
    assert one is not None
    assert again is not None
    assert other is not None
    assert one.moves.tolist() == again.moves.tolist() != other.moves.tolist()


def test_chances_of_lanes_stand_in_one_ratio() -> None:
    assert module._exploring(3, 0.1, 0.001).tolist() == pytest.approx([0.1, 0.01, 0.001])
    assert module._exploring(1, 0.1, 0.001).tolist() == [0.1]
    assert module._exploring(3, 0.0, 0.0).tolist() == [0, 0, 0]
