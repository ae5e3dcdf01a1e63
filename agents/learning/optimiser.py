"""What the learners in PyTorch share: weights and the optimiser Adam on one device, and their state
in the checkpoints of training runs.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.learning.network import Weights

Array = npt.NDArray[Any]


class Optimised:
    """Base of learners that train weights in PyTorch. A subclass sets `_torch`, the PyTorch module,
    and `_device`, such as `cpu`, and then calls `_optimise`.
    """

    _torch: Any
    _device: str
    _weights: Weights
    _adam: Any

    def _optimise(self, weights: Mapping[str, Array], **settings: Any) -> None:
        """Begin with these weights, and with Adam in its initial state with these settings."""
        self._weights = {
            name: self._tensor(array.copy()).requires_grad_() for name, array in weights.items()
        }
        parameters = list(self._weights.values())
        self._adam = self._torch.optim.Adam(parameters, fused=True, **settings)

    def _step(self) -> None:
        """Update the weights by their gradients. Adam's moments of inputs that are hardly ever set
        become denormal numbers, with which processors are slow; here they become 0.
        """
        self._torch.set_flush_denormal(True)
        try:
            self._adam.step()
        finally:
            self._torch.set_flush_denormal(False)

    def _tensor(self, array: Array) -> Any:
        # `ascontiguousarray` would turn a number into an array of one.
        return self._torch.from_numpy(np.asarray(array, order="C")).to(self._device)

    def _array(self, tensor: Any) -> Array:
        """Return a copy of a tensor on the host."""
        return np.array(tensor.detach().cpu().numpy())

    def _learnt(self, mark: str = "-") -> dict[str, Array]:
        """Return the weights and Adam's state of each by name, such as `weight-w1`, `step-w1` and
        `exp_avg-w1`; `mark` joins the two parts of a name. There is no state before the first step.
        """
        return {
            f"{what}{mark}{name}": self._array(value)
            for name, weight in self._weights.items()
            for what, value in {"weight": weight, **self._adam.state.get(weight, {})}.items()
        }

    def _relearn(self, state: Mapping[str, Array], mark: str = "-") -> None:
        """Restore the weights and Adam's state from a checkpoint, the arrays that `_learnt`
        returned. Raise KeyError or RuntimeError if they are of a different network.
        """
        for name, weight in self._weights.items():
            weight.detach().copy_(self._tensor(state[f"weight{mark}{name}"]))
            if f"step{mark}{name}" in state:
                self._adam.state[weight] = {
                    what: self._tensor(np.array(state[f"{what}{mark}{name}"]))
                    for what in ("step", "exp_avg", "exp_avg_sq")
                }
