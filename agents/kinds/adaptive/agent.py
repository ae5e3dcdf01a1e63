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
from native import Move, Rng, View
from native.partners.suspects import Weights
from native.search.search import Scoring, Setting

VERSION = 1
"""Goes up when it decides anything differently, and when search does."""
SCORINGS = {"stacks": Scoring.STACKS, "zero": Scoring.ZERO, "half": Scoring.HALF}
"""What a game that ends by strikes is worth to it: its cards, nothing, or half of them."""
DEFAULT = "half"
"""It does well under either scoring."""
WORLDS, STEPS, SLIP, SURE, LEAST = 100, 8, 0.1, 1.5, 0.1
"""Of the search, found on other partners and deals than those reported."""


@dataclass(frozen=True)
class Adaptive:
    """A seated adaptive agent.

    `known`: after `games` earlier games, how well each policy explains the seat so many after its
    own; None before the first.
    """

    address: str
    pool: str
    rollouts: int
    scoring: str
    learns: bool
    """From what the others do; else they may be anybody of the pool to it, all game long."""
    seed: str
    games: int = 0
    known: Weights | None = None

    @property
    def version(self) -> str:
        return version(self.pool)

    def after(self, ended: View) -> Agent:
        """The agent that has also seen this game."""
        known = turned(self.weights(ended), -ended.seat)
        return replace(self, games=self.games + 1, known=known)

    def weights(self, view: View) -> Weights:
        """(players, n): how well each policy explains each other seat, the best being 1."""
        return self._weights(policies(self.pool, view.rules.players), view)

    def _weights(self, pool: Policies, view: View) -> Weights:
        even = pool.suspects.even(view.rules.players)
        if not self.learns:
            return even
        before = even if self.known is None else turned(self.known, view.seat)
        return pool.suspects.weigh(view, Rng(self.seed).derive(self.games), before)

    def decide(self, view: View) -> Decision:
        pool = policies(self.pool, view.rules.players)
        belief = shares(self._weights(pool, view))
        member = answer(pool, belief, view.seat)
        rng = Rng(self.seed).derive(self.games).derive(view.turn)
        if not self.rollouts:
            return words.switched(view, pool, belief, member, _like(pool, member, view, rng))
        thought = pool.among(self.setting).think(view, belief, member, rng)
        return words.searched(view, pool, belief, member, thought)

    @property
    def setting(self) -> Setting:
        return Setting(
            self.rollouts,
            particles=WORLDS,
            steps=STEPS,
            scoring=SCORINGS[self.scoring],
            slip=SLIP,
            sure=SURE,
            least=LEAST,
        )


def _like(pool: Policies, member: int, view: View, rng: Rng) -> Move:
    move = pool.blueprints[member].decide(view, rng).move
    assert move is not None, "members are clean: they make a legal move at last"
    return move


def turned(weights: Weights, seats: int) -> Weights:
    """Every row so many seats further round the table."""
    return np.roll(weights, seats, axis=0)


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
