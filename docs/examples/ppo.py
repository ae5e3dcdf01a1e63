"""Train a learner by PPO (Schulman et al., 2017) beside partners that it has never met.

    python docs/examples/ppo.py runs/my-ppo --partners pool:improved-1 --steps 20000000 --seed 1

The learner has one seat, at random in each game; a partner of the pool has the other and moves
within the environment's step. The policy is a small network over the observation of its seat, and
illegal actions get probability 0. It needs `pip install '.[environments,train]'`.

In the folder `policy.npz` is the network, `run.json` says how it was trained, and `curve.jsonl` has
a line for each evaluation: the mean of greedy games on fresh deals, with its standard error. One
core makes about 30,000 steps a second.

In RUNS_DIR it plays at any table of the lab:

    python manage.py evaluate zoo:my-ppo --games 100
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from hanabi_lab.environments.vector import Arrays, HanabiVectorEnv

EVALUATION_SEED = 10**9
"""The deals of evaluations, which no training seed below it has."""


class Settings(NamedTuple):
    """The hyperparameters of PPO: common values, a few of them tuned in short runs."""

    lanes: int = 128
    rollout: int = 64
    """Steps in each lane between two updates."""
    epochs: int = 2
    batch: int = 1024
    rate: float = 2.5e-4
    """Adam's learning rate, which falls linearly to a tenth."""
    gamma: float = 0.99
    smoothing: float = 0.9
    """The lambda of the advantages (Schulman et al., 2016)."""
    clip: float = 0.2
    entropy: float = 0.01
    """The weight of the entropy, which falls linearly to a tenth."""
    value: float = 0.02
    """The weight of the value's error: returns are large, and both heads share two layers."""
    norm: float = 0.5
    anchor: float = 0.1
    """The weight of the divergence from `Trainer.anchor`."""


class Network(nn.Module):
    """A network with two hidden layers and two outputs: a logit for each action, and the position's
    value.
    """

    def __init__(self, bits: int, actions: int, hidden: int, *, halves: bool) -> None:
        """Initialise random weights from PyTorch's global seed; `halves` computes in bfloat16."""
        super().__init__()
        self.halves = halves
        self.first, self.second = nn.Linear(bits, hidden), nn.Linear(hidden, hidden)
        self.actions, self.value = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        for layer, gain in ((self.first, 2**0.5), (self.second, 2**0.5), (self.actions, 0.01)):
            nn.init.orthogonal_(layer.weight, gain)

    def forward(self, bits: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
        """Return log probabilities of the actions, shape (rows, actions), and values, shape
        (rows,).
        """
        with torch.autocast("cpu", torch.bfloat16, enabled=self.halves):
            hidden = self.second(self.first(bits.float()).relu()).relu()
            scores, values = self.actions(hidden).float(), self.value(hidden).float()
        return scores.masked_fill(legal == 0, -1e9).log_softmax(1), values.squeeze(1)


class Rollout(NamedTuple):
    """Steps of all lanes; each tensor begins with the shape (steps, lanes)."""

    bits: Tensor
    legal: Tensor
    actions: Tensor
    chances: Tensor
    """The log probabilities that the actions had."""
    advantages: Tensor
    returns: Tensor


class Trainer:
    """A network, its environment and its optimiser."""

    def __init__(
        self, env: HanabiVectorEnv, seed: int, settings: Settings, *, hidden: int, halves: bool
    ) -> None:
        """Start the games of `seed`."""
        torch.manual_seed(seed)
        torch.set_num_threads(1)  # More would gain little with so small a network.
        self.env, self.settings = env, settings
        self.bits = tensors(env.reset()[0])[0].shape[1]
        self.network = Network(self.bits, env.rules.move_count, hidden, halves=halves)
        self.optimiser = torch.optim.Adam(self.network.parameters(), eps=1e-5)
        self.anchor: Network | None = None
        """A policy to stay near (`imitation.py`)."""
        self.seen, _ = env.reset(seed=seed)

    def rollout(self) -> Rollout:
        """Play some steps in every lane, and compute the return of each step."""
        steps, lanes = self.settings.rollout, self.env.num_envs
        bits = torch.empty(steps, lanes, self.bits, dtype=torch.uint8)
        legal = torch.empty(steps, lanes, self.env.rules.move_count, dtype=torch.int8)
        actions = torch.empty(steps, lanes, dtype=torch.long)
        chances, values, rewards, goes_on = torch.empty(4, steps, lanes)
        for step in range(steps):
            bits[step], legal[step] = tensors(self.seen)
            with torch.no_grad():
                logs, values[step] = self.network(bits[step], legal[step])
            actions[step] = torch.multinomial(logs.exp(), 1).squeeze(1)
            chances[step] = logs.gather(1, actions[step, :, None]).squeeze(1)
            self.seen, gained, ended, *_ = self.env.step(actions[step].numpy())
            rewards[step] = torch.from_numpy(gained)
            goes_on[step] = torch.from_numpy(~ended)
        with torch.no_grad():
            next_value = self.network(*tensors(self.seen))[1]
        gamma, advantages = self.settings.gamma, torch.empty(steps, lanes)
        later = torch.zeros(lanes)
        for step in reversed(range(steps)):
            surprise = rewards[step] + gamma * goes_on[step] * next_value - values[step]
            later = surprise + gamma * self.settings.smoothing * goes_on[step] * later
            advantages[step], next_value = later, values[step]
        return Rollout(bits, legal, actions, chances, advantages, advantages + values)

    def update(self, done: float) -> float:
        """Play a rollout and learn from it. `done` is the share of the training that is over.
        Return the mean entropy of the policy.
        """
        settings, falling = self.settings, 1 - 0.9 * done
        for group in self.optimiser.param_groups:
            group["lr"] = settings.rate * falling
        played = Rollout(*(part.flatten(0, 1) for part in self.rollout()))
        entropies = []
        for _ in range(settings.epochs):
            for rows in torch.split(torch.randperm(len(played.actions)), settings.batch):
                batch = Rollout(*(part[rows] for part in played))
                logs, values = self.network(batch.bits, batch.legal)
                chances = logs.gather(1, batch.actions[:, None]).squeeze(1)
                ratio = (chances - batch.chances).exp()
                gains = (batch.advantages - batch.advantages.mean()) / (
                    batch.advantages.std() + 1e-8
                )
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                entropy = -(logs.exp() * logs).sum(1).mean()
                loss = (
                    -torch.minimum(ratio * gains, clipped * gains).mean()
                    + settings.value * (values - batch.returns).square().mean()
                    - settings.entropy * falling * entropy
                )
                if self.anchor is not None:
                    near, _ = self.anchor(batch.bits, batch.legal)
                    loss += settings.anchor * (logs.exp() * (logs - near)).sum(1).mean()
                self.optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), settings.norm)
                self.optimiser.step()
                entropies.append(entropy.item())
        return float(np.mean(entropies))


