"""An agent that weighs who its partners may be and answers them.

It is a function of its seed, its view and the games that it has seen: what it believes is worked
out from the record each time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from agents.contract import Agent, Decision
from agents.kinds.adaptive import words
from agents.pools import crossplay
from agents.pools.policies import Policies, policies
from native import Rng, View
from native.partners.suspects import Weights
from native.play.blueprint import Choice

VERSION = 1
"""Goes up when it decides anything differently."""


@dataclass(frozen=True)
class Adaptive:
    """A seated adaptive agent. `games`: what the others' moves of earlier games weigh, if any."""

    address: str
    pool: str
    rollouts: int
    seed: str
    games: int = 0
    known: Weights | None = None

    @property
    def version(self) -> str:
        return version(self.pool)

    def after(self, ended: View) -> Agent:
        """The agent that has also seen this game."""
        return replace(self, games=self.games + 1, known=self.weights(ended))

    def weights(self, view: View) -> Weights:
        """(players, n): how well each policy explains each other seat, the best being 1."""
        suspects = policies(self.pool, view.rules.players).suspects
        before = suspects.even(view.rules.players) if self.known is None else self.known
        return suspects.weigh(view, Rng(self.seed).derive(self.games), before)

    def decide(self, view: View) -> Decision:
        pool = policies(self.pool, view.rules.players)
        belief = shares(self.weights(view))
        member = answer(pool, belief, view.seat)
        choice = self._follow(pool, member, view)
        if choice.move is None:
            raise RuntimeError(f"{pool.entries[member].title} found no move.")
        return words.switched(view, pool, belief, member, choice.move)

    def _follow(self, pool: Policies, member: int, view: View) -> Choice:
        rng = Rng(self.seed).derive(self.games).derive(view.turn)
        return pool.blueprints[member].decide(view, rng)


def shares(weights: Weights) -> Weights:
    """(players, n): the same, adding up to 1 for each seat."""
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def answer(pool: Policies, belief: Weights, seat: int) -> int:
    """The member with the best mean over who the others may be."""
    others = [other for other in range(len(belief)) if other != seat]
    return int((pool.table.stacks @ belief[others].mean(axis=0)).argmax())


def version(pool: str) -> str:
    """Changes with its own behaviour and with any member of the pool: “1.3f9c2a81”."""
    return f"{VERSION}.{crossplay.digest(policies(pool, 2).entries)[:8]}"
