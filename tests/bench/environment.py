"""Measure the turns per second of the learners' environment.

Run it by `python -m tests.bench environment`: random legal play in 256 lanes on one core, with
observations, legal actions, rewards, true hands, and a new game in each lane whose game ended; the
Gymnasium environment alone and with partners, in the learner's steps; and PettingZoo's, whose loop
asks `last` on each turn.
"""

import sys
from statistics import median
from time import process_time

import numpy as np

from hanabi_lab.environments import hanabi_v5
from hanabi_lab.environments.vector import HanabiVectorEnv
from native import Rng, Rules
from native.environment.environment import Environment

LANES = 256
STEPS = 500
ROUNDS = 7
ODDS_ROUNDS = 20
PARTNERS: tuple[str | list[str] | None, ...] = (
    *(None, "pool:literature7", "pool:improved-1"),
    *(["conv:expert"], ["hat:information"], ["human:proxy"], ["rl:small-2p"]),
)


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
        environment.odds(np.arange(LANES))
    return 1e6 * (process_time() - began) / ODDS_ROUNDS / LANES


def steps_per_second(partners: str | list[str] | None) -> float:
    """Return the learner's steps per second in the Gymnasium environment, without its policy."""
    env = HanabiVectorEnv(LANES, partners=partners)
    seen, _ = env.reset(seed=1)
    chances, took, steps = np.random.default_rng(1), 0.0, STEPS // 5
    for _ in range(steps):
        mask = seen["action_mask"]
        actions = (mask * chances.random(mask.shape, np.float32)).argmax(axis=1)
        began = process_time()
        seen, *_ = env.step(actions)
        took += process_time() - began
    return steps * LANES / took


def aec_steps_per_second(*, checked: bool) -> float:
    """Return the turns per second of PettingZoo's loop with the first legal action, `checked` by
    its wrappers or not.
    """
    env = hanabi_v5.env() if checked else hanabi_v5.raw_env()
    turns, began = 0, process_time()
    for seed in range(STEPS):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else int(observation["action_mask"].argmax()))
            turns += not over
    return turns / (process_time() - began)


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
    say(f"\nGymnasium, two players, {LANES} lanes: steps of the learner a second, by partners.\n\n")
    for partners in PARTNERS:
        name = partners if isinstance(partners, str) else ", ".join(partners or ["none"])
        say(f"{name:20}{steps_per_second(partners):12,.0f}\n")
    say("\nPettingZoo's loop, two players, turns a second.\n\n")
    for checked in (True, False):
        name = "env" if checked else "raw_env"
        say(f"{name:20}{aec_steps_per_second(checked=checked):12,.0f}\n")
