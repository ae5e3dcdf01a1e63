"""A cache of the latest table states in this process, by table and version.

The database rows are authoritative: the cache only saves reading and replaying known moves.
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, Protocol, TypeVar

from django.db import connection

from game.models import Table

KEPT = 512
"""The most tables cached; the least recently used is dropped first."""
OVER_KEPT = 32
"""The most finished tables among those cached: players look at the end for a while."""


class OfTable(Protocol):
    """Interface of a table's state, as far as the cache needs it."""

    @property
    def table(self) -> Table:
        """The database row of the table whose state is cached."""

    @property
    def over(self) -> bool:
        """Whether the table's game is over."""


State = TypeVar("State", bound=OfTable)


class Memory(Generic[State]):
    """A thread-safe cache of the latest state of each table."""

    def __init__(self, most: int = KEPT, most_over: int = OVER_KEPT) -> None:
        self.most, self.most_over = most, most_over
        self._states: OrderedDict[str, State] = OrderedDict()
        self._lock = Lock()

    def recall(self, slug: str) -> State | None:
        """Return the cached state (stale if another process changed the table); None if absent."""
        with self._lock:
            if slug in self._states:
                self._states.move_to_end(slug)
            return self._states.get(slug)

    def keep(self, state: State) -> None:
        """Cache a state unless a later version is cached.

        Within a transaction nothing is cached, because it may still be rolled back.
        """
        if connection.in_atomic_block:
            return
        slug = state.table.slug
        with self._lock:
            known = self._states.get(slug)
            if known is None or known.table.version <= state.table.version:
                self._states[slug] = state
                self._states.move_to_end(slug)
            while len(self._states) > self.most:
                self._states.popitem(last=False)
            if state.over:
                over = [slug for slug, kept in self._states.items() if kept.over]
                for slug in over[: -self.most_over]:
                    del self._states[slug]

    def forget(self, slug: str) -> None:
        """Drop a table from the cache, so that it is read from the database again."""
        with self._lock:
            self._states.pop(slug, None)
