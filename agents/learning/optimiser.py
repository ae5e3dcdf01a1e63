"""Weights and the state of PyTorch's optimiser Adam in the checkpoints of training runs."""

from collections.abc import Callable, Mapping
from typing import Any

from agents.learning.network import Weights


def state_of(
    adam: Any, weights: Weights, array: Callable[[Any], Any], mark: str = "-"
) -> dict[str, Any]:
    """Return the tensors `weights` and Adam's state of each, converted by `array`, by name, such as
    `weight-w1`, `step-w1` and `exp_avg-w1`; `mark` joins the two parts of a name. There is no state
    before the first step.
    """
    return {
        f"{what}{mark}{name}": array(value)
        for name, weight in weights.items()
        for what, value in {"weight": weight, **adam.state.get(weight, {})}.items()
    }


def restore(
    adam: Any,
    weights: Weights,
    state: Mapping[str, Any],
    tensor: Callable[[Any], Any],
    mark: str = "-",
) -> None:
    """Copy the arrays of a checkpoint, named as by `state_of`, to the tensors `weights` and to
    Adam's state. `tensor` converts an array to PyTorch. Raise KeyError or RuntimeError if they are
    of a different network.
    """
    for name, weight in weights.items():
        weight.detach().copy_(tensor(state[f"weight{mark}{name}"]))
        if f"step{mark}{name}" in state:
            adam.state[weight] = {
                what: tensor(state[f"{what}{mark}{name}"])
                for what in ("step", "exp_avg", "exp_avg_sq")
            }
