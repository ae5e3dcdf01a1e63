"""Each measure is a ratio of two named tallies, whatever they are tallies of."""

import numpy as np
import pytest

from native.play.matches import RESULT
from native.play.measures import CERTAIN, MEASURES, TALLIES, Tallies, measures, pooled

pytestmark = pytest.mark.native

COUNTED = {"offered": 8, "clues": 2, "plays": 5, "certainty": 4 * CERTAIN, "known": 7, "marked": 3}
BY_HAND = {
    "communicativeness": 0.25,
    "risk_aversion": 0.8,
    "information_per_play": 0.7,
    "marked_per_clue": 0.3,
}


def of_hand(tallies: Tallies) -> dict[str, float | None]:
    """The measures that are counted by hand here; there may be more."""
    return {name: measures(tallies)[name] for name in BY_HAND}


def test_the_measures_of_a_few_moves_are_those_counted_by_hand() -> None:
    assert of_hand(COUNTED) == BY_HAND


def test_an_array_of_results_has_the_same_measures() -> None:
    results = np.zeros(2, RESULT)
    for name, value in COUNTED.items():
        results[name][0] = value
    for name, by_hand in BY_HAND.items():
        first, second = MEASURES[name].of_each(results)
        assert first == by_hand
        assert np.isnan(second), "nothing was counted"


def test_every_measure_is_made_of_tallies_that_the_core_counts() -> None:
    assert {tally for m in MEASURES.values() for tally in (m.above, m.below)} <= set(TALLIES)


def test_seats_pooled_are_one_seat_that_made_all_their_moves() -> None:
    both = pooled([COUNTED, COUNTED])
    assert both == {name: 2 * value for name, value in COUNTED.items()}
    assert of_hand(both) == BY_HAND


def test_a_tally_that_one_seat_does_not_know_the_sum_does_not_know_either() -> None:
    older = {name: value for name, value in COUNTED.items() if name != "known"}
    assert "known" not in pooled([COUNTED, older])
    assert measures(pooled([COUNTED, older]))["information_per_play"] is None


def test_the_error_of_a_share_is_that_of_independent_yes_and_no() -> None:
    tallies = {"clues": 25, "offered": 100}
    error = MEASURES["communicativeness"].standard_error(tallies)
    assert error == pytest.approx((0.25 * 0.75 / 100) ** 0.5)
