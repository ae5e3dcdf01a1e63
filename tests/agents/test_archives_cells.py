"""Which cell measures fall into: the floor, the last edge, and what is not a number."""

import numpy as np
import pytest

from agents.archives.measuring import bins, cells, objective, spread, steady
from native.play.matches import RESULT, Results
from native.play.measures import CERTAIN, MEASURES


def result(**sums: int) -> Results:
    table = np.zeros(1, RESULT)
    for field, value in sums.items():
        table[field] = value
    return table


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, 0), (0.0499, 0), (0.05, 1), (0.5, 10), (0.951, 19), (0.9999, 19)],
)
def test_a_value_falls_into_the_bin_below_it(value: float, expected: int) -> None:
    assert bins(np.array([value]), 20)[0] == expected


def test_one_falls_into_the_last_bin() -> None:
    assert bins(np.array([1.0]), 20)[0] == 19


def test_what_is_not_a_number_falls_into_the_first_bin() -> None:
    assert bins(np.array([np.nan]), 20)[0] == 0


def test_the_floor_is_taken_in_doubles_as_published() -> None:
    assert 0.15 / (1.0 / 20) < 3
    assert bins(np.array([0.15]), 20)[0] == 2


def test_a_cell_is_numbered_row_by_row() -> None:
    played = result(games=1, offered=10, clues=5, plays=4, certainty=3 * CERTAIN)
    assert cells(played, ("communicativeness", "risk_aversion"), (20, 20))[0] == 10 * 20 + 15
    assert cells(played, ("risk_aversion", "communicativeness"), (4, 10))[0] == 3 * 10 + 5


def test_who_never_plays_a_card_is_in_the_first_column() -> None:
    silent = result(games=1, offered=10, clues=10)
    assert cells(silent, ("communicativeness", "risk_aversion"), (20, 20))[0] == 19 * 20


def test_nothing_offered_is_not_a_number() -> None:
    assert np.isnan(MEASURES["communicativeness"].of_each(result(games=1)))[0]


def test_the_scoring_zero_leaves_out_what_was_scored_before_the_last_strike() -> None:
    played = result(games=2, points=12, squares=104, struck=1, lost_points=2, lost_squares=4)
    assert objective(played, "stacks")[0] == 6
    assert objective(played, "zero")[0] == 5
    assert spread(played, "stacks")[0] == pytest.approx(np.std([10, 2], ddof=1))
    assert spread(played, "zero")[0] == pytest.approx(np.std([10, 0], ddof=1))


def test_measures_close_to_an_edge_are_not_steady() -> None:
    measures, grid = ("communicativeness", "risk_aversion"), (20, 20)
    inside = {"games": 1, "offered": 40_000, "plays": 40_000, "certainty": 29_000 * CERTAIN}
    assert steady(result(clues=21_000, **inside), measures, grid)[0]
    for close in (20_010, 21_990):
        assert not steady(result(clues=close, **inside), measures, grid)[0]
    inside["certainty"] = 30_010 * CERTAIN
    assert not steady(result(clues=21_000, **inside), measures, grid)[0]
