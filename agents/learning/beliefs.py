"""What a seat's own cards are likely to be, added to its observation: one chance for each identity
of each card, the oldest card first; 0 for missing ones.

`none` adds nothing. `exact` counts deals with the empathy kernel: clues and what the seat sees, no
guess at what anybody meant. `hcic` asks a model that has learnt from games.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from native import Rules, View
from native.empathy.odds import odds
from native.environment.environment import Environment

Lanes = npt.NDArray[np.int64]


class Belief(Protocol):
    """A way to tell."""

    def width(self, rules: Rules) -> int:
        """How many numbers it adds."""
        ...

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        """(lanes, width) float32, of whoever is to move in these."""
        ...

    def of_view(self, view: View) -> Any:
        """(width,) float32, of the seat of a view."""
        ...


class NoBelief:
    """Adds nothing."""

    def width(self, rules: Rules) -> int:
        return 0

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        return np.zeros((len(lanes), 0), np.float32)

    def of_view(self, view: View) -> Any:
        return np.zeros(0, np.float32)


class ExactBelief:
    """The share of deals, among those that fit, in which the card is that."""

    def width(self, rules: Rules) -> int:
        return rules.hand_size * rules.max_score

    def of(self, environment: Environment, lanes: Lanes) -> Any:
        return environment.odds()[lanes].reshape(len(lanes), -1)

    def of_view(self, view: View) -> Any:
        chances = np.zeros((view.rules.hand_size, view.rules.max_score), np.float32)
        by_slot = odds(view)
        for position, slot in enumerate(view.own_slots):
            card = by_slot[slot]
            assert card is not None
            chances[position] = np.array(card.ways) / card.deals
        return chances.reshape(-1)
