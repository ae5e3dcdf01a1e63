"""A model of one's own cards: algorithm 1, the transformer, its files; learning needs PyTorch."""

from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from agents.learning import hcic_network, hcic_run, policies, weight_files
from agents.learning.beliefs import NoBelief, belief_for
from agents.learning.hcic_network import SIZES, Size
from agents.learning.hcic_run import MODELS, HcicRecipe, HcicRun
from agents.learning.hcic_training import HcicTraining, training_data
from agents.learning.network import initial as initial_policy
from agents.learning.network import shapes as policy_shapes
from agents.learning.recipe import LearningRecipe, stream
from agents.learning.run import LEARNERS, LearningRun
from agents.runs.errors import BadRun
from agents.runs.progress import Progress
from agents.runs.storage import make_folder
from native import Game, Rng, Rules
from native.environment.environment import MISSING, Environment
from native.environment.observation import MOVE_SYMBOLS, bits, move_of, symbol_count, symbol_kinds

RULES = Rules.standard(2)
TINY = Size(width=8, heads=2, layers=1, inner=8)


def rows_of(rules: Rules, turns: int = 30) -> Any:
    """(rows, symbols) of the middle of random games, some at their end."""
    environment, rng, rows = Environment(rules, 8, "deals"), Rng(1), []
    for _ in range(turns):
        rows.append(environment.symbols(np.arange(8)))
        environment.step(environment.random_actions(rng))
    return np.concatenate(rows).astype(np.int64)


def test_card_vectors_are_those_of_algorithm_1() -> None:
    vectors = hcic_network.card_vectors(RULES)
    assert vectors.shape == (symbol_kinds(RULES), 25)
    assert vectors[7].tolist() == [0] * 7 + [1] + [0] * 17
    assert np.flatnonzero(vectors[25 + 2]).tolist() == [10, 11, 12, 13, 14]  # of a colour
    assert np.flatnonzero(vectors[30 + 2]).tolist() == [2, 7, 12, 17, 22]  # of a rank
    assert vectors[25:35].max() == pytest.approx(0.2)
    assert vectors[35].tolist() == pytest.approx([1 / 25] * 25)
    assert vectors[:36].sum(1) == pytest.approx(np.ones(36))
    assert not vectors[36].any()


@pytest.mark.parametrize("variant", ["6 Suits", "3 Suits"])
def test_the_probabilities_of_a_symbol_add_up_for_any_number_of_suits(variant: str) -> None:
    rules = Rules.standard(2, variant)
    vectors = hcic_network.card_vectors(rules)
    assert vectors[:-1].sum(1) == pytest.approx(np.ones(symbol_kinds(rules) - 1))


def plainly(weights: Any, row: Any, size: Size) -> Any:
    """(hand_size, identities) the chances of one row, by the formulas of the paper one by one."""

    def linear(name: str, values: Any) -> Any:
        return values @ weights[f"w-{name}"] + weights[f"b-{name}"]

    def shares(scores: Any) -> Any:
        raised = np.exp(scores - scores.max(-1, keepdims=True))
        return raised / raised.sum(-1, keepdims=True)

    def normal(name: str, values: Any) -> Any:
        centred = values - values.mean(-1, keepdims=True)
        spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
        return centred / spread * weights[f"gain-{name}"] + weights[f"shift-{name}"]

    def attended(name: str, values: Any, to: Any, there: Any) -> Any:
        query, key, value = (
            linear(f"{name}-{part}", what)
            for part, what in (("query", values), ("key", to), ("value", to))
        )
        found = []
        for head in np.split(np.arange(size.width), size.heads):
            scores = query[:, head] @ key[:, head].T / np.sqrt(len(head))
            scores[:, ~there] = -np.inf
            found.append(shares(scores) @ value[:, head])
        return normal(name, values + linear(f"{name}-join", np.concatenate(found, 1)))

    def inner(at: str, values: Any) -> Any:
        inside = np.maximum(linear(f"{at}-in", values), 0)
        return normal(f"{at}-inner", values + linear(f"{at}-out", inside))

    embedded = linear("embed", hcic_network.card_vectors(RULES)[row])
    moves = embedded[:MOVE_SYMBOLS] + weights["place-moves"]
    cards = embedded[MOVE_SYMBOLS:] + weights["place-cards"]
    every, there = np.ones(MOVE_SYMBOLS, bool), row[MOVE_SYMBOLS:] != symbol_kinds(RULES) - 1
    for layer in range(size.layers):
        at = f"encoder{layer}"
        moves = inner(at, attended(f"{at}-self", moves, moves, every))
    for layer in range(size.layers):
        at = f"decoder{layer}"
        cards = attended(f"{at}-self", cards, cards, there)
        cards = inner(at, attended(f"{at}-cross", cards, moves, every))
    return shares(linear("out", cards[5:10]))


