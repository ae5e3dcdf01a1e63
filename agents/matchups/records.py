"""Records of an evaluation's games: score, end and the tallies behind the measures."""

import numpy as np
import numpy.typing as npt

from native.play.rows import CONDUCT, Rows

RECORD = np.dtype(
    [
        ("score", np.uint8),
        ("strikes", np.uint8),
        ("turns", np.uint8),
        ("end", np.uint8),
        ("own", CONDUCT),
        ("others", CONDUCT),
    ],
    align=True,
)
"""`score` counts cards played and `end` is an `End`. `own` holds the tallies of the challenger's
seat, `others` those of the other seats together; measures are computed from them."""

Records = npt.NDArray[np.void]
"""Array of dtype RECORD, by game."""


def records(rows: Rows, seats: npt.NDArray[np.int64]) -> Records:
    """Return the records of complete games; `seats` are the challenger's."""
    kept = np.zeros(len(rows), RECORD)
    for name in ("score", "strikes", "turns", "end"):
        kept[name] = rows[name]
    of_seats = rows["seats"]
    for tally in CONDUCT.names or ():
        own = of_seats[tally][np.arange(len(rows)), seats]
        kept["own"][tally] = own
        kept["others"][tally] = of_seats[tally].sum(axis=1) - own
    return kept
