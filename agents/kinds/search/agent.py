"""The search at a table: a function of its seed and its view, which holds the whole record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agents.contract import Decision
from agents.entry import Entry
from agents.kinds.search import words
from native import Rng, View
from native.search.search import Search


@dataclass(frozen=True)
class SearchAgent:
    """A seated search. Its draws depend on the seed and the turn alone."""

    address: str
    version: str
    base: Entry
    search: Callable[[int], Search]
    """By the number of players."""
    seed: str

    def decide(self, view: View) -> Decision:
        thought = self.search(view.rules.players).think(view, Rng(self.seed))
        if thought.move is None:
            raise RuntimeError(f"{self.base.title} found no move.")
        if thought.move != thought.usual:
            return words.departure(view, thought, self.base)
        return words.usual(view, thought, self.base, self.base.agent(self.seed).decide(view))
