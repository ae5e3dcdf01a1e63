"""Goal-Oriented Intrinsic Reward: an extra reward for each move during training.

Algorithm 2 of the paper of Hanabi_Plugins (docs/references.md). A clue is penalised for
each touched card that already had a clue of its colour or rank, and rewarded for each touched card
that is playable; both terms add up (`paper`), so repeating a clue about a playable card still
pays. A discard is rewarded if the card is already on its stack, else
penalised. A failed play is penalised; the game itself rewards a good one. Discards and plays are
judged by the true card, which only the trainer sees.

The published program (`program`) differs twice: a repeated card earns its penalty alone, and the
reward is credited to the wrong move, the same seat's previous one (see `agents.learning.seats`).
"""

import numpy as np
import numpy.typing as npt

from native import MoveKind

REPEATED = -0.1
"""A touched card that already had a clue of this colour or rank."""
PLAYABLE = 0.2
"""A touched card that is playable now."""
USELESS = 0.2
"""A discard of a card that is already on its stack."""
WASTED = -0.2
"""Any other discard."""
FAILED = -0.3
"""A play that costs a strike."""

GOIRS = ("none", "paper", "program")
CREDITS = ("acting", "previous")


def intrinsic(deeds: npt.NDArray[np.void], goir: str) -> npt.NDArray[np.float32]:
    """Return the intrinsic reward of each move, given its `DEED` record; `goir` is one of GOIRS."""
    if goir == "none":
        return np.zeros(len(deeds), np.float32)
    kind = deeds["kind"]
    clue = (
        REPEATED * deeds["repeated"] + PLAYABLE * deeds["playable" if goir == "paper" else "news"]
    )
    discard = np.where(deeds["stacked"], USELESS, WASTED)
    play = np.where(deeds["scored"], 0.0, FAILED)
    earned = np.select([kind == MoveKind.DISCARD, kind == MoveKind.PLAY], [discard, play], clue)
    return earned.astype(np.float32)
