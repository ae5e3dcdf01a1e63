"""Measure the turns per second of the learners' environment.

Run it by `python -m tests.bench environment`: random legal play in 256 lanes on one core, with
observations, legal actions, rewards, true hands, and a new game in each lane whose game ended.
"""

from __future__ import annotations

import sys
from statistics import median
from time import process_time

from native import Rng, Rules
from native.environment.environment import Environment

LANES = 256
STEPS = 500
ROUNDS = 7
ODDS_ROUNDS = 20


def turns_per_second(players: int) -> list[float]:
    """Return the turns per second of each round, in ascending order."""
    environment, rng = Environment(Rules.standard(players), LANES, "bench"), Rng("bench")
    return sorted(_round(environment, rng) for _ in range(ROUNDS))


def _round(environment: Environment, rng: Rng) -> float:
    began = process_time()
    for _ in range(STEPS):
        environment.step(environment.random_actions(rng))
    return STEPS * environment.lanes / (process_time() - began)


def odds_microseconds(players: int) -> float:
    """Return the microseconds to compute the exact odds of one hand, in the middle of random
    games."""
    environment, rng = Environment(Rules.standard(players), LANES, "bench"), Rng("bench")
    for _ in range(10):
        environment.step(environment.random_actions(rng))
    began = process_time()
    for _ in range(ODDS_ROUNDS):
        environment.odds()
    return 1e6 * (process_time() - began) / ODDS_ROUNDS / LANES


def main() -> None:
    """Print the table of speeds."""
    say = sys.stdout.write
    say(f"\nThe learners' environment, {LANES} lanes on one core; median of {ROUNDS} rounds.\n\n")
    say("players  million turns/s       odds of a hand\n")
    for players in range(2, 6):
        rates = [rate / 1e6 for rate in turns_per_second(players)]
        say(
            f"{players:7}{median(rates):9.2f} ({rates[0]:.2f}-{rates[-1]:.2f})"
            f"{odds_microseconds(players):12.1f} µs\n"
        )
