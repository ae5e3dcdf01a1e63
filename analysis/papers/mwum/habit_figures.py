"""The runs' learned habits: the actions with the largest weight in most situations."""

from __future__ import annotations

from collections import Counter

import numpy as np

from agents.mwum import policies
from analysis.figures import Column, Figure
from analysis.papers.mwum.series import KNOWING, SEEDS
from native.strategies.mwum.policy import ITSELF, KEY_BITS, OF_STATE
from native.strategies.mwum.words import action

SHOWN = 14


def figure() -> Figure:
    """Tabulate, for each run, the share of situations in which an action has the largest weight.
    Raises BadRun if a run is missing."""
    counts = [_heaviest(KNOWING.run(seed)) for seed in SEEDS]
    shares = {
        code: [100 * count[code] / count.total() for count in counts]
        for code in set().union(*counts)
    }
    most = sorted(shares, key=lambda code: (-sum(shares[code]), code))[:SHOWN]
    return Figure(
        name="habits",
        title="What is heaviest in most situations",
        columns=[Column("action"), *(Column(f"seed {seed}, %", 1) for seed in SEEDS)],
        rows=[(action(code), *shares[code]) for code in most],
        games=0,
        seed=", ".join(map(str, SEEDS)),
        note="Share of the situations that a run knows in which the action weighs most, however "
        "often the situation comes up.",
    )


def _heaviest(run: str) -> Counter[int]:
    """Count the situations in which each action has the largest weight."""
    entries = policies.load(run).learnt
    best = entries[(entries["key"] >> KEY_BITS == OF_STATE >> KEY_BITS) & (entries["value"] == 0)]
    return Counter(np.asarray(best["key"] & ITSELF).tolist())
