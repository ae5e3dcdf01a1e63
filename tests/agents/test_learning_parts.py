"""The parts of a learner, each by itself: intrinsic rewards, returns, replay, distributions, and
when the trainer moves, learns and renews what it learns from. Needs no PyTorch."""

from typing import Any

import numpy as np
import pytest

from agents.learning import trainer as module
from agents.learning.beliefs import NoBelief
from agents.learning.evaluation import any_legal, evaluate
from agents.learning.network import ATOMS, VALUES, initial, logits_of, project, shapes, values_of
from agents.learning.recipe import SCHEDULES, LearningRecipe, Schedule, intrinsic, stream
from agents.learning.replay import FIRST, LaneTurns, Replay, Seats, SumTree, transition
from agents.learning.run import LearningRun
from agents.learning.trainer import Trainer
from native import MoveKind, Rules
from native.environment.environment import DEED

D, P, C, R = MoveKind.DISCARD, MoveKind.PLAY, MoveKind.COLOUR, MoveKind.RANK

ALGORITHM_2 = [
    ("a clue that tells nothing again and touches nothing playable", {"kind": C}, 0.0),
    ("a clue that touches one playable card", {"kind": R, "playable": 1}, 0.2),
    ("a clue that touches three playable cards", {"kind": R, "playable": 3}, 0.6),
    ("a clue that repeats itself for one card", {"kind": C, "repeated": 1}, -0.1),
    ("a clue that repeats itself for four cards", {"kind": R, "repeated": 4}, -0.4),
    ("both terms add, for one card", {"kind": C, "repeated": 1, "playable": 1}, 0.1),
    ("both terms add, for several", {"kind": R, "repeated": 3, "playable": 1}, -0.1),
    ("a discard of a card that is on its stack", {"kind": D, "stacked": 1}, 0.2),
    ("any other discard", {"kind": D}, -0.2),
    ("a failed play", {"kind": P}, -0.3),
    ("a failed play of a card that is on its stack", {"kind": P, "stacked": 1}, -0.3),
    ("a play that scores", {"kind": P, "scored": 1, "reward": 1}, 0.0),
    ("the last strike costs no more", {"kind": P, "reward": -9, "end": 2}, -0.3),
]


@pytest.mark.parametrize(
    ("what", "fields", "expected"), ALGORITHM_2, ids=[w for w, *_ in ALGORITHM_2]
)
def test_intrinsic_rewards_are_those_of_the_paper(
    what: str, fields: dict[str, int], expected: float
) -> None:
    deed = np.zeros(1, DEED)
    for name, value in fields.items():
        deed[name] = value
    assert intrinsic(deed, "paper")[0] == pytest.approx(expected)
    assert intrinsic(deed, "none")[0] == 0


def test_the_published_program_rewards_no_repeated_clue() -> None:
    clue = np.zeros(1, DEED)
    for name, value in {"kind": R, "repeated": 2, "playable": 3, "news": 1}.items():
        clue[name] = value
    assert intrinsic(clue, "program")[0] == pytest.approx(-0.2 + 0.2)


ROW = transition(1, 0)


def played(*turns: tuple[int, float, float, bool], steps: int = 1, credit: str = "acting") -> Any:
    """One lane of two seats: (seat, paid, earned, ended) turn by turn; the rows that came of it."""
    seats = Seats(1, 2, ROW, steps=steps, gamma=0.5, credit=credit)
    rows = []
    for number, (seat, paid, earned, ended) in enumerate(turns):
        rows.append(
            seats.close(
                LaneTurns(
                    words=np.array([[number]], np.uint64),
                    beliefs=np.zeros((1, 0), np.float32),
                    legal=np.array([100 + number], np.uint64),
                    seats=np.array([seat]),
                    actions=np.array([number], np.uint8),
                    paid=np.array([paid], np.float32),
                    earned=np.array([earned], np.float32),
                    ended=np.array([ended]),
                )
            )
        )
    return np.concatenate(rows)


def told(rows: Any) -> list[tuple[int, float, int, float]]:
    """Action, reward, where it led, and its discount; sorted by action."""
    found = [
        (
            int(row["action"]),
            float(row["reward"]),
            int(row["next_words"][0]),
            float(row["discount"]),
        )
        for row in rows
    ]
    return sorted(found)


def test_the_reward_of_a_move_sums_all_rewards_until_the_seats_next_turn() -> None:
    rows = played((0, 1, 0, False), (1, 2, 0, False), (0, 4, 0, False), (1, 8, 0, False))
    assert told(rows) == [(0, 3.0, 2, 0.5), (1, 6.0, 3, 0.5)]
    assert rows["next_legal"].tolist() == [102, 103]


def test_at_the_end_of_a_game_every_seats_last_move_is_closed() -> None:
    rows = played((0, 1, 0, False), (1, 2, 0, False), (0, -3, 0, True), (0, 5, 0, True))
    assert told(rows) == [(0, 3.0, 2, 0.5), (1, -1.0, 0, 0.0), (2, -3.0, 0, 0.0), (3, 5.0, 0, 0.0)]


