"""What a table of cross-play says, counted by hand on a table of three elites."""

import numpy as np
import pytest

from analysis.diversity import distances, pairwise
from analysis.diversity.crossplay import CrossPlay

MEANS = [4.0, 6.0, 1.0, 2.0, 0.0, 3.0]
"""Of the pairs (0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)."""
GAMES = 10
SPREAD = 5
"""Squares above the least possible, in every pair."""

FOUND = CrossPlay(
    places=np.array([[0, 0], [0, 1], [2, 1]], np.int16),
    points=np.array([GAMES * mean for mean in MEANS], np.uint32),
    squares=np.array([GAMES * mean**2 + SPREAD for mean in MEANS], np.uint32),
    games=GAMES,
    done=len(MEANS),
    elites="",
)
SEM = (SPREAD / (GAMES - 1) / GAMES) ** 0.5


def test_each_elite_plays_with_all_and_itself() -> None:
    assert pairwise.means_with_all(FOUND) == pytest.approx([11 / 3, 8 / 3, 4 / 3])


def test_the_mean_of_all_counts_both_orders_of_two_elites() -> None:
    found = pairwise.mean_of_all(FOUND)
    assert found.value == pytest.approx((4 + 2 + 3 + 2 * (6 + 1 + 0)) / 9)
    assert found.sem == pytest.approx(SEM * (3 + 3 * 4) ** 0.5 / 9)


def test_the_best_partner_may_be_the_elite_itself() -> None:
    assert pairwise.best_partners(FOUND).tolist() == [1, 0, 2]
    assert pairwise.times_best(FOUND).tolist() == [1, 1, 1]
    assert pairwise.ranked_partners(FOUND, 0).tolist() == [1, 0, 2]


def test_pairs_are_gathered_by_the_distance_of_their_cells() -> None:
    found = dict(distances.score_by_distance(FOUND))
    assert {far: estimate.value for far, estimate in found.items()} == {0: 3, 1: 6, 2: 0, 3: 1}
    assert found[0].sem == pytest.approx(SEM / 3**0.5)
    assert found[1].units == GAMES
    values = dict(distances.by_distance(FOUND.places, FOUND.mean))
    assert values[0].value == 3
    assert values[0].sem == pytest.approx(1 / 3**0.5)


def test_genes_differ_place_by_place() -> None:
    genes = np.array([[1, 2, 3], [1, 3, 2], [1, 2, 3]], np.uint8)
    assert distances.hamming(genes).tolist() == [[0, 2, 0], [2, 0, 2], [0, 2, 0]]
