"""The network of a value distribution, in lines that NumPy and PyTorch both run.

What a policy is at a table is therefore what it was while it learnt. Weights are a dictionary of
arrays of either library; a layer's matrix is (inputs, outputs).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.learning.methods import ATOMS, LARGEST, VALUES

Weights = dict[str, Any]


def shapes(
    inputs: int, hidden: int, actions: int, dueling: bool, cards: int = 0
) -> dict[str, tuple[int, ...]]:
    """The arrays of a network of two hidden layers; `cards` are numbers that it tells of them."""
    layers = {"1": (inputs, hidden), "2": (hidden, hidden), "actions": (hidden, actions * ATOMS)}
    if dueling:
        layers["state"] = (hidden, ATOMS)
    if cards:
        layers["cards"] = (hidden, cards)
    return {
        f"{part}{name}": shape if part == "w" else shape[1:]
        for name, shape in layers.items()
        for part in "wb"
    }


def initial(layout: dict[str, tuple[int, ...]], random: np.random.Generator) -> Weights:
    """Uniform with variance 1 / (sqrt(3) * inputs), as in the published program; biases 0."""
    weights = {}
    for name, shape in layout.items():
        widest = (3**0.5 / shape[0]) ** 0.5 if name.startswith("w") else 0.0
        weights[name] = ((2 * random.random(shape) - 1) * widest).astype(np.float32)
    return weights


def hidden_of(weights: Weights, inputs: Any) -> Any:
    """(rows, inputs) to (rows, hidden)."""
    first = _rectified(inputs @ weights["w1"] + weights["b1"])
    return _rectified(first @ weights["w2"] + weights["b2"])


def logits_of(weights: Weights, inputs: Any) -> Any:
    """(rows, inputs) to (rows, actions, atoms): log chances of values, unscaled."""
    return logits_from(weights, hidden_of(weights, inputs))


def cards_from(weights: Weights, hidden: Any, identities: int) -> Any:
    """(rows, hidden) to (rows, cards, identities): log chances of the own cards, unscaled."""
    told = hidden @ weights["wcards"] + weights["bcards"]
    return told.reshape(told.shape[0], -1, identities)


def logits_from(weights: Weights, hidden: Any) -> Any:
    """(rows, hidden) to (rows, actions, atoms)."""
    flat = hidden @ weights["wactions"] + weights["bactions"]
    logits = flat.reshape(flat.shape[0], -1, ATOMS)
    if "wstate" not in weights:
        return logits
    state = (hidden @ weights["wstate"] + weights["bstate"])[:, None]
    return state + logits - logits.mean(1)[:, None]


def level_of(weights: Weights, hidden: Any) -> Any:
    """(rows, hidden) to (rows, atoms): what dueling adds to each action's own logits."""
    matrix = weights["wactions"].reshape(hidden.shape[1], -1, ATOMS).mean(1)
    bias = weights["bactions"].reshape(-1, ATOMS).mean(0)
    return hidden @ (weights["wstate"] - matrix) + weights["bstate"] - bias


def values_of(weights: Weights, inputs: Any) -> Any:
    """(rows, inputs) to (rows, actions): what each action brings on average. NumPy alone."""
    logits = logits_of(weights, inputs)
    chances = np.exp(logits - logits.max(axis=2, keepdims=True))
    return (chances @ VALUES) / chances.sum(axis=2)


def project(reached: Any, chances: Any) -> Any:
    """(rows, atoms) `chances` of the values `reached` as chances of the fixed values.

    What lies between two of them is shared by nearness, and what lies beyond the last one counts
    as that.
    """
    at = (reached.clip(-LARGEST, LARGEST) + LARGEST) * ((ATOMS - 1) / (2 * LARGEST))
    below = (at // 1).clip(0, ATOMS - 2)
    above = (at - below) * chances
    return _at_atoms(below, chances - above) + _at_atoms(below + 1, above)


def _at_atoms(places: Any, chances: Any) -> Any:
    """(rows, atoms) the sums of the chances that are to be at the same atom."""
    rows, columns = places.shape
    if isinstance(places, np.ndarray):
        flat = (places + ATOMS * np.arange(rows)[:, None]).astype(np.int64).reshape(-1)
        sums: Any = np.bincount(flat, chances.reshape(-1), rows * ATOMS)
    else:
        starts = places.new_ones(rows).cumsum(0)[:, None] * ATOMS - ATOMS
        flat = (places + starts).long().reshape(-1)
        sums = chances.new_zeros(rows * ATOMS).index_add_(0, flat, chances.reshape(-1))
    return sums.reshape(rows, columns)


def _rectified(values: Any) -> Any:
    return values * (values > 0) if isinstance(values, np.ndarray) else values.relu()
