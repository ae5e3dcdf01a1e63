"""What this process saw last, by table and version. Rows stay the truth: what is kept here saves
reading and replaying what is known already, and nothing is lost with it."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, Protocol, TypeVar

from django.db import connection

from game.models import Table

KEPT = 512
"""Tables; the one looked at longest ago goes first."""
OVER_KEPT = 32
"""Of these, tables whose game is over: people look at its end for a while."""


class OfTable(Protocol):
    @property
    def table(self) -> Table:
        """The table at one version."""
        ...

    @property
    def over(self) -> bool:
        """Whether its game is over."""
        ...


State = TypeVar("State", bound=OfTable)


class Memory(Generic[State]):
    """The latest state of each table, for all threads."""

    def __init__(self, most: int = KEPT, most_over: int = OVER_KEPT) -> None:
        self.most, self.most_over = most, most_over
        self._states: OrderedDict[str, State] = OrderedDict()
        self._lock = Lock()

    def recall(self, slug: str) -> State | None:
        """The table as it was seen last, which may have changed since in another process."""
        with self._lock:
            if slug in self._states:
                self._states.move_to_end(slug)
            return self._states.get(slug)

    def keep(self, state: State) -> None:
        """Remember a table, unless a later version is known. Within a transaction that may still
        be undone nothing is remembered."""
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
        """The next look reads the rows."""
        with self._lock:
            self._states.pop(slug, None)
