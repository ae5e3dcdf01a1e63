"""Rainbow for Hanabi, in PyTorch: a network that tells how the points to come are distributed.

Bellemare et al., "A distributional perspective on reinforcement learning" (2017): the value of an
action is a distribution over 51 values; the target of a transition is the distribution of the best
legal next action, discounted, shifted by the reward and projected back onto the 51 values; the loss
is the cross-entropy of the two. Illegal actions count neither in choosing nor in the target.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from agents.learning import network
from agents.learning.methods import VALUES
from agents.learning.recipe import Recipe
from agents.learning.streams import stream
from agents.learning.torch_here import torch_here
from native import Rules
from native.environment.observation import bits, unpacked

Array = npt.NDArray[Any]


class Rainbow:
    """A network that learns, its copy that sets targets, and Adam's memory."""

    def __init__(self, rules: Rules, beliefs: int, recipe: Recipe) -> None:
        """`beliefs` is how many numbers are added to an observation. Raises BadRun."""
        self._torch = torch_here(recipe.device, recipe.precision)
        self._bits, self._actions = bits(rules), rules.move_count
        self._method, self._device = recipe.method, recipe.device
        self._low = recipe.precision == "bfloat16"
        method, inputs = recipe.method, self._bits + beliefs
        shapes = network.shapes(inputs, recipe.hidden, self._actions, method.dueling)
        weights = network.initial(shapes, stream(recipe.seed, "weights"))
        self._weights = {name: self._parameter(array) for name, array in weights.items()}
        self._targets = {name: value.detach().clone() for name, value in self._weights.items()}
        self._values = self._torch.tensor(VALUES, device=self._device)
        self._adam = self._torch.optim.Adam(
            list(self._weights.values()),
            lr=recipe.timing.rate * method.rate,
            eps=method.epsilon,
            fused=True,
        )

    def choose(self, words: Array, beliefs: Array, legal: Array) -> npt.NDArray[np.uint8]:
        """(rows,) the best legal actions."""
        with self._torch.no_grad():
            logits = self._logits(self._weights, self._inputs(words, beliefs))
            best = self._best(logits, self._legal(legal))
        return np.asarray(best.cpu().numpy().astype(np.uint8))

    def update(self, rows: npt.NDArray[np.void], counts: Array) -> npt.NDArray[np.float32]:
        """Learn from transitions, each as far as it counts; (rows,) the loss of each before."""
        torch = self._torch
        target = self._target(rows)
        logits = self._logits(self._weights, self._inputs(rows["words"], rows["beliefs"]))
        chosen = self._of_actions(logits, self._tensor(rows["action"].astype(np.int64)))
        losses = -(target * torch.log_softmax(chosen, 1)).sum(1)
        self._adam.zero_grad()
        (losses * self._tensor(counts)).mean().backward()
        if self._method.clip:
            torch.nn.utils.clip_grad_norm_(list(self._weights.values()), self._method.clip)
        self._adam.step()
        return np.asarray(losses.detach().cpu().numpy())

    def renew_targets(self) -> None:
        """From now on targets are set by the network as it is now."""
        with self._torch.no_grad():
            for name, weight in self._weights.items():
                self._targets[name].copy_(weight)

    def weights(self) -> dict[str, Array]:
        """A copy of the network for NumPy."""
        return {name: self._array(weight) for name, weight in self._weights.items()}

    def _target(self, rows: npt.NDArray[np.void]) -> Any:
        """(rows, atoms) what the distributions should be."""
        torch = self._torch
        with torch.no_grad():
            inputs, legal = (
                self._inputs(rows["next_words"], rows["next_beliefs"]),
                rows["next_legal"],
            )
            logits = self._logits(self._targets, inputs)
            judge = self._logits(self._weights, inputs) if self._method.double else logits
            best = self._best(judge, self._legal(legal))
            chances = torch.softmax(self._of_actions(logits, best), 1)
            rewards, discounts = self._tensor(rows["reward"]), self._tensor(rows["discount"])
            reached = rewards[:, None] + discounts[:, None] * self._values
            return network.project(reached, chances)

    def _best(self, logits: Any, legal: Any) -> Any:
        means = self._torch.softmax(logits, 2) @ self._values
        return means.masked_fill(~legal, -self._torch.inf).argmax(1)

    def _of_actions(self, logits: Any, actions: Any) -> Any:
        """(rows, actions, atoms) to (rows, atoms)."""
        return logits[self._torch.arange(len(actions), device=self._device), actions]

    def _logits(self, weights: dict[str, Any], inputs: Any) -> Any:
        kind = self._device
        with self._torch.autocast(kind, dtype=self._torch.bfloat16, enabled=self._low):
            logits = network.logits_of(weights, inputs)
        return logits.float()

    def _inputs(self, words: Array, beliefs: Array) -> Any:
        seen = self._tensor(unpacked(words, self._bits)).float()
        if not beliefs.shape[1]:
            return seen
        return self._torch.cat([seen, self._tensor(beliefs.astype(np.float32))], 1)

    def _legal(self, legal: Array) -> Any:
        """(rows,) bit sets to (rows, actions) booleans."""
        return self._tensor(unpacked(legal[:, None], self._actions)).bool()

    def _tensor(self, array: Array) -> Any:
        return self._torch.from_numpy(np.ascontiguousarray(array)).to(self._device)

    def _parameter(self, array: Array) -> Any:
        return self._tensor(array.copy()).requires_grad_()

    def _array(self, tensor: Any) -> Array:
        return np.asarray(tensor.detach().cpu().numpy().copy())

    def state(self) -> dict[str, Array]:
        """All that is needed to go on."""
        kept = {}
        for name, weight in self._weights.items():
            memory = self._adam.state.get(weight, {})
            kept[f"weight-{name}"] = self._array(weight)
            kept[f"target-{name}"] = self._array(self._targets[name])
            kept |= {f"{what}-{name}": self._array(value) for what, value in memory.items()}
        return kept

    def restore(self, state: dict[str, Array]) -> None:
        """Go on from a state. Raises KeyError or RuntimeError for one of another network."""
        torch = self._torch
        with torch.no_grad():
            for name, weight in self._weights.items():
                weight.copy_(self._tensor(state[f"weight-{name}"]))
                self._targets[name].copy_(self._tensor(state[f"target-{name}"]))
                if f"step-{name}" in state:
                    self._adam.state[weight] = {
                        what: self._tensor(state[f"{what}-{name}"])
                        for what in ("step", "exp_avg", "exp_avg_sq")
                    }