def tensors(seen: Arrays) -> tuple[Tensor, Tensor]:
    """Return the bits and the legal actions of an observation as tensors."""
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"])


def evaluate(network: Network, env: HanabiVectorEnv) -> np.ndarray:
    """Return the score of the first game in each lane, shape (lanes,), with the likeliest action
    always chosen. Counting only first games gives long and short games the same weight.
    """
    seen, _ = env.reset(seed=EVALUATION_SEED)
    scores = np.full(env.num_envs, -1)
    while (scores < 0).any():
        with torch.no_grad():
            logs, _ = network(*tensors(seen))
        seen, _, ended, _, infos = env.step(logs.argmax(1).numpy())
        first = ended & (scores < 0)
        scores[first] = infos["final_score"][first]
    return scores


def save(network: Network, path: Path) -> None:
    """Write the weights, each layer's matrix with shape (inputs, outputs), as a NumPy file."""
    arrays = {name: array.numpy() for name, array in network.state_dict().items()}
    np.savez_compressed(path, **{name: array.T for name, array in arrays.items()})


def main(
    words: list[str] | None = None, prepare: Callable[[Trainer], object] = bool, **facts: str
) -> list[dict[str, float]]:
    """Train from the command line, after `prepare`; return the lines of the curve. `facts` are
    more entries of `run.json`.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the policy and the curve are written")
    about = "a pool or a file of agents; empty: the learner plays with itself"
    parser.add_argument("--partners", default="pool:improved-1", help=about)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--scoring", choices=["zero", "stacks"], default="zero")
    parser.add_argument("--steps", type=int, default=20_000_000, help="learner's turns in all")
    parser.add_argument("--every", type=int, default=1_000_000, help="turns between evaluations")
    parser.add_argument("--games", type=int, default=2_000, help="games of an evaluation")
    parser.add_argument("--hidden", type=int, default=256, help="units in each hidden layer")
    parser.add_argument("--rate", type=float, default=Settings().rate, help="the learning rate")
    parser.add_argument("--bfloat16", action="store_true", help="faster where processors have it")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(words)
    if min(chosen.steps, chosen.every, chosen.hidden) < 1 or chosen.games < 2:
        parser.error("steps, every and hidden must be 1 or more, games 2 or more")
    if not 0 < chosen.rate < 1:
        parser.error("the rate must be between 0 and 1")
    settings = Settings(rate=chosen.rate)
    table = {"partners": chosen.partners or None, "scoring": chosen.scoring}
    lanes = HanabiVectorEnv(settings.lanes, chosen.players, **table)
    tests = HanabiVectorEnv(chosen.games, chosen.players, **table)
    shape = {"hidden": chosen.hidden, "halves": chosen.bfloat16}
    trainer = Trainer(lanes, chosen.seed, settings, **shape)
    prepare(trainer)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    names = ("partners", "players", "scoring", "steps")
    run = facts | {name: getattr(chosen, name) for name in names}
    run |= {"command": shlex.join(["python", *sys.argv])}
    (chosen.folder / "run.json").write_text(json.dumps(run))
    began, steps, curve = time.process_time(), 0, []
    with (chosen.folder / "curve.jsonl").open("w") as file:
        while steps < chosen.steps:
            entropy = trainer.update(steps / chosen.steps)
            before, steps = steps, steps + settings.lanes * settings.rollout
            if steps // chosen.every == before // chosen.every and steps < chosen.steps:
                continue
            scores = evaluate(trainer.network, tests)
            point = {
                "steps": steps,
                "mean": float(scores.mean()),
                "sem": float(scores.std(ddof=1) / len(scores) ** 0.5),
                "entropy": entropy,
                "seconds": time.process_time() - began,
            }
            print(json.dumps(point), file=file, flush=True)
            print(f"{steps:,} steps: {point['mean']:.2f} ± {point['sem']:.2f} points", flush=True)
            save(trainer.network, chosen.folder / "policy.npz")
            curve.append(point)
    return curve


if __name__ == "__main__":
    main()