def test_predictions_of_cards_follow_the_papers_formulas() -> None:
    size = Size(width=8, heads=2, layers=2, inner=12)
    weights = hcic_network.initial(hcic_network.shapes(RULES, size), stream("1", "weights"))
    lots = stream("1", "lots")
    exact = {n: array + lots.normal(0, 0.3, array.shape) for n, array in weights.items()}
    rows = rows_of(RULES, 5)[-3:]
    rows[1, MOVE_SYMBOLS + 7] = rows[1, -1] = symbol_kinds(RULES) - 1
    ready = hcic_network.joined(exact, hcic_network.card_vectors(RULES), size)
    told = hcic_network.chances_of(ready, rows, RULES, size)
    for row, chances_told in zip(rows, told, strict=True):
        assert np.allclose(chances_told, plainly(exact, row, size), atol=1e-9)


def test_an_untrained_model_neither_scales_nor_shifts() -> None:
    weights = hcic_network.initial(hcic_network.shapes(RULES, Size(8, 2, 1, 12)), stream("1", "w"))
    for name, array in weights.items():
        if name.startswith(("gain-", "shift-", "b-")):
            assert (array == name.startswith("gain-")).all(), name


def begun(run: HcicRun) -> AbstractContextManager[HcicTraining]:
    return MODELS.begun(run, HcicTraining)


def keep_model(name: str, players: int = 2, **said: str) -> None:
    """A model that has learnt nothing, in the folder of runs."""
    recipe = HcicRecipe("base", players, "1", games=10)
    layout = hcic_network.shapes(recipe.rules, recipe.shape)
    weights = hcic_network.initial(layout, stream("1", "weights"))
    home = MODELS.own(name)
    make_folder(home)
    data = weight_files.encode(hcic_run.ModelCard(name, recipe, 0, **said), weights)
    (home / hcic_run.FILE).write_bytes(data)
    (home / "hcic.json").write_bytes(msgspec.json.encode(HcicRun(name, recipe, 1)))


def model_of(name: str, players: int = 2) -> hcic_run.Model:
    keep_model(name, players)
    return hcic_run.load(name)


def test_a_model_predicts_the_same_for_a_lane_and_a_view(small_runs: Path) -> None:
    model = model_of("model")
    environment, rng = Environment(RULES, 3, "deals"), Rng(2)
    game = Game(RULES, seed=Rng("deals").derive(1))
    for _ in range(6):
        lanes = np.array([1, 2])
        told = model.of(environment, lanes)
        assert told.shape == (2, model.width(RULES))
        view = game.view(game.to_move or 0)
        assert np.allclose(told[0], model.of_view(view), atol=1e-5)
        actions = environment.random_actions(rng)
        game.play(move_of(view, int(actions[1])))
        environment.step(actions)
        if game.end:
            break


def test_a_belief_needs_a_model_for_the_same_table_size(small_runs: Path) -> None:
    recipe = LearningRecipe("rainbow", 3, "1", belief="hcic", hcic="model")
    with pytest.raises(BadRun, match="There is no model of `hcic` named model"):
        belief_for(recipe)
    model_of("model", players=2)
    with pytest.raises(BadRun, match=r"^The model model is for 2 players, not 3\.$"):
        belief_for(recipe)


def test_a_model_runs_on_the_device_of_its_run(small_runs: Path) -> None:
    """On a graphics card too, which a fake PyTorch stands in for."""
    model_of("model", players=2)
    recipe = LearningRecipe("rainbow", 2, "1", belief="hcic", hcic="model", device="cuda")
    asked: set[str] = set()
    fake = SimpleNamespace(from_numpy=lambda _: SimpleNamespace(to=asked.add))
    belief_for(recipe, fake)
    assert asked == {"cuda"}


def test_a_model_gives_a_missing_card_no_probability(small_runs: Path) -> None:
    rows = rows_of(RULES)[:2]
    rows[1, MOVE_SYMBOLS + 5 + 4] = symbol_kinds(RULES) - 1
    told = model_of("model").chances(rows)
    assert told[0].sum(1) == pytest.approx(np.ones(5), abs=1e-5)
    assert told[1].sum(1) == pytest.approx([1, 1, 1, 1, 0], abs=1e-5)


@pytest.mark.parametrize("left", [500, 0])
def test_a_damaged_model_is_refused_with_a_message(small_runs: Path, left: int) -> None:
    model_of("model")
    path = MODELS.folder("model") / hcic_run.FILE
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(BadRun, match="is damaged"):
        hcic_run.load("model")


def test_a_model_of_another_format_is_refused_with_a_message(small_runs: Path) -> None:
    keep_model("model", format="z" * 50)
    with pytest.raises(BadRun, match=rf"its format is {'z' * 40}\.$"):
        hcic_run.load("model")


@pytest.fixture
def source(small_runs: Path) -> str:
    """A run whose policy has learnt nothing."""
    recipe = LearningRecipe("rainbow", 2, "1", hidden=8)
    shapes = policy_shapes(bits(RULES), 8, RULES.move_count, dueling=False)
    home = LEARNERS.own("base")
    make_folder(home)
    LEARNERS.write(LearningRun("base", recipe, 1))
    policies.save(
        home / policies.FILE,
        policies.PolicyCard("base", recipe, 1),
        initial_policy(shapes, stream("3", "weights")),
    )
    return "base"


