"""Runs trained together on one device learn as each would learn alone."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.learning import network, policies
from agents.learning.beliefs import NoBelief
from agents.learning.evaluation import evaluate
from agents.learning.recipe import LearningRecipe
from agents.learning.run import LEARNERS, LearningRun, command
from agents.learning.together import Together, companions, training
from agents.learning.trainer import Trainer
from agents.runs.errors import BadParameters, BadRun
from native.environment.observation import bits, unpacked

pytestmark = [pytest.mark.usefixtures("small_runs", "torch"), pytest.mark.long]
RANDOM_TURNS = 16
"""All moves are random until learning begins."""


def recipe(seed: str = "1", **changes: Any) -> LearningRecipe:
    """A recipe of runs that can be trained together."""
    return LearningRecipe("rainbow", 3, seed, initial="published", **{"kept": 20_000} | changes)


def together(*recipes: LearningRecipe, steps: int = 0) -> Together:
    """Runs by these recipes, after some steps."""
    runs = Together([LearningRun(f"run-{n}", one, 1_000_000) for n, one in enumerate(recipes)])
    runs.test_games = 10
    for _ in range(steps):
        runs.step()
    return runs


def alone(one: LearningRecipe, steps: int) -> Trainer:
    """The run of a recipe by itself, after some steps."""
    trainer = Trainer(LearningRun("alone", one, 1_000_000))
    for _ in range(steps):
        trainer.step()
    return trainer


def stored(runs: Together, number: int) -> np.ndarray[Any, Any]:
    """The transitions in the memory of one of the runs, as the replay of a single run has them."""
    memory, players, width = runs._stack.memory, runs.rules.players, bits(runs.rules)
    turns, lanes = np.nonzero(memory.priority[number].numpy())
    after = (turns + players) % memory.turns
    rows = np.zeros(len(turns), alone(recipe(), 0)._replay.rows.dtype)
    seen = memory.seen[number].numpy().astype(np.uint8)
    filled = np.pad(seen, ((0, 0), (0, 0), (0, -width % 64)))
    words = np.packbits(filled, axis=2, bitorder="little").view(np.uint64)
    going = ~memory.last[number].numpy()[turns, lanes]
    rows["words"], rows["next_words"] = words[turns, lanes], words[after, lanes]
    rows["action"] = memory.taken[number].numpy()[turns, lanes]
    rows["reward"] = memory.reward[number].numpy()[turns, lanes]
    rows["discount"] = going * np.float32(0.99)
    rows["next_legal"] = memory.legal[number].numpy().view(np.uint64)[after, lanes]
    rows["next_words"][~going], rows["next_legal"][~going] = 0, 0
    return rows


def counted(rows: np.ndarray[Any, Any]) -> Counter[bytes]:
    """How often each transition occurs, rewards to four digits."""
    rows = rows.copy()
    rows["reward"] = rows["reward"].round(4) + 0.0
    return Counter(row.tobytes() for row in rows)


@pytest.mark.parametrize("goir", ["none", "paper", "program"])
def test_the_memory_holds_the_transitions_of_a_single_run(goir: str) -> None:
    recipes = [recipe(seed, goir=goir) for seed in "12"]
    runs = together(*recipes, steps=RANDOM_TURNS)
    for number, one in enumerate(recipes):
        theirs = alone(one, RANDOM_TURNS)._replay
        mine, all_of_them = counted(stored(runs, number)), counted(theirs.rows[: theirs.size])
        assert not mine - all_of_them
        # Only games that ended in the last round are missing: they enter a round later.
        late = np.frombuffer(b"".join(all_of_them - mine), theirs.rows.dtype)
        assert len(late) < 3 * 256
        assert not late["discount"].any()
        assert sum(mine.values()) == (RANDOM_TURNS - 3) * 256


def test_a_full_replay_memory_drops_the_oldest_turns() -> None:
    runs = together(recipe(kept=1_000), steps=RANDOM_TURNS)
    rows, theirs = stored(runs, 0), alone(recipe(), RANDOM_TURNS)._replay
    # Of three turns kept, the coming one has replaced the oldest.
    assert len(rows) == 2 * 256
    assert not counted(rows) - counted(theirs.rows[: theirs.size])


def test_joint_training_updates_as_rainbow_does(torch: Any) -> None:
    runs, trainer = together(recipe(), recipe("2"), steps=RANDOM_TURNS), alone(recipe(), 0)
    rows, stack = stored(runs, 0), runs._stack
    turns, lanes = np.nonzero(stack.memory.priority[0].numpy())
    random = np.random.default_rng(5)
    drawn = random.choice(len(rows), 256, replace=False)
    importance = random.random(256).astype(np.float32)
    places = torch.from_numpy((turns * 256 + lanes)[drawn])
    losses = trainer.learner.update(rows[drawn], importance)
    stack._update(torch.stack([places, places + stack.memory.room]), torch.from_numpy(importance))
    renewed = stack.memory.priority[0].numpy().reshape(-1)[places.numpy()] / (1 << 20)
    assert renewed == pytest.approx(np.sqrt(losses), rel=1e-4)
    for name, weight in trainer.learner.weights().items():
        assert np.allclose(stack.weights()[0][name], weight, rtol=1e-6, atol=1e-6)
        assert (stack.weights()[1][name] != weight).any()


def test_joint_training_draws_transitions_by_priority(torch: Any) -> None:
    runs = together(recipe(), recipe("2"), steps=RANDOM_TURNS)
    memory = runs._stack.memory
    priority = memory.priority.view(2, -1)
    priority[:] = 0
    priority[0, [3, 70]] = torch.tensor([1, 3]) << 20
    priority[1, 9] = 5 << 20
    places, importance = memory.draw(torch.rand((2, 256), dtype=torch.float64))
    drawn = Counter(places[0].tolist())
    assert drawn == {3: 64, 70: 192}
    assert set(places[1].tolist()) == {memory.room + 9}
    assert importance[0].min() == pytest.approx(3**-0.5)
    assert importance[1].min() == 1


def test_a_run_trained_with_others_learns_as_alone() -> None:
    beside = together(recipe("2", goir="paper"), recipe("1"), steps=18)._stack.weights()[1]
    by_itself = together(recipe("1"), steps=18)._stack.weights()[0]
    for name, weight in by_itself.items():
        assert np.allclose(beside[name], weight, rtol=1e-6, atol=1e-4)
    assert (by_itself["w1"] != together(recipe("1"))._stack.weights()[0]["w1"]).any()


def test_a_resumed_joint_training_equals_one_without_a_stop() -> None:
    whole = together(recipe(), recipe("2"), steps=17)
    whole.measure()
    again = together(recipe(), recipe("2"))
    again.restore(whole.state())
    for runs in (whole, again):
        runs.step()
    before, after = whole.state(), again.state()
    assert before.keys() == after.keys()
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_the_curve_has_the_scores_of_the_policies() -> None:
    runs = together(recipe(), recipe("2"), steps=17)
    weights = runs._stack.weights()

    def choose(words: Any, _: Any, legal: Any, number: int) -> Any:
        values = network.values_of(weights[number], unpacked(words, bits(runs.rules)).astype(float))
        allowed = unpacked(legal[:, None], runs.rules.move_count).astype(bool)
        return np.where(allowed, values, -np.inf).argmax(1)

    runs.measure()
    for number, run in enumerate(runs.runs):
        test = evaluate(
            runs.rules, lambda *seen, n=number: choose(*seen, n), NoBelief(), 10, "curve/3"
        )
        assert run.curve[-1].test == test
        assert run.curve[-1].loss > 0


def test_every_run_is_stored_with_its_policy() -> None:
    first = LearningRun("first", recipe("7"), 512, beside=("8",))
    second = LearningRun("first-8", recipe("8"), 512)
    with LEARNERS.begun(first, lambda run: Together([run, second])) as work:
        work.test_games = 10
        work.make()
    for name, seed in (("first", "7"), ("first-8", "8")):
        run = LEARNERS.load(name)
        assert run.turns == 512
        assert run.final
        assert run.final.games == 10
        assert policies.load(LEARNERS.own(name) / policies.FILE).card.recipe.seed == seed
    assert "--beside 8" in command(LEARNERS.load("first"))
    with LEARNERS.resumed("first", lambda run: Together([run, second]), 768) as work:
        work.test_games = 10
        work.make()
    assert LEARNERS.load("first-8").turns == 768


def test_runs_of_other_recipes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRun, match="seed, goir, credit, initial alone"):
        together(recipe(), LearningRecipe("rainbow", 2, "1", initial="published"))
    with pytest.raises(BadRun, match="cannot be trained together"):
        together(recipe(colours=True))
    with pytest.raises(BadParameters, match="--device cuda"):
        training(LearningRun("x", recipe(), 512, beside=("2",)))
    for beside in (("1",), ("2", "2")):
        with pytest.raises(BadParameters, match="each once"):
            companions(LearningRun("x", recipe(), 512, beside=beside))
    with pytest.raises(BadParameters, match=r"x-../y is no name"):
        companions(LearningRun("x", recipe(), 512, beside=("../y",)))
    LEARNERS.write(LearningRun("x-2", recipe("2"), 512))
    with pytest.raises(BadRun, match="x-2"):
        Together([LearningRun("x", recipe(), 512), LearningRun("x-2", recipe("2"), 512)])
