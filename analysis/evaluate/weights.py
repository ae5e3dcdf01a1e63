"""How much each member of a pool weighs, so that a mean does not depend on how many members play
alike: Nash averaging (Balduzzi et al., "Re-evaluating Evaluation", 2018) for partners.

Two meta-players play a zero-sum game: one picks a challenger out of the pool, the other a partner,
who pays for the points that the pair falls short of the best that anybody in the pool reaches with
this partner. The second one's mixture of most entropy among the best ones is the weights. Points
short and not points: by points alone, whoever plays worst with everybody would get all the weight.
A member that is there twice shares its weight with its copy, and one that tells challengers apart
no better than others do weighs little.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

TEMPERATURE = 0.01
"""Points that the second player gives for one nat of entropy."""
STEPS = 5_000


def weights(table: Floats) -> Floats:
    """(n,): of the members, from mean scores (challengers, n). They add up to 1."""
    return np.frombuffer(_weights(table.astype(np.float64).tobytes(), len(table)))


@lru_cache(maxsize=32)
def _weights(table: bytes, challengers: int) -> bytes:
    """A page asks for those of one pool again and again."""
    scores = np.frombuffer(table).reshape(challengers, -1)
    return mixture(scores.max(axis=0) - scores).tobytes()


def effective(shares: Floats) -> float:
    """How many members that weigh the same would be as varied: e to the entropy."""
    some = shares[shares > 0]
    return float(np.exp(-(some * np.log(some)).sum()))


def mixture(paid: Floats, temperature: float = TEMPERATURE, steps: int = STEPS) -> Floats:
    """(n,): the mixture of columns with which who picks a column gets most of `paid` (m, n) against
    any row, and of all such mixtures nearly the one of most entropy.

    The rows' side of min over p of max over q of p·paid·q + temperature·H(q) is smooth; it is
    solved by accelerated mirror descent (Tseng 2008) from even shares, and q is averaged.
    """
    rows, columns = paid.shape
    gains = paid - (paid.max() + paid.min()) / 2
    steepness = max(float(np.abs(gains).max()) ** 2 / temperature, 1e-12)
    here = mirror = np.full(rows, 1 / rows)
    mixed = np.full(columns, 1 / columns)
    for step in range(steps):
        pace = 2 / (step + 2)
        between = (1 - pace) * here + pace * mirror
        answer = _softmax(between @ gains / temperature)
        mixed = (1 - pace) * mixed + pace * answer
        mirror = _softmax(np.log(np.maximum(mirror, 1e-300)) - gains @ answer / (steepness * pace))
        here = (1 - pace) * here + pace * mirror
    shares: Floats = mixed / mixed.sum()
    return shares


def _softmax(values: npt.NDArray[np.float64]) -> Floats:
    exponents = np.exp(values - values.max())
    shares: Floats = exponents / exponents.sum()
    return shares