def test_multi_step_rewards_are_discounted_by_own_turns() -> None:
    turns = [(turn % 2, 1.0, 0.0, False) for turn in range(6)]
    rows = played(*turns, (0, 1, 0, True), steps=2)
    # Two payments lie between two own turns; the second pair counts half.
    assert told(rows)[:3] == [(0, 3.0, 4, 0.25), (1, 3.0, 5, 0.25), (2, 3.0, 6, 0.25)]
    # Seat 0 closes turns 4 and 6 at the end, seat 1 turns 3 and 5.
    assert told(rows)[3:] == [
        (3, 3.0, 0, 0.0),
        (4, 2.5, 0, 0.0),
        (5, 2.0, 0, 0.0),
        (6, 1.0, 0, 0.0),
    ]


def test_rewards_of_a_short_game_do_not_mix_with_those_of_the_game_before() -> None:
    long = [(turn % 2, 1.0, 0.0, turn == 7) for turn in range(8)]
    rows = played(*long, (0, 1, 0, False), (1, 1, 0, True), steps=3)
    assert told(rows)[-2:] == [(8, 2.0, 0, 0.0), (9, 1.0, 0, 0.0)]


def test_an_intrinsic_reward_is_credited_to_the_acting_move_alone() -> None:
    rows = played((0, 0, 0.2, False), (1, 0, -0.3, False), (0, 0, 9, False), (1, 0, 9, False))
    assert told(rows) == [(0, pytest.approx(0.2), 2, 0.5), (1, pytest.approx(-0.3), 3, 0.5)]


def test_the_published_error_credits_the_same_seats_previous_move() -> None:
    rows = played(
        (0, 0, 0.2, False),
        (1, 0, -0.3, False),
        (0, 0, 0.7, False),
        (1, 0, 0.5, True),
        credit="previous",
    )
    assert told(rows) == [
        (0, pytest.approx(0.7), 2, 0.5),
        (1, pytest.approx(0.5), 3, 0.5),
        (2, 0.0, 0, 0.0),
        (3, 0.0, 0, 0.0),
    ]


def test_leaves_of_the_sum_tree_are_drawn_in_proportion_to_their_weights() -> None:
    tree = SumTree(5)
    tree.put(np.array([0, 2, 4]), [1.0, 2.0, 5.0])
    assert tree.total == 8
    points = np.linspace(0, 8, 800, endpoint=False)
    assert np.bincount(tree.find(points), minlength=5).tolist() == [100, 0, 200, 0, 500]


def test_a_leaf_of_the_sum_tree_put_twice_has_its_last_weight() -> None:
    tree = SumTree(4)
    tree.put(np.array([1, 1, 3]), [7.0, 2.0, 1.0])
    assert tree.weights(np.array([1, 3])).tolist() == [2.0, 1.0]
    assert tree.total == 3


def test_a_draw_at_the_total_weight_is_the_last_leaf_with_a_weight() -> None:
    tree = SumTree(8)
    tree.put(np.arange(3), [0.1, 0.2, 0.3])
    assert tree.find(np.array([tree.total, tree.total + 1e-9])).tolist() == [2, 2]


def test_the_replay_buffer_holds_the_latest_transitions_and_draws_by_priority() -> None:
    replay = Replay(4, ROW)
    rows = np.zeros(6, ROW)
    rows["action"] = np.arange(6)
    replay.add(rows[:3])
    replay.add(rows[3:])
    assert replay.size == 4
    assert sorted(replay.rows["action"].tolist()) == [2, 3, 4, 5]
    replay.weigh(np.arange(4), np.array([4.0, 4.0, 4.0, 36.0]))
    places, importance = replay.draw(6000, stream("1", "draw"))
    assert np.bincount(places).tolist() == pytest.approx([1000, 1000, 1000, 3000], abs=2)
    assert importance[places == 3] == pytest.approx(3**-0.5)
    assert importance[places == 0] == pytest.approx(1.0)


def test_a_full_replay_buffer_drops_its_oldest_transitions() -> None:
    replay = Replay(4, ROW)
    rows = np.zeros(9, ROW)
    rows["action"] = np.arange(9)
    replay.add(rows)
    assert sorted(replay.rows["action"].tolist()) == [5, 6, 7, 8]
    assert replay.size == 4


def test_new_transitions_are_drawn_before_learnt_ones() -> None:
    replay = Replay(100, ROW)
    replay.add(np.zeros(10, ROW))
    replay.weigh(np.arange(9), np.full(9, 0.01))
    places, _ = replay.draw(100, stream("1", "draw"))
    assert (places == 9).mean() > FIRST / (FIRST + 1) - 0.01


def test_a_restored_replay_buffer_draws_as_the_original() -> None:
    one, other = Replay(8, ROW), Replay(8, ROW)
    one.add(np.zeros(5, ROW))
    one.weigh(np.arange(5), np.arange(5) + 0.5)
    other.restore(one.state())
    drawn = [replay.draw(64, stream("1", "draw", 7)) for replay in (one, other)]
    assert all((left == right).all() for left, right in zip(*drawn, strict=True))


