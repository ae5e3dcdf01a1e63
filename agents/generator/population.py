"""The population of a run in progress, and the creation of chromosomes: random ones and offspring
of elites.

Crossover and mutation are as published (Canaan et al. 2019).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from agents.archives.archive import Archive, Cell
from agents.archives.measuring import Ints, measurements, result_of
from agents.archives.setting import Setting
from agents.generator.evaluation import BREEDING, streams
from native import Rng
from native.play.matches import FIELDS, RESULT, Chromosomes, Results, Words, draws

GENES = 15
NOBODY = -1


@dataclass
class Population:
    """The elite (best agent) of each cell, as arrays by cell: its chromosome, the sums of its game
    results, and its individual number.
    """

    genes: Chromosomes
    """Genes, shape (cells, 15); zeros in an empty cell, from which the published program breeds
    too."""
    results: Results
    individual: Ints
    """Individual number of each cell's elite; NOBODY in an empty cell."""
    known: tuple[str, ...] = FIELDS
    """Names of the sums in `results` that cover every game of every elite.

    A run begun by an earlier version of the program resumes with the sums that it began with.
    """

    @classmethod
    def empty(cls, setting: Setting) -> Population:
        """Return a population with every cell empty."""
        return cls(
            genes=np.zeros((setting.cells, GENES), np.uint8),
            results=np.zeros(setting.cells, RESULT),
            individual=np.full(setting.cells, NOBODY, np.int64),
        )

    @classmethod
    def of(cls, archive: Archive) -> Population:
        """Rebuild the population from an archive that this generator made."""
        population = cls.empty(archive.setting)
        tallies = [cell.stored.tally or {} for cell in archive.cells]
        population.known = tuple(name for name in FIELDS if all(name in t for t in tallies))
        for cell in archive.cells:
            place = archive.setting.index(cell.row, cell.column)
            population.genes[place] = cell.genes
            population.results[place] = result_of(cell.stored)[0]
            population.individual[place] = NOBODY if cell.individual is None else cell.individual
        return population

    @property
    def filled(self) -> npt.NDArray[np.bool_]:
        """A mask of shape (cells,): True for cells that have an elite."""
        return np.not_equal(self.individual, NOBODY)

    def copy(self) -> Population:
        """Return a copy that shares no array with this population."""
        return Population(
            self.genes.copy(), self.results.copy(), self.individual.copy(), self.known
        )

    def put(self, cell: int, genes: Chromosomes, result: np.void, individual: int) -> None:
        """Make individual number `individual` the elite of the cell with index `cell`.

        `genes` is its chromosome; `result` one record of dtype RESULT, the sums (points, turns …)
        over the games that evaluated it.
        """
        self.genes[cell] = genes
        self.results[cell] = result
        self.individual[cell] = individual

    def remove(self, cell: int) -> None:
        """Empty a cell, given by its index."""
        self.put(cell, np.zeros(GENES, np.uint8), np.zeros(1, RESULT)[0], NOBODY)

    def cells(self, setting: Setting) -> tuple[Cell, ...]:
        """Return the filled cells, row by row, in the form in which archives store them."""
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


@dataclass(frozen=True)
class Variation:
    """How offspring differ from their parents. The defaults are those of Canaan et al. (2019)."""

    crossover: float = 0.5
    """Probability of a second parent; each gene then comes from either with probability 1/2."""
    mutation: float = 0.1
    """Probability that a gene is replaced by a random one."""
    move: float = 0.0
    """Probability that one gene moves to another place of the list, where order matters: the first
    rule that applies decides."""


def random_chromosomes(seed: Rng, individuals: Ints, alphabet: int) -> Chromosomes:
    """Return a random chromosome for each of `individuals`, whose numbers select their random
    draws, as an array of shape (individuals, 15).

    The fifteen genes of a chromosome are distinct: the first of a random permutation of 0 to
    `alphabet` - 1.
    """
    words = draws(seed, streams(individuals, BREEDING), alphabet)
    return np.argsort(words, axis=1, kind="stable")[:, :GENES].astype(np.uint8)


def offspring(
    seed: Rng,
    individuals: Ints,
    alphabet: int,
    parents: Chromosomes,
    variation: Variation = Variation(),
) -> Chromosomes:
    """Breed one child for each of `individuals`, whose numbers select their random draws, and
    return the children as rows.

    Parents are drawn uniformly from the rows of `parents`; `alphabet` is the number of different
    genes. `variation` has the probabilities of a second parent, of mutations and of a moved gene.
    """
    words = draws(seed, streams(individuals, BREEDING), 3 + 3 * GENES + 3)
    first, second, crossing = words[:, 0], words[:, 1], words[:, 2]
    genes = 3 + GENES * np.arange(4)
    from_second, mutating, fresh = (words[:, a:b] for a, b in pairwise(genes))
    moving, taken, put = words[:, genes[-1] :].T
    mother = parents[_below(first, len(parents))]
    father = parents[_below(second, len(parents))]
    crossed = _chance(crossing, variation.crossover)[:, None] & _chance(from_second, 0.5)
    children = np.where(crossed, father, mother)
    mutations = _chance(mutating, variation.mutation)
    mutated = np.where(mutations, _below(fresh, alphabet), children).astype(np.uint8)
    moved = np.flatnonzero(_chance(moving, variation.move))
    places = _below(taken[moved], GENES), _below(put[moved], GENES)
    mutated[moved] = np.take_along_axis(mutated[moved], _moves(*places), axis=1)
    return mutated


def next_chromosomes(
    seed: Rng,
    individuals: Ints,
    initial: int,
    alphabet: int,
    parents: Chromosomes,
    variation: Variation = Variation(),
) -> Chromosomes:
    """Return chromosomes for `individuals` (ascending numbers), one per row: random ones for
    numbers below `initial`, offspring of the rows of `parents` for the others; random ones for all
    if there are no parents.

    `alphabet` is the number of different genes. `variation` has the probabilities of a second
    parent, of mutations and of a moved gene.
    """
    first = np.searchsorted(individuals, initial) if len(parents) else len(individuals)
    drawn, born = np.split(individuals, [first])
    random = random_chromosomes(seed, drawn, alphabet)
    return np.concatenate([random, offspring(seed, born, alphabet, parents, variation)])


def _moves(taken: Ints, put: Ints) -> Ints:
    """Return the permutations that move the gene at place `taken` to place `put`, one a row: where
    the gene of each place is before.
    """
    before = np.tile(np.arange(GENES), (len(taken), 1))
    between = np.where(taken < put, 1, -1)[:, None]
    low, high = np.minimum(taken, put)[:, None], np.maximum(taken, put)[:, None]
    shifted = np.where((before >= low) & (before <= high), before + between, before)
    shifted[np.arange(len(taken)), put] = taken
    return shifted


def _below(words: Words, bound: int) -> Ints:
    """Return random words as integers in [0, bound), with bias below one part in 2^32 / bound."""
    return ((words >> 32) * np.uint64(bound) >> 32).astype(np.int64)


def _chance(words: Words, chance: float) -> npt.NDArray[np.bool_]:
    """Return random words as booleans that are True with this probability."""
    return (words >> 11) * 2.0**-53 < chance
