"""Estimate the value of moves from one seat's view, by rollouts over the hands that the seat could
hold.

Hints, “Compare moves”, the coach and puzzles use it.
"""

from dataclasses import replace
from functools import lru_cache
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from agents import registry
from native import Move, MoveKind, Rng, Rules, View
from native.search.search import Scoring, Search, Setting

CONVENTIONS, RULES = "conv:expert", "rules:focus"
"""The addresses of the agents that play the rollouts unless a table's agents ask for others."""
EFFORT = 8
"""The factor of the rollouts and sampled hands of all settings below if a rule list plays them: it
plays a game so much faster than a convention player that a judgement takes no longer."""
LOOK = Setting(240, particles=120, explained=0, seed=1)
"""The setting of the cheap search by which the coach finds moves that may be mistakes. All of these
settings search even if the agent that plays the rollouts cannot explain people's earlier moves."""
WEIGH = Setting(700, particles=200, explained=0, seed=2)
"""The setting of the search that chooses the best alternatives to a move."""
PROVE = [Setting(150, particles=100, explained=0, seed=3 + number) for number in range(4)]
"""The settings of the searches that compare the best alternatives with the move again; the budget
is for one of them. Each samples other hands, so that the error of the mean gain includes that of
the sampling."""
LEAST, SURE = 0.3, 1.0
"""A move is a mistake if its measured loss exceeds LEAST points by more than SURE standard
errors. In 63 games of scripted people, a search of 4,000 rollouts found less than 0.2 points in 4%
of these mistakes; of the moves that cost a point or more by it, 81% are among them."""
LEAST_WITH_STAND_INS = 0.6
"""LEAST for judges beside whom other agents play the rollouts (`Entry.beside`): losses are
overestimated there, because `partner:new` makes up for more than `partner:careful`, which stands in
for it. `python -m tests.personas.coach` plays the mistakes of scripted beginners and the better
moves on with `partner:new` itself: over 80 games the better moves brought 0.47 points each (95%
over games: 0.22 to 0.72) where 1.17 were measured."""
COST = WEIGH.rollouts + sum(one.rollouts for one in PROVE)
"""The most rollouts of a comparison (`compare`)."""


def judge_of(rules: Rules, wanted: str = CONVENTIONS) -> str:
    """Return the address of the agent that plays the rollouts in games with these rules: `wanted`
    if it supports the rules, else `rules:focus`, which supports all rules.
    """
    return RULES if registry.find(wanted).refusal(rules) else wanted


@lru_cache(maxsize=32)
def search(address: str, players: int, setting: Setting) -> Search:
    """Return a search whose rollouts are played by the agent at `address`, and at the other seats
    by the agents `beside` it, for a table of this many players. The C core has to be able to
    simulate them. `setting` has the search's budget and thresholds.
    """
    entry = registry.find(address)
    agents = []
    for one in (address, *entry.beside):
        agent = registry.find(one).in_core(players)
        assert agent is not None, one
        agents.append(agent)
    base, *others = agents
    return Search(base, setting, others)


def is_strike(view: View, move: Move) -> bool:
    """Return whether a move is a play of a card that the mover, by `view`, knows cannot be played,
    so that it is certain to be a strike.
    """
    if move.kind is not MoveKind.PLAY or move.slot is None:
        return False
    return not view.possible(move.slot) & view.playable


class Gain(NamedTuple):
    """The mean points by which a move scores more than the reference move of a `Comparison`."""

    move: Move
    points: float
    """The mean gain in the same sampled hands, in points."""
    error: float
    """The standard error of `points`."""
    hands: int
    """The number of sampled hands in which the move was tried; few if it was soon dropped."""
    least: float = LEAST
    """The points that the gain must exceed for the reference move to be a mistake."""

    @property
    def is_clear(self) -> bool:
        """Whether the gain is so large that the reference move is a mistake. Only meaningful for a
        gain that was measured again in newly sampled hands.
        """
        return self.points - SURE * self.error > self.least


class Comparison(NamedTuple):
    """The legal moves of a position, compared with one of them, the reference move."""

    mean: float
    """The mean final score after the reference move."""
    hands: int
    """The number of sampled hands in which `mean` was measured."""
    gains: list[Gain]
    """The other moves, except plays that are sure to be strikes, from best to worst by one search:
    by falling number of hands, then by falling gain."""


def compare(
    view: View, move: Move, scoring: Scoring, proved: int = 1, *, judge: str = ""
) -> Comparison:
    """Return a comparison of all moves of the seat to move with the reference move `move`, by what
    the seat can know. It is deterministic, so hints, the coach and the page “Compare moves” agree.

    The best `proved` moves are measured again in newly sampled hands, because a move chosen for a
    large estimate is overestimated; the gains of the others are rough estimates. `judge` is the
    address of the agent that plays the rollouts, by default `judge_of(view.rules)`. Raise
    ValueError if `move` is illegal or it is another seat's turn.
    """
    found = _search(judge, WEIGH, scoring, view, move)
    again = [one.move for one in found.gains[:proved]]
    if not again:
        return found
    proofs = [_search(judge, setting, scoring, view, move, *again) for setting in PROVE]
    hands = sum(proof.hands for proof in proofs)
    beside = registry.find(judge or judge_of(view.rules)).beside
    least = LEAST_WITH_STAND_INS if beside else LEAST
    for place, other in enumerate(again):
        parts = [one for proof in proofs for one in proof.gains if one.move == other]
        points = [one.points for one in parts]
        within = hypot(*(one.error for one in parts)) / len(parts)
        error = max(within, stdev(points) / sqrt(len(parts)))
        found.gains[place] = Gain(other, round(fmean(points), 3), round(error, 3), hands, least)
    return Comparison(fmean(proof.mean for proof in proofs), hands, found.gains)


def glance(view: View, move: Move, scoring: Scoring, *, judge: str = "") -> Comparison:
    """Return a rough comparison of all moves with the reference move `move`, by one cheap search
    that overestimates the gains of the best moves.

    `judge` is the address of the agent that plays the rollouts, by default `judge_of(view.rules)`.
    Raise ValueError if `move` is illegal or it is another seat's turn.
    """
    return _search(judge, LOOK, scoring, view, move)


def _search(
    judge: str, setting: Setting, scoring: Scoring, view: View, move: Move, *others: Move
) -> Comparison:
    """Compare `others`, by default all moves, with `move` by one search. The budget grows with
    their number, so that each is tried in the same number of hands.
    """
    judge = judge or judge_of(view.rules)
    by = registry.find(judge)
    effort = EFFORT if by.core else 1
    rollouts = effort * setting.rollouts * max(2, 1 + len(others)) // 2
    particles = effort * setting.particles
    setting = replace(setting, scoring=scoring, rollouts=rollouts, particles=particles)
    judging = search(judge, view.rules.players, replace(setting, slip=by.slip))
    thought = judging.compare(view, Rng("coach"), move, *others)
    made = next(one for one in thought.values if one.move == move)
    rest = [
        one
        for one in thought.values
        if one.worlds and one.move != move and not is_strike(view, one.move)
    ]
    gains = [
        Gain(one.move, round(one.gain, 3), round(one.error, 3), one.worlds)
        for one in sorted(rest, key=lambda one: (-one.worlds, -one.value))
    ]
    return Comparison(made.value, made.worlds, gains)


def measured(points: float, error: float) -> str:
    """Return a number of points and its standard error as shown to people: “2.4 ± 0.3”."""
    # Adding 0 turns -0.0 into 0.0.
    return f"{round(points, 1) + 0:.1f} ± {max(error, 0.1):.1f}".replace("-", "−")
