"""Runs that learn: kept, interrupted, continued, shipped. These tests need PyTorch."""

import json
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from django.core.management import call_command

from agents.learning import hcic_run, policies
from agents.learning.colours import renaming
from agents.learning.evaluation import evaluate
from agents.learning.hcic_run import MODELS, HcicRecipe, HcicRun
from agents.learning.hcic_training import HcicTraining
from agents.learning.network import ATOMS, project
from agents.learning.rainbow import Rainbow
from agents.learning.recipe import SCHEDULES, LearningRecipe, Schedule
from agents.learning.replay import transition
from agents.learning.run import LEARNERS, LearningRun
from agents.learning.trainer import Trainer
from agents.runs.stopping import Stopped
from native import Rules
from native.environment.environment import Environment
from native.environment.observation import word_count

pytestmark = pytest.mark.long

TINY = Schedule(lanes=8, batch=16, update=16, copy=64, begin=64, explore=64, rate=1e-3)
TOY = Rules(2, suits="rg", ranks=2, copies=(3, 2), hand_size=2, clue_tokens=4, strikes=3)
"""Four points at most."""


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch, small_runs: Path, torch: Any) -> None:
    monkeypatch.setitem(SCHEDULES, "batched", TINY)
    monkeypatch.setattr("agents.learning.trainer.Training.test_games", 20)
    monkeypatch.setattr("agents.learning.trainer.ITERATION", 16)
    monkeypatch.setattr("agents.learning.trainer.CHUNK", 8)


def begun(name: str, turns: int, **changes: object) -> AbstractContextManager[Trainer]:
    return LEARNERS.begun(LearningRun(name, recipe(**changes), turns), Trainer)


def resumed(name: str, turns: int | None = None) -> AbstractContextManager[Trainer]:
    return LEARNERS.resumed(name, Trainer, turns)


def recipe(**changes: object) -> LearningRecipe:
    return LearningRecipe(
        **{"algorithm": "rainbow", "players": 2, "seed": "7", "kept": 1_000, "hidden": 32} | changes
    )


def kept(name: str) -> tuple[bytes, bytes, bytes]:
    """A run's curve, policy and checkpoint, but for its name and its time."""
    run = msgspec.structs.replace(LEARNERS.load(name), name="run", seconds=0.0)
    policy = policies.load(LEARNERS.folder(name) / policies.FILE)
    weights = b"".join(policy.weights[key].tobytes() for key in sorted(policy.weights))
    (checkpoint,) = LEARNERS.folder(name).glob("checkpoint-*.npz")
    return msgspec.json.encode(run), weights, checkpoint.read_bytes()


def whole(name: str, turns: int = 480, **changes: object) -> LearningRun:
    with begun(name, turns, **changes) as training:
        return training.make()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"algorithm": "rainbow+", "belief": "exact", "goir": "paper"}
        | {"cards": True, "colours": True, "advice": "rules:focus"},
    ],
    ids=["rainbow", "everything"],
)
def test_a_run_that_was_stopped_comes_to_the_same_bytes(changes: dict[str, object]) -> None:
    whole("straight", **changes)
    asked = iter([False] * 30)
    with begun("stopped", 480, **changes) as training, pytest.raises(Stopped):
        training.make(asked_to_stop=lambda: next(asked, True))
    assert 0 < LEARNERS.load("stopped").turns < 480
    with resumed("stopped") as training:
        training.make()
    assert kept("straight") == kept("stopped")


def test_another_seed_trains_another_policy() -> None:
    whole("one")
    whole("two", seed="8")
    assert kept("one") != kept("two")


def test_after_training_the_process_still_knows_the_smallest_numbers() -> None:
    whole("run", turns=400)
    assert np.float64(2.0**-1060) * np.float64(0.5) > 0


def test_the_curve_has_a_point_every_ten_iterations_and_at_the_end() -> None:
    run = whole("run", turns=400)
    assert [point.turns for point in run.curve] == [160, 320, 400]
    for test in (*(point.test for point in run.curve), run.final):
        assert test.games == sum(test.stacks) == 20
        assert test.turns == sum(test.actions)
        assert len(test.actions) == 20


def test_numpy_and_torch_value_positions_alike(torch: Any) -> None:
    with begun("run", 400, algorithm="rainbow+", belief="exact") as training:
        training.make()
    policy = policies.load(LEARNERS.folder("run") / policies.FILE)
    environment, lanes = training._environment, np.arange(8)
    beliefs = training.belief.of(environment, lanes)
    halves = {name: torch.from_numpy(array) for name, array in policy.weights.items()}
    inputs = training.learner._inputs(environment.observations, beliefs)
    logits = training.learner._logits(halves, inputs)
    ours = torch.softmax(logits, 2) @ training.learner._values
    assert np.abs(policy.values(environment.observations, beliefs) - ours.numpy()).max() < 1e-4


