"""What a table of cross-play says, counted by hand on a table of three elites."""

import numpy as np
import pytest

from analysis.diversity import distances
from analysis.diversity.crossplay import CrossPlay
from tests.matchups import matchups

GAMES = 10
SPREAD = 5
"""Squares above the least possible, in every pair."""

FOUND = CrossPlay(
    places=np.array([[0, 0], [0, 1], [2, 1]], np.int16),
    pairs=matchups(["a", "b", "c"], [[4, 6, 1], [6, 2, 0], [1, 0, 3]], GAMES, SPREAD),
    scoring="stacks",
)
SEM = (SPREAD / (GAMES - 1) / GAMES) ** 0.5


def test_each_elite_plays_with_all_and_itself() -> None:
    assert FOUND.means_with_all == pytest.approx([11 / 3, 8 / 3, 4 / 3])


def test_the_mean_of_all_counts_both_orders_of_two_elites() -> None:
    found = FOUND.mean_of_all
    assert found.value == pytest.approx((4 + 2 + 3 + 2 * (6 + 1 + 0)) / 9)
    assert found.sem == pytest.approx(SEM * (3 + 3 * 4) ** 0.5 / 9)
    assert found.units == FOUND.played == 6 * GAMES


def test_pairs_on_the_same_deals_are_not_taken_for_independent() -> None:
    shared = FOUND.pairs.cells.copy()
    shared["apart"] = 0
    found = CrossPlay(FOUND.places, matchups(["a", "b", "c"], np.zeros((3, 3))), "stacks")
    found.pairs.cells[:] = shared
    assert found.mean_of_all.value == FOUND.mean_of_all.value
    assert found.mean_of_all.sem == pytest.approx(SEM)


def test_the_best_partner_may_be_the_elite_itself() -> None:
    assert FOUND.best_partners.tolist() == [1, 0, 2]
    assert FOUND.times_best.tolist() == [1, 1, 1]
    assert FOUND.ranked_partners(0).tolist() == [1, 0, 2]


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
