"""What every move of a position is worth, by several ways to play on: a puzzle is a position on
which all of them agree."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from agents import registry
from game.puzzles.ideas import idea
from native import Game, Move, Rng, View
from native.search.search import Search, Setting
from native.solver.whole_deals import GLANCE, prospect

ANY_HAND = 0.999
"""The slip by which moves of others say nothing: every hand that fits is as likely."""


class Effort(NamedTuple):
    """How long a judge looks."""

    rollouts: int
    particles: int


JUDGES = (
    "rules:focus",
    "rules:piers",
    "rules:iggi",
    "rules:mirror_situational",
    "elite:improved-2/9,19",
)
"""Who plays on, from the hands that the exact odds allow. They keep different conventions and none
reads one into moves that others made, so what all of them say holds for most partners."""
FIRST, SECOND, LOOK = Effort(800, 80), Effort(2_000, 150), Effort(8_000, 300)
PANEL = (
    "human:newcomer",
    "human:proxy",
    "rules:iggi",
    "rules:piers",
    "rules:focus",
    "conv:beginner",
    "conv:expert",
)
"""Who is asked how hard a position is."""

Values = dict[Move, float]
"""Mean scores at the end; 0 after the last strike."""


def values(view: View, judge: str, effort: Effort, seed: str) -> Values:
    """Of every move that was tried."""
    search = _search(judge, view.rules.players, effort)
    return {
        one.move: one.value
        for one in search.think(view, Rng(f"{seed}/{judge}")).values
        if one.worlds
    }


def lead(view: View, found: Values, best: Hashable) -> float:
    """Points between an idea and the best other one; below 0 if another is better."""
    inside = [value for move, value in found.items() if idea(view, move) == best]
    outside = [value for move, value in found.items() if idea(view, move) != best]
    return max(inside) - max(outside) if inside and outside else 0.0


def finders(view: View, best: Hashable, seed: str) -> float:
    """The share of the panel that moves so."""
    panel = [registry.find(address).playing_on().agent(seed) for address in PANEL]
    moves = [agent.decide(view).move for agent in panel]
    return sum(idea(view, move) == best for move in moves) / len(moves)


def keeps_the_points(game: Game, move: Move) -> bool:
    """Whether, all cards known, the move leaves as many points in reach as there were."""
    after = game.copy()
    after.play(move)
    return prospect(after, budget=GLANCE).high >= prospect(game, budget=GLANCE).low


@lru_cache(maxsize=32)
def _search(judge: str, players: int, effort: Effort) -> Search:
    base = registry.find(judge).in_core(players)
    assert base is not None
    setting = Setting(effort.rollouts, effort.particles, steps=1, explained=0, slip=ANY_HAND)
    return Search(base, setting)