def test_numpy_and_torch_project_distributions_alike(torch: Any) -> None:
    random = np.random.default_rng(1)
    reached = random.uniform(-30, 30, (5, ATOMS))
    chances = random.dirichlet(np.ones(ATOMS), 5)
    ours = project(torch.from_numpy(reached), torch.from_numpy(chances))
    assert np.allclose(ours.numpy(), project(reached, chances))


@pytest.mark.slow
def test_a_learner_learns_a_small_game(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = Schedule(lanes=32, batch=64, update=16, copy=1024, begin=512, explore=6000, rate=3e-3)
    monkeypatch.setitem(SCHEDULES, "batched", fast)
    training = Trainer(LearningRun("toy", recipe(kept=20_000, hidden=64), 1), TOY)
    before = training.test("toy", 500)
    for _ in range(400):
        training.step()
    after = training.test("toy", 500)
    assert before.mean < 1.6
    assert after.mean > 2.2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "steps", "least"),
    [({"colours": True, "cards": True}, 300, 2.3), ({"advice": "rules:focus"}, 100, 3.0)],
    ids=["colours and cards", "advice"],
)
def test_a_learner_with_our_recipes_additions_learns_a_small_game(
    changes: dict[str, object], steps: int, least: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast = Schedule(lanes=32, batch=64, update=16, copy=1024, begin=512, explore=6000, rate=3e-3)
    monkeypatch.setitem(SCHEDULES, "batched", fast)
    ours = recipe(kept=20_000, hidden=64, algorithm="rainbow+", **changes)
    training = Trainer(LearningRun("toy", ours, 1), TOY)
    for _ in range(steps):
        training.step()
    assert training.test("toy", 300).mean > least


def test_training_improves_the_prediction_of_own_cards() -> None:
    learner = Rainbow(TOY, 0, recipe(cards=True))
    environment = Environment(TOY, 16, "deals")
    rows = np.zeros(16, transition(word_count(TOY), 0, TOY.hand_size))
    rows["words"], rows["hands"] = environment.observations, environment.hands
    inputs = learner._inputs(rows["words"], rows["beliefs"])

    def lost() -> float:
        hidden = learner._hidden(learner._weights, inputs)
        return float(learner._card_loss(hidden, rows["hands"]).detach())

    before = lost()
    for _ in range(300):
        learner.update(rows, np.ones(16, np.float32))
    assert lost() < 0.9 * before


def test_renamed_turns_set_renamed_targets(torch: Any) -> None:
    """A network that does not mind colours learns the same from a turn and from its renaming."""
    learner, rows = learner_and_rows()
    names = renaming(TOY, recipe(), [1, 0])
    with torch.no_grad():
        learner._weights["w1"].zero_()
        learner._weights["bactions"].view(8, 51)[4, 50] += 20  # a clue of the first colour
    for name in learner._weights:
        learner._targets[name].copy_(learner._weights[name].detach())
    rows["next_legal"] = 1 << 4 | 1 << 6
    plain = learner._target(rows) @ learner._values
    rows["next_legal"] = 1 << 5 | 1 << 6
    renamed = learner._target(rows, names) @ learner._values
    assert np.allclose(plain, renamed, atol=1e-4)
    assert (plain > 5).all()


def test_the_command_makes_a_run_resumes_it_and_reports_the_result() -> None:
    options = {"hidden": 16, "kept": 1_000, "goir": "program", "players": 3, "seed": "4"}
    call_command("train", "run", turns=160, **options, stdout=StringIO(), stderr=StringIO())
    out = StringIO()
    call_command("train", "run", turns=240, resume=True, json=True, stdout=out, stderr=StringIO())
    told = json.loads(out.getvalue())
    assert (told["turns"], told["players"], told["goir"], told["seed"]) == (240, 3, "program", "4")
    assert [point["turns"] for point in told["curve"]] == [160, 240]
    assert sum(told["final"]["kinds"].values()) == pytest.approx(1)
    assert len(told["final"]["actions"]) == 30


def learner_and_rows(**changes: object) -> tuple[Rainbow, Any]:
    """A learner, and transitions in which only action 7 is legal next."""
    learner = Rainbow(TOY, 0, recipe(**changes))
    environment = Environment(TOY, 4, "deals")
    rows = np.zeros(4, transition(word_count(TOY), 0))
    rows["words"] = rows["next_words"] = environment.observations
    rows["next_legal"], rows["discount"] = 1 << 7, 0.5
    rows["reward"] = [0, 1, 2, 3]
    return learner, rows


@pytest.mark.parametrize("algorithm", ["rainbow", "rainbow+"])
def test_only_legal_actions_set_targets(algorithm: str, torch: Any) -> None:
    learner, rows = learner_and_rows(algorithm=algorithm)
    inputs = learner._inputs(rows["next_words"], rows["next_beliefs"])
    means = torch.softmax(learner._logits(learner._targets, inputs), 2) @ learner._values
    expected = rows["reward"] + 0.5 * means[:, 7].detach().numpy()
    assert np.allclose(learner._target(rows) @ learner._values, expected, atol=1e-3)
    rows["discount"] = 0
    assert np.allclose(learner._target(rows) @ learner._values, rows["reward"], atol=1e-4)


def test_with_double_values_the_learner_chooses_the_action_and_the_copy_values_it(
    torch: Any,
) -> None:
    learner, rows = learner_and_rows(algorithm="rainbow+")
    rows["next_legal"] = 0xFF
    with torch.no_grad():
        learner._weights["bactions"].view(8, 51)[3, 50] += 20
        learner._targets["bactions"].view(8, 51)[5, 50] += 20
    # The copy alone would choose action 5 and expect most of it.
    assert (learner._target(rows) @ learner._values < 10).all()
    seen = rows["words"], rows["beliefs"], rows["next_legal"]
    assert learner.choose(*seen, learning=True).tolist() == [3] * 4


def test_the_legal_action_of_highest_value_is_chosen(torch: Any) -> None:
    learner, rows = learner_and_rows()
    with torch.no_grad():
        learner._weights["bactions"].view(8, 51)[6, 50] += 20
    legal = np.array([0xFF, 1 << 6, 0b11, 1 << 2], np.uint64)
    chosen = learner.choose(rows["words"], rows["beliefs"], legal)
    assert chosen[:2].tolist() == [6, 6]
    assert chosen[2] in (0, 1)
    assert chosen[3] == 2


def test_updates_learn_from_transitions_by_their_weights() -> None:
    learner, rows = learner_and_rows()
    rows["discount"] = 0
    rows["action"] = np.arange(4)
    first = learner.update(rows, np.ones(4, np.float32))
    for _ in range(200):
        last = learner.update(rows, np.array([1, 1, 1, 0], np.float32))
    assert (last[:3] < first[:3] / 2).all()
    assert last[3] > first[3] / 2


def test_rainbow_plays_the_newest_network_and_rainbow_plus_a_running_mean() -> None:
    learner, rows = learner_and_rows()
    learner.update(rows, np.ones(4, np.float32))
    assert (learner.weights()["w1"] == learner.state()["weight-w1"]).all()
    learner, rows = learner_and_rows(algorithm="rainbow+")
    mean = learner.weights()["w1"]
    for update in range(1, 4):
        learner.update(rows, np.ones(4, np.float32))
        kept = update / (update + 9)
        mean = kept * mean + (1 - kept) * learner.state()["weight-w1"]
        assert learner.weights()["w1"] == pytest.approx(mean, abs=1e-6)
    assert (mean != learner.state()["weight-w1"]).any()


def test_a_learner_takes_a_model_of_its_cards() -> None:
    whole("base", turns=160)
    model = HcicRun("cards", HcicRecipe("base", 2, "1", games=10, batch=8), 3)
    with MODELS.begun(model, HcicTraining) as making:
        making.make()
    run = whole("run", turns=160, belief="hcic", hcic="cards")
    policy = policies.load(LEARNERS.folder("run") / policies.FILE)
    assert policy.weights["w1"].shape == (658 + 125, 32)
    again = evaluate(Rules.standard(2), policy.choose, hcic_run.load("cards"), 20, "final/2")
    assert again == run.final


@pytest.mark.parametrize("algorithm", ["rainbow", "rainbow+"])
def test_the_logits_of_taken_actions_are_those_among_all(algorithm: str, torch: Any) -> None:
    learner = Rainbow(TOY, 0, recipe(algorithm=algorithm))
    hidden = torch.rand(6, 32, requires_grad=True)
    taken = torch.tensor([5, 0, 5, 2, 6, 0])  # some by two rows, some by none, the last by none
    weighed = torch.rand(6, ATOMS)
    weights = [hidden, *(learner._weights[name] for name in ("wactions", "bactions"))]

    def told(logits: Any) -> list[Any]:
        return [logits.detach(), *torch.autograd.grad((logits * weighed).sum(), weights)]

    ours = told(learner._of_taken(hidden, taken))
    among_all = told(learner._of_actions(learner._logits_from(learner._weights, hidden), taken))
    for mine, expected in zip(ours, among_all, strict=True):
        assert torch.allclose(mine, expected, atol=1e-6)
        assert expected.abs().max() > 0.1
