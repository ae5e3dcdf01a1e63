"""Tune the convention agent's weights by stochastic gradient ascent on simulated games.

A step moves every weight up or down at random, and plays the same deals with these changes and
with the opposite ones. Averaged over many such pairs, the gain along a weight's direction
estimates its slope: every game is evidence about every weight, so slopes are detected that single
changes would not show (simultaneous perturbation: Spall, 1992). Each weight then moves along its
slope by a fraction of its random change, a larger one if the slope is more certain.

Every pair has its own deals, so that none is overfitted, from random streams on which no reported
figure is measured. The seed and the number of a step determine everything random in it, so an
interrupted ascent resumes exactly. `agents.retuning` runs the ascent from the shipped weights.
"""

from dataclasses import dataclass, replace
from functools import cache
from math import sqrt, tanh
from random import Random

from native import Game, Rng, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.records import readable, replay
from native.strategies.conv import WEIGHTS, Ideas, Level, Weights

SPREAD, LEAST_SPREAD = 0.22, 5.0
"""How far a step moves a weight up or down to estimate the slope: SPREAD times the weight, at
least LEAST_SPREAD (hundredths of a point)."""
STRIDE, SLOWING = 0.45, 0.04
"""The length of the first step along a certain slope, in units of the distance that SPREAD
defines; after n steps it is divided by 1 + SLOWING * n."""
MEMORY = 0.6
"""The weight of the previous average in the running average of the estimated slopes."""
AVERAGED = 0.8
"""The weight of the previous average in the running average of the convention agent's weights."""
HIGHEST = 3000
"""The largest absolute value of a weight of the convention agent, in hundredths of a point."""
LIKENESS = 2.0
"""The points of the objective for full agreement with the moves of experienced people, which is a
goal of profiles only."""
LEANINGS = {"untouched", "play_told_now", "play_certain", "first", "first_playable"}
LEAST_LEANING = 15.0
"""The minimum distance (hundredths of a point) by which a step moves the weights in LEANINGS,
those in which people differ from the best-scoring play."""
KEPT = {"unreadable", "burn", "saved", "double", "early", "gift", "dare"}
"""The weights that keep an agent from certain moves; they stay unchanged when a profile is
tuned."""

Point = tuple[float, ...]


@dataclass(frozen=True)
class Ascent:
    """The state of a gradient ascent over the convention agent's weights, from which it can
    resume.

    `steps` counts the steps done; `seed` determines all randomness.
    """

    players: int
    seed: str
    pairs: int
    """The number of pairs of opposite changes of the weights that a step tries."""
    games: int
    """The number of games played with each of the two changes of a pair."""
    finesses: bool
    at: Point
    """The weights that the next step starts from."""
    mean: Point
    """The running average of the weights over the steps: the result of the ascent."""
    slopes: Point
    """The running average of the estimated slopes: the gain in points from moving each weight up
    by the distance that SPREAD defines."""
    steps: int = 0
    ideas: int = 0
    """The conventions (bit set of `Ideas`) of the profile that is tuned; 0 for the levels outside
    `levels.PROFILES`."""
    people: str = ""
    """The path of a file of games by experienced people, whose moves a profile should also make;
    empty for none."""

    @property
    def weights(self) -> Weights:
        """The result of the ascent so far: the running average `mean` of the weights, rounded to
        integers.
        """
        return whole(self.mean)


def start(
    level: Level, players: int, seed: str, pairs: int, games: int, people: str = ""
) -> Ascent:
    """Return the initial state of a gradient ascent from the weights of `level`.

    Each step tries `pairs` random changes of the weights and their opposites, and plays `games`
    games with each, with this number of players. `seed` determines all randomness. `people`, if
    not empty, is the path of a file of people's games; it matters only for a profile (a level in
    `levels.PROFILES`), whose agent should make the moves of these people.
    """
    weights = level.weights.get(players, level.weights[max(level.weights)])
    at = tuple(map(float, weights))
    none = (0.0,) * len(at)
    ideas = int(level.ideas)
    return Ascent(
        players, seed, pairs, games, level.finesses, at, at, none, ideas=ideas, people=people
    )


