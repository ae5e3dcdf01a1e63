"""The elites while a run is being made: arrays with one entry a cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.archives.archive import Archive, Cell
from agents.archives.grid import Ints
from agents.archives.measuring import measurements, result_of
from agents.archives.setting import Setting
from native.play.matches import FIELDS, RESULT, Chromosomes, Results

GENES = 15
NOBODY = -1


@dataclass
class Population:
    """Chromosome, results of its games, and number of the individual in each cell."""

    genes: Chromosomes
    """An empty cell has a chromosome too, fifteen times gene 0, and the published program breeds
    from it."""
    results: Results
    individual: Ints
    """NOBODY in an empty cell."""
    known: tuple[str, ...] = FIELDS
    """The tallies that count every game of every elite. A run that an earlier version began goes on
    with those that it began with."""

    @classmethod
    def empty(cls, setting: Setting) -> Population:
        return cls(
            genes=np.zeros((setting.cells, GENES), np.uint8),
            results=np.zeros(setting.cells, RESULT),
            individual=np.full(setting.cells, NOBODY, np.int64),
        )

    @classmethod
    def of(cls, archive: Archive) -> Population:
        """The elites of an archive that this generator made."""
        population = cls.empty(archive.setting)
        tallies = [cell.stored.tally or {} for cell in archive.cells]
        population.known = tuple(name for name in FIELDS if all(name in t for t in tallies))
        for cell in archive.cells:
            place = cell.row * archive.setting.grid[1] + cell.column
            population.genes[place] = cell.genes
            population.results[place] = result_of(cell.stored)[0]
            population.individual[place] = NOBODY if cell.individual is None else cell.individual
        return population

    @property
    def filled(self) -> npt.NDArray[np.bool_]:
        return np.not_equal(self.individual, NOBODY)

    def copy(self) -> Population:
        return Population(
            self.genes.copy(), self.results.copy(), self.individual.copy(), self.known
        )

    def put(self, cell: int, genes: Chromosomes, result: np.void, individual: int) -> None:
        """Make an individual the elite of a cell."""
        self.genes[cell] = genes
        self.results[cell] = result
        self.individual[cell] = individual

    def remove(self, cell: int) -> None:
        """Leave a cell empty."""
        self.put(cell, np.zeros(GENES, np.uint8), np.zeros(1, RESULT)[0], NOBODY)

    def cells(self, setting: Setting) -> tuple[Cell, ...]:
        """The filled cells, in order."""
        places = np.flatnonzero(self.filled)
        measured = measurements(self.results[places], setting, self.known)
        return tuple(
            Cell(
                row=int(place) // setting.grid[1],
                column=int(place) % setting.grid[1],
                genes=tuple(map(int, self.genes[place])),
                stored=stored,
                individual=int(self.individual[place]),
            )
            for place, stored in zip(places, measured, strict=True)
        )
