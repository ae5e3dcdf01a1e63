"""Weights of a pool's members by Nash averaging, so that members that play alike count once.

Balduzzi et al., "Re-evaluating Evaluation", 2018, applied to partners. Two meta-players play a
zero-sum game: one picks a challenger from the pool, the other a partner. The second pays the points
by which the pair falls short of the best score that any pool member reaches with this partner. The
weights are the second player's optimal mixture of maximum entropy.

Shortfalls are used because with plain scores the worst partner would get all the weight. A member
and its copy share one weight, and a member that does not separate challengers better than others do
gets little.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

TEMPERATURE = 0.01
"""Points that the second player trades for one nat of entropy."""
STEPS = 5_000


def weights(table: Floats) -> Floats:
    """Return the members' weights, shape (n,), which sum to 1; `table` has mean scores (m, n)."""
    return np.frombuffer(_weights(table.astype(np.float64).tobytes(), len(table)))


@lru_cache(maxsize=32)
def _weights(table: bytes, challengers: int) -> bytes:
    """Compute the weights, cached because a page asks for the same pool repeatedly."""
    scores = np.frombuffer(table).reshape(challengers, -1)
    return mixture(scores.max(axis=0) - scores).tobytes()


def effective(shares: Floats) -> float:
    """Return the effective number of members: exp(entropy of the shares)."""
    some = shares[shares > 0]
    return float(np.exp(-(some * np.log(some)).sum()))


def mixture(paid: Floats, temperature: float = TEMPERATURE, steps: int = STEPS) -> Floats:
    """Return the column player's optimal mixture, shape (n,), nearly of maximum entropy.

    `paid` (m, n) is what the row player pays the column player. The rows' side of min over p of max
    over q of p·paid·q + temperature·H(q) is smooth; it is solved by accelerated mirror descent
    (Tseng 2008) from even shares, and q is averaged.
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