def slowly_projected(reached: Any, chances: Any) -> Any:
    """Each chance shared between the two nearest values, one after another."""
    rows = np.zeros_like(chances)
    for row, (places, weights) in enumerate(zip(reached, chances, strict=True)):
        for place, weight in zip(places, weights, strict=True):
            at = min(max(place, VALUES[0]), VALUES[-1]) - VALUES[0]
            below = int(np.floor(at))
            rows[row, below] += weight * (1 - (at - below))
            if at > below:
                rows[row, below + 1] += weight * (at - below)
    return rows


def test_a_shifted_distribution_is_projected_onto_the_fixed_values() -> None:
    random = stream("1", "projection")
    chances = random.random((6, ATOMS))
    chances /= chances.sum(1, keepdims=True)
    rewards, discounts = np.array([0, 1, -25, 0.2, -3, 7.3]), np.array([1, 0.99, 1, 0, 0.99, 1])
    reached = rewards[:, None] + discounts[:, None] * VALUES.astype(np.float64)
    projected = project(reached, chances)
    assert np.allclose(projected, slowly_projected(reached, chances))
    assert np.allclose(projected.sum(1), 1)
    assert np.allclose(projected[0], chances[0])


def test_a_network_begins_with_the_spread_of_the_published_one_and_without_biases() -> None:
    layout = shapes(64, 64, 5, dueling=True)
    for name, array in initial(layout, stream("1", "weights")).items():
        if name.startswith("b"):
            assert not array.any(), name
        else:
            variance = 2 / (64 + 64) if name in ("w1", "w2") else 1 / (3**0.5 * 64)
            assert array.var() == pytest.approx(variance, rel=0.1), name
            assert abs(array.mean()) < 0.01, name


def test_values_are_the_means_of_their_distributions() -> None:
    weights = initial(shapes(7, 16, 3, dueling=False), stream("1", "weights"))
    inputs = stream("1", "inputs").random((4, 7)).astype(np.float32)
    chances = np.exp(logits_of(weights, inputs).astype(np.float64))
    chances /= chances.sum(2, keepdims=True)
    assert np.allclose(values_of(weights, inputs), chances @ VALUES, atol=1e-5)


def test_a_dueling_network_adds_the_states_value_to_the_advantages_of_actions() -> None:
    weights = initial(shapes(7, 16, 3, dueling=True), stream("1", "weights"))
    inputs = stream("1", "inputs").random((4, 7)).astype(np.float32)
    before = logits_of(weights, inputs)
    weights["bstate"] += 1.5
    weights["bactions"] += np.tile(np.arange(ATOMS, dtype=np.float32), 3)
    assert np.allclose(logits_of(weights, inputs), before + 1.5, atol=1e-4)


@pytest.mark.parametrize(("strikes", "copies"), [(3, (3,)), (1, (3,))])
def test_a_perfect_game_counts_before_its_last_turns(strikes: int, copies: tuple[int, ...]) -> None:
    rules = Rules(2, suits="r", ranks=1, copies=copies, hand_size=1, strikes=strikes)
    test = evaluate(rules, lambda _words, _beliefs, legal: any_legal(legal), NoBelief(), 4, "1")
    assert (test.games, test.turns, test.stacks, test.struck) == (4, 4, (0, 4), (0, 0))


def test_the_first_legal_action_is_the_lowest_bit() -> None:
    legal = np.array([1, 0b1000, 1 << 47, 0b110, 1 << 63], np.uint64)
    assert any_legal(legal).tolist() == [0, 3, 47, 1, 63]


TIMING = Schedule(lanes=4, batch=8, update=8, copy=16, begin=40, explore=40, rate=1e-3)


class FakeLearner:
    """Notes what is asked of it; its best action is the first legal one."""

    def __init__(self, *_: object) -> None:
        self.updates: list[int] = []
        self.renewed = 0

    def choose(self, _words: Any, _beliefs: Any, legal: Any, **_: bool) -> Any:
        return any_legal(legal)

    def update(self, rows: Any, importance: Any, _renamed: object) -> Any:
        assert len(rows) == len(importance) == 8
        self.updates.append(len(rows))
        return np.full(8, 0.5)

    def renew_targets(self) -> None:
        self.renewed += 1


def trainer(monkeypatch: pytest.MonkeyPatch) -> tuple[Trainer, FakeLearner]:
    monkeypatch.setitem(SCHEDULES, "batched", TIMING)
    monkeypatch.setattr(module, "torch_here", lambda *_: None)
    monkeypatch.setattr(module, "Rainbow", FakeLearner)
    recipe = LearningRecipe("rainbow", 2, "7", kept=1_000)
    made = Trainer(LearningRun("mine", recipe, 1_000))
    learner: Any = made.learner
    return made, learner


def test_a_trainer_updates_and_copies_as_often_as_its_schedule_says(
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
