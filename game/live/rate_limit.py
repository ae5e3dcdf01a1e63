"""How much one socket may ask: a bucket of tokens that fills with time."""

from __future__ import annotations

import time
from collections.abc import Callable


class TokenBucket:
    """At most ``capacity`` requests at once, ``per_second`` in the long run."""

    def __init__(
        self, capacity: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.capacity = capacity
        self.per_second = per_second
        self.clock = clock
        self.left = capacity
        self.seen = clock()

    def take(self) -> bool:
        """Take a token; False if none is left."""
        now = self.clock()
        self.left = min(self.capacity, self.left + (now - self.seen) * self.per_second)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
