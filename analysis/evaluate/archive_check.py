"""Check that an archive's elites score in self-play what the archive says."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from agents import registry
from agents.archives import Archive, Cell
from agents.kinds.elites import address_of
from agents.matchups.core_games import play_pairs
from analysis.statistics import Estimate, mean, welch

SEED = "check"
FAR = 3.0
"""In standard errors; three elites in a thousand lie further away by chance."""


@dataclass(frozen=True)
class Checked:
    """An elite's newest measurement, and its self-play score in an evaluation."""

    cell: Cell
    address: str
    played: Estimate

    @property
    def z(self) -> float:
        """The excess of the played score over the archive's, in standard errors."""
        said = self.cell.latest
        error = None if said.spread is None else said.spread / sqrt(max(1, said.games))
        gap = welch(self.played, Estimate(said.objective, error or 0.0, said.games))
        if not gap.value:
            return 0.0
        return gap.value / gap.sem if gap.sem else float("inf")


def check(
    archive: Archive, cells: Sequence[Cell], games: int, seed: str = SEED, threads: int = 1
) -> list[Checked]:
    """Play new games of each of these elites with itself, and compare its scores with the stored
    ones. The elites are looked up by address, like any challenger."""
    addresses = [address_of(archive.run, cell) for cell in cells]
    agents = [registry.find(address) for address in addresses]
    pairs = np.repeat(np.arange(len(agents), dtype=np.uint16), 2).reshape(-1, 2)
    played = play_pairs(archive.setting.game, agents, pairs, games, seed, threads)
    scores = played.scores(archive.setting.scoring)
    return [
        Checked(cell, address, mean(row))
        for cell, address, row in zip(cells, addresses, scores, strict=True)
    ]
