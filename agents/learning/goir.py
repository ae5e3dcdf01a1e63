"""Goal-Oriented Intrinsic Reward: what a move is worth for itself, while an agent learns.

Algorithm 2 of the paper of Hanabi_Plugins (docs/references.md): a clue costs something for
each card that is told again what it was told before, and earns something for each card that can be
played; both terms add. A discard earns if the card is on its stack already, else
it costs; a failed play costs, a good one is rewarded by the game. The discard and the play are
judged by the true card, which nobody but the trainer sees.

The published program adds the reward to the wrong move, the same seat's previous one; `credit`
says which (see `agents.learning.seats`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from native import MoveKind

REPEATED = -0.1
"""A card touched by a clue of a colour or rank that a clue had told of it before."""
PLAYABLE = 0.2
"""A touched card that can be played now."""
USELESS = 0.2
"""A discard of a card that is on its stack already."""
WASTED = -0.2
"""Any other discard."""
FAILED = -0.3
"""A play that costs a strike."""

CREDITS = ("acting", "previous")


def intrinsic(deeds: npt.NDArray[np.void]) -> npt.NDArray[np.float32]:
    """(moves,) the reward of each, from what they did (`native.environment.environment.DEED`)."""
    kind = deeds["kind"]
    clue = REPEATED * deeds["repeated"] + PLAYABLE * deeds["playable"]
    discard = np.where(deeds["stacked"], USELESS, WASTED)
    play = np.where(deeds["scored"], 0.0, FAILED)
    earned = np.select([kind == MoveKind.DISCARD, kind == MoveKind.PLAY], [discard, play], clue)
    return earned.astype(np.float32)
