"""Who enters a cell in the published loop."""

import numpy as np
import pytest

from agents.archives import Recipe, Setting
from agents.archives.measuring import Ints
from agents.generator import paper
from agents.generator.population import GENES, Population, Variation, offspring, random_chromosomes
from native import Rng
from native.play.matches import RESULT, Chromosomes, Results, Words

SETTING = Setting(grid=(2, 2))
RECIPE = Recipe("1", 100, 10, games=10)


class Told:
    """An evaluator that plays nothing: gene 0 says what is scored over ten games, gene 1 in how
    many of ten turns a clue is given; an elite's games all score `defence` if that is set."""

    setting, seed, games = SETTING, "", 0

    def __init__(self, defence: dict[int, int] | None = None) -> None:
        self.defence = defence or {}
        self.calls = 0

    def play(self, genes: Chromosomes, _streams: Words, first: int | Ints, games: int) -> Results:
        results = np.zeros(len(genes), RESULT)
        self.calls += 1
        scores = genes[:, 0].astype(np.uint64)
        if self.calls > 1:
            scores = np.array([self.defence.get(int(score), int(score)) for score in scores])
        results["games"], results["points"] = games, scores
        results["offered"], results["clues"] = 10, genes[:, 1]
        return results


def chromosomes(*pairs: tuple[int, int]) -> Chromosomes:
    genes = np.zeros((len(pairs), GENES), np.uint8)
    genes[:, :2] = pairs
    return genes


def compete(population: Population, genes: Chromosomes, told: Told, first: int = 0) -> None:
    individuals = np.arange(first, first + len(genes))
    paper.compete(population, RECIPE, told, individuals, genes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("batches", "elites"),
    [
        ([[(1, 0), (1, 9)]], [0, -1, 1, -1]),
        ([[(0, 0)]], [-1] * 4),
        ([[(5, 0)], [(5, 0)]], [0, -1, -1, -1]),
        ([[(5, 0)], [(5, 0)], [(6, 0)]], [2, -1, -1, -1]),
        ([[(5, 0), (7, 0), (6, 0), (8, 0), (8, 0)]], [3, -1, -1, -1]),
    ],
    ids=["a single point", "no point", "as much", "more", "more than those before it in the batch"],
)
def test_a_candidate_enters_an_empty_cell_or_by_scoring_strictly_more(
    batches: list[list[tuple[int, int]]], elites: list[int]
) -> None:
    population, first = Population.empty(SETTING), 0
    for batch in batches:
        compete(population, chromosomes(*batch), Told(), first)
        first += len(batch)
    assert population.individual.tolist() == elites


def test_an_elite_defends_its_cell_by_fresh_games_and_not_by_its_old_score() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((9, 0)), Told())
    compete(population, chromosomes((4, 0)), Told(defence={9: 3}), first=1)
    assert population.individual[0] == 1


def test_a_surviving_elites_further_games_do_not_change_its_score() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((9, 0)), Told())
    compete(population, chromosomes((4, 0)), Told(defence={9: 8}), first=1)
    assert population.results["points"][0] == 9


def test_an_empty_cell_may_be_drawn_as_a_parent() -> None:
    population = Population.empty(SETTING)
    compete(population, chromosomes((5, 0)), Told())
    parents = paper.parents(population)
    assert len(parents) == SETTING.cells
    assert (parents[1:] == 0).all()


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


def test_a_gene_in_ten_is_mutated() -> None:
    parents = np.full((1, 15), 104, np.uint8)
    children = offspring(SEED, MANY, 105, parents)
    assert abs((children != 104).mean() - 0.1 * 104 / 105) < 0.002


def test_a_mutated_gene_is_uniform_over_the_alphabet() -> None:
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


def test_a_moved_gene_shifts_those_between_and_every_move_occurs() -> None:
    parents = np.arange(15, dtype=np.uint8)[None]
    children = offspring(SEED, MANY, 255, parents, Variation(mutation=0, move=1))
    possible = set()
    for taken in range(15):
        for put in range(15):
            genes = list(range(15))
            genes.insert(put, genes.pop(taken))
            possible.add(tuple(genes))
    assert {tuple(map(int, child)) for child in children} == possible
    some = offspring(SEED, MANY, 255, parents, Variation(mutation=0, move=0.3))
    unmoved = (some == parents).all(axis=1)
    # One move of fifteen is to where the gene already was.
    assert abs(unmoved.mean() - (1 - 0.3 * 14 / 15)) < 0.02
