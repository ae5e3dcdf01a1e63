"""Let a pyribs scheduler search for varied Hanabi agents (extra `pyribs`).

python docs/examples/pyribs.py
"""

from __future__ import annotations

import numpy as np
from ribs.archives import GridArchive
from ribs.emitters import GaussianEmitter
from ribs.schedulers import Scheduler

import hanabi_lab as hl


def search(rounds: int, games: int = 50) -> GridArchive:
    """Return an archive of rule lists, searched by a pyribs scheduler for `rounds` rounds."""
    evaluator = hl.Evaluator(["communicativeness", "risk_aversion"], games=games, seed=1)
    genes, rules = evaluator.genes, evaluator.rules
    archive = GridArchive(solution_dim=genes, dims=[20, 20], ranges=[(0, 1), (0, 1)], seed=1)
    start, bounds = np.full(genes, rules / 2), [(0, rules - 0.01)] * genes
    emitter = GaussianEmitter(archive, sigma=rules / 4, x0=start, bounds=bounds, seed=1)
    scheduler = Scheduler(archive, [emitter])
    for _ in range(rounds):
        objectives, measures = evaluator(scheduler.ask().astype(int))
        scheduler.tell(objectives, np.nan_to_num(measures))
    return archive


if __name__ == "__main__":
    found = search(rounds=50)
    print(f"{found.stats.num_elites} elites, QD score {found.stats.qd_score:.0f}")