def step(climb: Ascent, threads: int) -> Ascent:
    """Make one more step along the estimated gradient, on this number of threads, and return the
    new state.
    """
    spreads = _spreads(climb)
    seen, error = _slopes(climb, spreads, threads)
    slopes = _blend(MEMORY, climb.slopes, seen)
    sure = error * sqrt((1 - MEMORY) / (1 + MEMORY)) or 1.0
    stride = STRIDE / (1 + SLOWING * climb.steps)
    at = tuple(
        weight + stride * spread * tanh(0.6 * slope / sure)
        for weight, spread, slope in zip(climb.at, spreads, slopes, strict=True)
    )
    mean = _blend(AVERAGED, climb.mean, at) if climb.steps else at
    return replace(climb, at=at, mean=mean, slopes=slopes, steps=climb.steps + 1)


def whole(point: Point) -> Weights:
    """Return the weights `point` rounded to integers, clipped to HIGHEST in absolute value."""
    return tuple(max(-HIGHEST, min(HIGHEST, round(weight))) for weight in point)


def worth(climb: Ascent, weights: Weights, deals: Rng, threads: int) -> float:
    """Return the objective of the ascent for `weights`: the mean score of games in which copies of
    the agent with these weights play together.

    `deals` is the random stream of the deals. A game lost by strikes scores half of its cards. For
    a profile (a level in `levels.PROFILES`) such a game scores 0, and LIKENESS times the share of
    people's moves that the agent would make is added to the mean score.
    """
    ideas = Ideas(climb.ideas)
    blueprint = Level(climb.finesses, {climb.players: weights}, ideas).blueprint()
    rules = Rules.standard(climb.players)
    result = table.simulate(rules, [blueprint] * climb.players, climb.games, deals, threads=threads)
    if not ideas:
        return (result.mean_stacks + result.mean_zero) / 2
    return result.mean_zero + LIKENESS * _likeness(blueprint, climb)


def _likeness(blueprint: Blueprint, climb: Ascent) -> float:
    """Return the share of the moves in the file `climb.people` that the strategy would make too; 0
    if there is no file.
    """
    games = [game for game in _games(climb.people, climb.players) if blueprint.knows(game.rules)]
    same = sum(sum(table.agreements(game, [blueprint], 0)[0].same) for game in games)
    return same / max(1, sum(game.turn for game in games))


@cache
def _games(people: str, players: int) -> list[Game]:
    """Return the games with this number of players in the file `people` that can be replayed. Raise
    BadRecord if the file has no game that can be read.
    """
    games = [replay(one).game for one in readable(people)] if people else []
    return [game for game in games if game and game.rules.players == players]


def _spreads(climb: Ascent) -> list[float]:
    """Return the distance by which the next step moves each weight up or down."""
    spreads = [max(LEAST_SPREAD, SPREAD * abs(weight)) for weight in climb.at]
    if not climb.ideas:
        return spreads
    return [
        0.0 if name in KEPT else max(spread, LEAST_LEANING) if name in LEANINGS else spread
        for name, spread in zip(WEIGHTS, spreads, strict=True)
    ]


def _slopes(climb: Ascent, spreads: list[float], threads: int) -> tuple[Point, float]:
    """Return the gain from moving each weight by its spread, and the standard error of the
    gains.
    """
    random = Random(f"{climb.seed}/{climb.steps}")
    stream = Rng(f"tune/{climb.seed}/{climb.players}").derive(climb.steps)
    slopes, squares = [0.0] * len(spreads), 0.0
    for pair in range(climb.pairs):
        signs = [random.choice((-1, 1)) for _ in spreads]
        deals = stream.derive(pair)
        up, down = (
            worth(climb, whole(_moved(climb.at, spreads, signs, way)), deals, threads)
            for way in (1, -1)
        )
        gain = (up - down) / 2
        squares += gain * gain
        slopes = [
            slope + gain * sign / climb.pairs for slope, sign in zip(slopes, signs, strict=True)
        ]
    return tuple(slopes), sqrt(squares) / climb.pairs


def _moved(at: Point, spreads: list[float], signs: list[int], way: int) -> Point:
    moves = zip(at, spreads, signs, strict=True)
    return tuple(weight + way * sign * spread for weight, spread, sign in moves)


def _blend(share: float, old: Point, new: Point) -> Point:
    return tuple(share * a + (1 - share) * b for a, b in zip(old, new, strict=True))