def test_training_data_have_each_turns_symbols_and_hand(source: str) -> None:
    policy = policies.load(LEARNERS.folder(source) / policies.FILE)
    games, losses = training_data(policy, NoBelief(), 30, "deals")
    again, _ = training_data(policy, NoBelief(), 30, "deals")
    assert (games.symbols == again.symbols).all()
    assert len(games.symbols) == len(games.hands) > 30 * 5
    assert losses.cards == 5 * len(games.hands)
    first = Game(RULES, seed=Rng("deals").derive(0))
    assert games.hands[0].tolist() == [RULES.identity(card) for card in first.hands[0] if card]
    # Counting deals loses less than taking all that is possible as equally likely.
    assert 0 < losses.exact < losses.possible < losses.cards * np.log(25)


def test_training_data_do_not_depend_on_how_many_games_run_at_once(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = policies.load(LEARNERS.folder(source) / policies.FILE)
    games, losses = training_data(policy, NoBelief(), 10, "deals")
    monkeypatch.setattr("agents.learning.hcic_training.LANES", 4)
    again, same = training_data(policy, NoBelief(), 10, "deals")
    assert sorted(map(bytes, again.symbols)) == sorted(map(bytes, games.symbols))
    assert (same.cards, same.exact) == (losses.cards, pytest.approx(losses.exact))


def test_a_model_has_the_table_size_of_its_source(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.learning.hcic_training.torch_here", lambda _device: None)
    with pytest.raises(BadRun) as refusal:
        HcicTraining(HcicRun("model", HcicRecipe(source, 3, "1", games=10), 5))
    assert str(refusal.value) == "base plays with 2 players, not 3."


@pytest.mark.long
@pytest.mark.usefixtures("torch")
def test_missing_cards_add_no_loss(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIZES, "small", TINY)
    recipe = HcicRecipe(source, 2, "1", games=10)
    training = HcicTraining(HcicRun("model", recipe, 5))
    two = training._data.hands[:2].copy()
    both = training._loss(training._data, np.array([0, 1]))
    training._data.hands[1] = MISSING
    first = training._loss(training._data, np.array([0, 1]))
    training._data.hands[:2] = two
    training._data.hands[0] = MISSING
    second = training._loss(training._data, np.array([0, 1]))
    assert both.item() == pytest.approx((first.item() + second.item()) / 2, rel=1e-4)


@pytest.mark.long
def test_a_model_learns_and_resumes_as_if_never_stopped(
    source: str, monkeypatch: pytest.MonkeyPatch, torch: Any
) -> None:
    from agents.runs.stopping import Stopped

    monkeypatch.setitem(SIZES, "small", TINY)
    monkeypatch.setattr("agents.learning.hcic_training.TEST_EVERY", 20)
    monkeypatch.setattr("agents.runs.life.SHOW_SECONDS", 0.0)
    recipe = HcicRecipe(source, 2, "1", games=20, batch=32)
    with begun(HcicRun("straight", recipe, 60)) as training:
        shown: list[Progress] = []
        straight = training.make(shown.append)
    assert shown[0].note == ""
    assert shown[-1].note == f"loss {straight.curve[-1].held:.3f}"
    assert shown[-1].line.startswith("straight: 60 of 60 steps · ")
    asked = iter([False] * 30)
    with begun(HcicRun("stopped", recipe, 60)) as training, pytest.raises(Stopped):
        training.make(asked_to_stop=lambda: next(asked, True))
    assert MODELS.load("stopped").steps == 31
    with MODELS.resumed("stopped", HcicTraining) as training:
        stopped = training.make()
    assert stopped.curve == straight.curve
    assert [point.steps for point in straight.curve] == [20, 40, 60]
    assert straight.curve[-1].learnt < straight.curve[0].learnt
    assert straight.curve[0].learnt == pytest.approx(straight.curve[0].held, rel=0.2)
    assert straight.curve[-1].held < straight.curve[0].held - 0.05
    one, other = (hcic_run.load(name) for name in ("straight", "stopped"))
    assert all((one.weights[name] == other.weights[name]).all() for name in one.weights)
    assert (straight.cards, straight.exact) == (stopped.cards, stopped.exact)
    rows = rows_of(RULES)
    with_torch = training._torch.softmax(
        hcic_network.logits_of(
            {n: training._tensor(w) for n, w in other.weights.items()},
            training._tensor(rows),
            RULES,
            TINY,
        ),
        -1,
    ).numpy()
    in_torch = other.in_torch(torch, "cpu").chances(rows)
    assert np.abs(in_torch - other.chances(rows)).max() < 1e-5
    held = hcic_run.held(RULES, rows)[..., None]
    assert np.abs(with_torch * held - other.chances(rows)).max() < 1e-5
    assert symbol_count(RULES) == rows.shape[1]
