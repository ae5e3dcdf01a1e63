"""Forecasts of a person's points come from other people, and are shown only if they hold."""

import numpy as np
import pytest

from analysis.partners.scores import Unit
from analysis.people import forecast
from analysis.people.forecast import FEWEST, Check, check
from analysis.statistics import level_of_people

RANDOM = np.random.default_rng(9)


def unit(person: int, scores: list[float]) -> Unit:
    values = [round(score) for score in scores]
    squares = sum(value * value for value in values)
    return Unit(sum(values), squares, len(values), 0, person, private=False)


def made(levels: dict[str, float], people: int = 12, games: int = FEWEST) -> dict[str, list[Unit]]:
    return {
        agent: [unit(i, RANDOM.normal(level, 1, games).tolist()) for i in range(people)]
        for agent, level in levels.items()
    }


def test_forecasts_predict_the_scores_of_people_left_out_if_agents_differ() -> None:
    found = check(made({"a": 8, "b": 12, "c": 16}))
    assert found.cases == 36
    assert found.passed
    assert found.error < 0.6


def test_forecasts_fail_their_check_if_agents_do_not_differ() -> None:
    assert not check(made({"a": 12, "b": 12})).passed


@pytest.mark.parametrize(
    ("found", "passed"),
    [
        (Check(10, 2.0, 0.4), True),
        (Check(9, 1.0, 0.9), False),
        (Check(50, 2.1, 0.9), False),
        (Check(50, 1.0, 0.39), False),
        (Check(0, None, None), False),
    ],
)
def test_points_need_small_errors_and_enough_cases(found: Check, passed: bool) -> None:
    assert found.passed is passed


def test_a_forecast_is_not_checked_on_too_few_games() -> None:
    assert check(made({"a": 12}, games=FEWEST - 1)).cases == 0


def test_more_games_give_a_person_more_weight_but_not_in_proportion() -> None:
    groups = [[8.0, 16.0], [9.0, 15.0], [10.0, 14.0, 12.0], [20.0, 22.0] * 50]
    sums = [sum(group) for group in groups]
    squares = [sum(value * value for value in group) for group in groups]
    counts = [len(group) for group in groups]
    found = level_of_people(sums, squares, counts)
    each, games = np.mean([np.mean(group) for group in groups]), sum(sums) / sum(counts)
    assert each < found.value < games  # type: ignore[operator]


def unit_page(person: int | None, score: int, games: int = forecast.FEWEST) -> Unit:
    total, squares = score * games, score * score * games
    return Unit(total, squares, games, 0, person, private=False)


def test_a_check_forecasts_each_person_from_the_others_alone() -> None:
    """Means of 10, 12 and 20: the others have 16, 15 and 11, which is off by 6, 3 and 9."""
    found = check({"a": [unit_page(1, 10), unit_page(2, 12), unit_page(3, 20)]})
    assert (found.cases, found.error) == (3, pytest.approx(6))
    assert found.correlation == pytest.approx(-1)


def test_a_check_needs_two_others_and_people_who_are_known() -> None:
    assert check({"a": [unit_page(1, 10), unit_page(2, 12)]}) == Check(0, None, None)
    strangers = [unit_page(None, 10), unit_page(None, 14), unit_page(3, 20)]
    assert check({"a": strangers}) == Check(1, 8, None)


def test_a_check_of_many_people_is_spread_over_all_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOST_CASES", 4)
    alike = [unit_page(person, 10) for person in range(6)]
    apart = [unit_page(person, score) for person, score in enumerate((4, 5, 6, 7, 8, 24))]
    found = check({"a": alike, "b": apart})
    assert found.cases == 4
    # The first and the fourth of each agent: people who score 4 and 7 with the second.
    assert found.error == pytest.approx(((50 / 5 - 4) + (47 / 5 - 7)) / 4)


@pytest.mark.parametrize(
    ("of", "off"),
    [
        (Check(12, 1.25, 0.5), "1.25 points (12 cases, correlation 0.50)."),
        (Check(12, 2.5, 0.5), "2.50 points (12 cases, correlation 0.50): too much to rely on."),
        (Check(9, 1.234, None), "1.23 points (9 cases): too much to rely on."),
    ],
)
def test_a_forecast_says_by_how_many_points_it_was_off(of: Check, off: str) -> None:
    assert str(of).endswith(f"that was off by {off}")
    assert str(Check(0, None, None)).startswith("Nobody has played enough games")
