"""Chromosomes are drawn as published, and each by its own number alone."""

import numpy as np

from agents.generator.population import offspring, random_chromosomes
from native import Rng

SEED = Rng("seed")
MANY = np.arange(20_000)


def test_a_random_chromosome_has_fifteen_different_genes() -> None:
    genes = random_chromosomes(SEED, MANY[:500], 105)
    assert genes.shape == (500, 15)
    assert all(len(set(row)) == 15 for row in genes.tolist())


def test_every_gene_is_equally_likely_in_a_random_chromosome() -> None:
    counts = np.bincount(random_chromosomes(SEED, MANY, 105).ravel(), minlength=105)
    expected = MANY.size * 15 / 105
    assert abs(counts / expected - 1).max() < 0.1


def test_a_chromosome_depends_on_its_number_alone() -> None:
    parents = random_chromosomes(SEED, MANY[:50], 105)
    together = offspring(SEED, MANY[:100], 105, parents)
    assert (offspring(SEED, MANY[40:60], 105, parents) == together[40:60]).all()


def test_a_gene_in_ten_is_drawn_anew() -> None:
    parents = np.full((1, 15), 104, np.uint8)
    children = offspring(SEED, MANY, 105, parents)
    assert abs((children != 104).mean() - 0.1 * 104 / 105) < 0.002


def test_a_gene_drawn_anew_is_any_of_the_alphabet() -> None:
    children = offspring(SEED, MANY, 20, np.full((1, 15), 7, np.uint8))
    counts = np.bincount(children.ravel(), minlength=20)
    assert len(counts) == 20
    others = np.delete(counts, 7)
    assert abs(others / (MANY.size * 15 * 0.1 / 20) - 1).max() < 0.1


def test_half_the_children_have_a_second_parent_and_half_its_genes() -> None:
    parents = np.stack([np.full(15, gene, np.uint8) for gene in (1, 2)])
    children = offspring(SEED, MANY, 255, parents)
    firsts = (children == 1).sum(axis=1)
    others = (children == 2).sum(axis=1)
    mixed = (firsts > 1) & (others > 1)
    # Half are crossed, half of those with the other parent; a few mix too little to count.
    assert abs(mixed.mean() - 0.25) < 0.02


def test_parents_are_drawn_uniformly() -> None:
    parents = np.repeat(np.arange(20, dtype=np.uint8)[:, None], 15, axis=1)
    children = offspring(SEED, MANY, 255, parents)
    counts = np.bincount(children[:, 0], minlength=20)[:20]
    assert abs(counts / counts.mean() - 1).max() < 0.15
