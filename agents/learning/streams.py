"""Random numbers of a run, each drawn from its seed, its purpose and the turn alone.

So nothing of them is kept, and a run that is resumed draws what it would have drawn.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np


def stream(seed: str, purpose: str, turn: int = 0) -> np.random.Generator:
    """The numbers of a purpose at a turn."""
    key = blake2b(f"{purpose}/{seed}".encode(), digest_size=16, person=b"learning").digest()
    # The low word of the counter counts what is drawn; the next one tells turns apart.
    return np.random.Generator(
        np.random.Philox(key=int.from_bytes(key, "little"), counter=turn << 64)
    )
