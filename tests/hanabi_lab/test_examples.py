"""The programs in docs/examples do what they show."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.contract import Agent
from hanabi_lab.environments.vector import HanabiVectorEnv
from native import Game, Rules
from native.environment.observation import action_of, observe, unpacked

pytestmark = pytest.mark.long

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_ppo_learns_to_score_with_a_partner_in_a_game_of_two_suits() -> None:
    pytest.importorskip("torch", reason="PyTorch is not here; `make train-setup` installs it")
    ppo = example("ppo")
    table = {"players": Rules(2, suits="ry"), "partners": ["rules:piers"], "scoring": "zero"}
    games = HanabiVectorEnv(400, **table)
    settings = ppo.Settings(lanes=64, rollout=32, batch=512, rate=2e-3)
    trainer = ppo.Trainer(HanabiVectorEnv(64, **table), 1, settings, hidden=32, halves=False)
    untrained = ppo.evaluate(trainer.network, games).mean()
    for _ in range(20):
        trainer.update(0.0)
    assert ppo.evaluate(trainer.network, games).mean() > untrained + 1.5


def test_ppo_stores_its_curve_and_its_policy_and_repeats_both(
    tmp_path: Path, settings: Any
) -> None:
    pytest.importorskip("torch", reason="PyTorch is not here; `make train-setup` installs it")
    given = {"partners": "pool:literature7", "scoring": "stacks", "hidden": 8}
    given |= {"steps": 16384, "every": 8192, "games": 50}
    words = [f"--{name}={value}" for name, value in given.items()]
    for wrong in ("--steps=0", "--steps=-1", "--rate=nan"):
        with pytest.raises(SystemExit):
            example("ppo").main([str(tmp_path / "none"), *words, wrong])
    curves = [example("ppo").main([str(tmp_path / name), *words]) for name in ("one", "other")]
    seconds = [point.pop("seconds") for curve in curves for point in curve]
    assert all(seconds)
    assert curves[0] == curves[1]
    stored = (tmp_path / "one" / "curve.jsonl").read_text().splitlines()
    assert [json.loads(line)["steps"] for line in stored] == [8192, 16384]
    with np.load(tmp_path / "one" / "policy.npz") as weights:
        assert weights["first.weight"].shape == (658, 8)
    settings.RUNS_DIR = tmp_path
    _plays_as_it_learned(example("ppo"), registry.find("zoo:one").agent("1"), tmp_path / "one")


def test_a_learner_with_an_imitation_loss_stays_nearer_to_its_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    torch = pytest.importorskip(
        "torch", reason="PyTorch is not here; `make train-setup` installs it"
    )
    monkeypatch.syspath_prepend(EXAMPLES)
    ppo, imitation = example("ppo"), example("imitation")
    table = {"players": 2, "partners": ["rules:piers"], "scoring": "zero"}

    def distance(weight: float) -> float:
        settings = ppo.Settings(lanes=32, rollout=32, batch=256, rate=3e-3, anchor=weight)
        trainer = ppo.Trainer(HanabiVectorEnv(32, **table), 1, settings, hidden=32, halves=False)
        assert imitation.imitate(trainer, "rules:piers", 150, seed=1) > 0.3
        for _ in range(8):
            trainer.update(0.0)
        with torch.no_grad():
            seen = ppo.tensors(trainer.seen)
            logs, near = (network(*seen)[0] for network in (trainer.network, trainer.anchor))
        return float((logs.exp() * (logs - near)).sum(1).mean())

    assert distance(10.0) < distance(0.0)


def _plays_as_it_learned(ppo: Any, agent: Agent, folder: Path) -> None:
    torch = pytest.importorskip("torch")
    network, game = ppo.Network(658, 20, 8, halves=False), Game(Rules(2), seed=1)
    with np.load(folder / "policy.npz") as file:
        network.load_state_dict({name: torch.from_numpy(file[name].T) for name in file.files})
    for _ in range(12):
        view = game.view(game.to_move or 0)
        seen = observe(view)
        bits, legal = unpacked(seen.words, 658), unpacked(np.array([seen.legal]), 20)
        logs, _ = network(torch.from_numpy(bits[None]), torch.from_numpy(legal[None]))
        chosen = agent.decide(view).move
        assert action_of(view, chosen) == int(logs.argmax())
        game.play(chosen)
