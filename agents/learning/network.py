"""The network that predicts value distributions, in code that runs in both NumPy and PyTorch.

So a policy at a table computes the same function as in training. Weights are a dictionary of
arrays of either library; a layer's matrix has shape (inputs, outputs). PyTorch is imported only
for training.
"""

import importlib
import os
import re
from pathlib import Path
from typing import Any

import numpy as np

from agents.runs.errors import BadRun

ATOMS = 51
LARGEST = 25.0
"""The largest value of a value distribution, whose atoms are spread evenly over [-LARGEST,
LARGEST]."""
VALUES = np.linspace(-LARGEST, LARGEST, ATOMS, dtype=np.float32)

Weights = dict[str, Any]
CPUINFO = Path("/proc/cpuinfo")


def shapes(
    inputs: int, hidden: int, actions: int, dueling: bool, cards: int = 0
) -> dict[str, tuple[int, ...]]:
    """Return {name: shape} of every weight array of a network with two hidden layers.

    `inputs`, `hidden` and `actions` are the number of inputs, of units per hidden layer, and of
    actions. `dueling` adds a separate estimate of the state's value. `cards` is the width of the
    output that predicts the own cards; 0 for none.
    """
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


INITIALS = ("published", "narrow")
HIDDEN_LAYERS = ("w1", "w2")


def initial(
    layout: dict[str, tuple[int, ...]], random: np.random.Generator, spread: str = "published"
) -> Weights:
    """Return random initial weights for the arrays in `layout` (shapes by name): matrices uniform
    around 0, biases 0.

    With `spread` "narrow" the variance is 1 / (sqrt(3) * inputs) in every layer. With "published"
    it is 2 / (inputs + outputs) in the two hidden layers (Glorot and Bengio, 2010), and as with
    "narrow" elsewhere.
    """
    weights = {}
    for name, shape in layout.items():
        variance = 1 / (3**0.5 * shape[0]) if name.startswith("w") else 0.0
        if name in HIDDEN_LAYERS and spread == "published":
            variance = 2 / sum(shape)
        widest = (3 * variance) ** 0.5
        weights[name] = ((2 * random.random(shape) - 1) * widest).astype(np.float32)
    return weights


def hidden_of(weights: Weights, inputs: Any) -> Any:
    """Return the activations of the second hidden layer, shape (…, rows, hidden), for inputs of
    shape (…, rows, inputs). All arrays may have a leading dimension of several networks.
    """
    first = _rectified(inputs @ weights["w1"] + weights["b1"])
    return _rectified(first @ weights["w2"] + weights["b2"])


def logits_of(weights: Weights, inputs: Any) -> Any:
    """Return the logits of each action's value distribution, shape (…, rows, actions, atoms), for
    inputs of shape (…, rows, inputs). All arrays may have a leading dimension of several networks.
    """
    return logits_from(weights, hidden_of(weights, inputs))


def cards_from(weights: Weights, hidden: Any, identities: int) -> Any:
    """Return the logits of the own cards, shape (rows, cards, identities), from the activations
    `hidden` of the second hidden layer, shape (rows, hidden). `identities` is the number of
    identities.
    """
    logits = hidden @ weights["wcards"] + weights["bcards"]
    return logits.reshape(logits.shape[0], -1, identities)


def logits_from(weights: Weights, hidden: Any) -> Any:
    """Return the logits of each action's value distribution, shape (…, rows, actions, atoms), from
    the activations `hidden` of the second hidden layer, shape (…, rows, hidden). All arrays may
    have a leading dimension of several networks.
    """
    flat = hidden @ weights["wactions"] + weights["bactions"]
    logits = flat.reshape(*flat.shape[:-1], -1, ATOMS)
    if "wstate" not in weights:
        return logits
    state = (hidden @ weights["wstate"] + weights["bstate"])[..., None, :]
    return state + logits - logits.mean(-2)[..., None, :]


def level_of(weights: Weights, hidden: Any) -> Any:
    """Return the part of the logits that a dueling network adds to every action alike: the state's
    value minus the mean over the actions, shape (rows, atoms).

    `hidden` has the activations of the second hidden layer, shape (rows, hidden).
    """
    matrix = weights["wactions"].reshape(hidden.shape[1], -1, ATOMS).mean(1)
    bias = weights["bactions"].reshape(-1, ATOMS).mean(0)
    return hidden @ (weights["wstate"] - matrix) + weights["bstate"] - bias


def values_of(weights: Weights, inputs: Any) -> Any:
    """Return the expected value of each action, shape (rows, actions), for inputs of shape
    (rows, inputs); arrays of NumPy only.
    """
    logits = logits_of(weights, inputs)
    chances = np.exp(logits - logits.max(axis=2, keepdims=True))
    return (chances @ VALUES) / chances.sum(axis=2)


def project(reached: Any, chances: Any) -> Any:
    """Project value distributions onto the fixed atoms `VALUES`; return the probabilities of these
    atoms, shape (rows, atoms).

    A distribution has the values `reached` with the probabilities `chances`, both of shape
    (rows, atoms). Probability between two fixed atoms is split by distance; values are clipped to
    the atoms' range.
    """
    at = (reached.clip(-LARGEST, LARGEST) + LARGEST) * ((ATOMS - 1) / (2 * LARGEST))
    below = (at // 1).clip(0, ATOMS - 2)
    above = (at - below) * chances
    return _at_atoms(below, chances - above) + _at_atoms(below + 1, above)


def _at_atoms(places: Any, chances: Any) -> Any:
    """Sum the probabilities that fall on the same atom; return (rows, atoms)."""
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


def torch_here(device: str = "cpu", precision: str = "float32") -> Any:
    """Import PyTorch, configure it for reproducible results, and return the module.

    `device` is `cpu` or `cuda`, `precision` is `float32` or `bfloat16`.

    Raise BadRun if PyTorch is not installed or does not support the device or precision.
    """
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise BadRun("Training needs PyTorch, which `make train-setup` installs.") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise BadRun("PyTorch sees no CUDA device here; --device cpu needs none.")
    if precision == "bfloat16" and device == "cpu" and not _multiplies_bfloat16(torch):
        raise BadRun("This processor is slower in bfloat16 than in float32; leave --precision out.")
    if device == "cuda":
        # Sums in a fixed order, so that the same device gives the same bytes.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
    else:
        # More threads would contend for shared cores and change the order of sums.
        torch.set_num_threads(1)
    return torch


def _multiplies_bfloat16(torch: Any) -> bool:
    try:
        flags = re.search("^flags.*", CPUINFO.read_text(), re.MULTILINE)
    except OSError:
        flags = None
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported() and flags and "bf16" in flags[0])
