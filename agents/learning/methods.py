"""The numbers of each algorithm and of each schedule.

`rainbow` is the agent of Bard et al., "The Hanabi challenge" (2020), as its published settings and
program have it: a distribution of 51 values (C51), prioritised replay, one step, one network for
all seats. `rainbow+` adds what a search of the literature favours at a small budget: three
steps, double and dueling values, a higher learning rate, lanes that never stop exploring (Hu and
Foerster, "Simplified action decoder", 2020); and what plays is the mean of the network over its
updates (Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992), since
at that rate the newest is good one day and bad the next.

`paper` is the published order of turns and updates. `batched` goes over each turn as often, eight
draws a turn and as many between two copies of the network, in larger steps of many games at once,
which is several times cheaper; its updates are eight times fewer, and eight times longer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

ATOMS = 51
LARGEST = 25.0
"""The values are spread evenly from minus this to this."""
VALUES = np.linspace(-LARGEST, LARGEST, ATOMS, dtype=np.float32)

ITERATION = 10_000
"""Turns, of all seats, that the literature counts as one iteration."""


@dataclass(frozen=True)
class Method:
    """What is learnt from a draw."""

    gamma: float = 0.99
    steps: int = 1
    double: bool = False
    dueling: bool = False
    rate: float = 1.0
    """The learning rate, in those of the schedule."""
    epsilon: float = 3.125e-5
    """Adam's."""
    clip: float = 0.0
    """Longest gradient; 0: any."""
    average: float = 0.0
    """How much of itself the mean of the network over its updates keeps at one; it is what plays.
    0: the newest network plays."""
    exploring: tuple[float, float] = (0.0, 0.0)
    """Chance of a random move once the schedule's exploration is over: of the first lane and, as
    the same ratio from lane to lane, of the last."""


METHODS = {
    "rainbow": Method(),
    "rainbow+": Method(
        gamma=0.999,
        steps=3,
        double=True,
        dueling=True,
        rate=2.5,
        clip=5.0,
        average=0.9995,
        exploring=(0.1, 1e-4),
    ),
}


@dataclass(frozen=True)
class Schedule:
    """When what is done, in turns of all seats."""

    lanes: int
    """Games played side by side."""
    batch: int
    """Transitions of an update."""
    update: int
    """Turns from update to update."""
    copy: int
    """Turns after which the network that sets targets becomes a copy of the one that learns."""
    begin: int
    """Turns before the first update."""
    explore: int
    """Turns after those, in which the chance of a random move falls from 1 to the method's."""
    rate: float
    """Adam's learning rate."""


SCHEDULES = {
    "paper": Schedule(1, 32, 4, 500, 500, 1_000, 2.5e-5),
    "batched": Schedule(256, 256, 32, 512, 4_096, 8_192, 2e-4),
}
