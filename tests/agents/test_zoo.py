"""The networks of the zoo, which `docs/examples/ppo.py` trains."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.contract import AgentError
from agents.kinds import zoo
from agents.runs.errors import BadRun
from analysis.rebuilding import targets
from native import Game, Rules
from native.environment.observation import action_of, observe, unpacked

POINT = {"steps": 100, "mean": 3.5, "sem": 0.1, "entropy": 1.0, "seconds": 60.0}
RUN = {"command": "python ppo.py", "players": 2, "partners": "pool:x", "scoring": "zero"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Path:
    """A training in RUNS_DIR/mine of a network with random weights, and an empty zoo."""
    monkeypatch.setattr(zoo, "FOLDER", tmp_path / "zoo")
    (tmp_path / "zoo").mkdir()
    settings.RUNS_DIR = tmp_path
    mine = tmp_path / "mine"
    mine.mkdir()
    random, widths = np.random.default_rng(1), (658, 16, 8, 20)
    weights: dict[str, Any] = {}
    for layer, (inputs, outputs) in zip(zoo.LAYERS, pairwise(widths), strict=True):
        weights[f"{layer}.weight"] = random.normal(size=(inputs, outputs)).astype(np.float32)
        weights[f"{layer}.bias"] = random.normal(size=outputs).astype(np.float32)
    np.savez(mine / "policy.npz", **weights)
    (mine / "run.json").write_text(json.dumps(RUN | {"steps": 100}))
    (mine / "curve.jsonl").write_text(json.dumps(POINT))
    zoo.bundled.cache_clear()
    return mine


def test_a_trained_network_is_copied_and_plays_its_likeliest_legal_move(folder: Path) -> None:
    target = targets.find("zoo:mine")
    assert target.stale()
    target.make(lambda _: None)
    assert not target.stale()
    entry, game = registry.find("zoo:mine"), Game(Rules(2), seed=3)
    stored = np.load(folder / "policy.npz")
    agreed = 0
    for turn in range(30):
        view = game.view(game.to_move or 0)
        seen = observe(view)
        values = unpacked(seen.words, 658).astype(np.float32)
        for layer in zoo.LAYERS:
            values = values.clip(0) @ stored[f"{layer}.weight"] + stored[f"{layer}.bias"]
        legal = unpacked(np.array([seen.legal], np.uint64), 20).astype(bool)
        best = int(np.where(legal, values, -np.inf).argmax())
        move = entry.agent(str(turn)).decide(view).move
        assert [*entry.decide_many([view, view])] == [move, move]
        agreed += move is not None and action_of(view, move) == best
        game.play(move)
        if game.end is not None:
            break
    assert agreed > 0.9 * (turn + 1)  # The matrices are rounded to 8 bits.


def test_the_page_of_a_network_says_how_it_was_trained_and_its_score(folder: Path) -> None:
    (folder / "run.json").write_text(json.dumps(RUN | {"steps": 100, "clone": "human:proxy"}))
    targets.find("zoo:mine").make(lambda _: None)
    about = " ".join(registry.find("zoo:mine").about)
    assert "100 turns" in about
    assert "pool:x" in about
    assert "human:proxy" in about
    assert "3.50" in about
    assert "python ppo.py" in about


def test_a_network_without_partners_learned_with_itself(folder: Path) -> None:
    (folder / "run.json").write_text(json.dumps(RUN | {"steps": 100, "partners": ""}))
    targets.find("zoo:mine").make(lambda _: None)
    assert "copies of itself" in registry.find("zoo:mine").summary


def test_a_network_in_training_can_be_played_but_not_shipped(folder: Path) -> None:
    (folder / "run.json").write_text(json.dumps(RUN | {"steps": 200}))
    assert registry.find("zoo:mine").version
    with pytest.raises(BadRun, match="not finished"):
        zoo.shipped("mine")
    with pytest.raises(BadRun, match="no network"):
        zoo.shipped("nobody")


def test_arrays_that_do_not_fit_each_other_are_refused(folder: Path) -> None:
    with np.load(folder / "policy.npz") as file:
        arrays: dict[str, Any] = dict(file)
    np.savez(folder / "policy.npz", **arrays | {"second.weight": np.zeros((3, 8), np.float32)})
    with pytest.raises(AgentError, match="do not fit"):
        registry.find("zoo:mine")


def test_an_unknown_network_and_other_tables_are_refused_with_a_reason(folder: Path) -> None:
    targets.find("zoo:mine").make(lambda _: None)
    for name in ("lion", "../mine", ""):
        with pytest.raises(AgentError):
            registry.find(f"zoo:{name}")
    entry = registry.find("zoo:mine")
    assert "five plain suits" in entry.refusal(Rules.standard(2, "Rainbow (5 Suits)"))
    assert "other cards or hands" in entry.refusal(Rules(2, hand_size=4))
