"""Which stream of the run's seed serves what, so that every draw hangs on the seed and the number
of the individual alone, and on nothing that was drawn before."""

from __future__ import annotations

import numpy as np

from agents.archives.grid import Ints
from native.play.matches import Words

BREEDING = 0
GAMES = 1
"""Games 0, 1 ... of the individual itself."""
REMEASURING = 2
INCUMBENT = 16
"""The incumbent's games against a challenger: one stream a round."""

PURPOSES = 2**16


def streams(individuals: Ints, purpose: int) -> Words:
    """The streams of these individuals for one purpose."""
    return (individuals * PURPOSES + purpose).astype(np.uint64)
