"""Forecasts of a person's points come from other people, and are shown only if they hold."""

from __future__ import annotations

import numpy as np
import pytest
from django.test import Client

from analysis.models import Person
from analysis.partners.scores import Unit
from analysis.people.forecast import FEWEST, Check, check
from analysis.statistics import level_of_people
from analysis.traces.importing import import_file
from tests.recorded import HANABIDATA

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


def test_agents_that_differ_are_foretold_to_people_who_were_left_out() -> None:
    found = check(made({"a": 8, "b": 12, "c": 16}))
    assert found.cases == 36
    assert found.passed
    assert found.error is not None
    assert found.error < 0.6


def test_agents_that_do_not_differ_leave_nothing_to_foretell() -> None:
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


def test_few_games_check_nothing() -> None:
    assert check(made({"a": 12}, games=FEWEST - 1)).cases == 0


def test_who_has_many_games_tells_more_of_the_level_but_not_in_proportion() -> None:
    groups = [[8.0, 16.0], [9.0, 15.0], [10.0, 14.0, 12.0], [20.0, 22.0] * 50]
    sums = [sum(group) for group in groups]
    squares = [sum(value * value for value in group) for group in groups]
    counts = [len(group) for group in groups]
    found = level_of_people(sums, squares, counts)
    each, games = np.mean([np.mean(group) for group in groups]), sum(sums) / sum(counts)
    assert each < found.value < games  # type: ignore[operator]


@pytest.mark.slow
@pytest.mark.django_db
def test_people_of_published_games_are_foretold_within_two_points(client: Client) -> None:
    import_file(str(HANABIDATA))
    Person.objects.update(public=True)
    page = client.get(Person.objects.earliest("pk").get_absolute_url())
    figure = page.context["figure_of"]["forecast"]
    assert [row[0].split()[0] for row in figure.rows] == ["Intentional", "Full", "Outer"]
    assert figure.rows[0][3] == pytest.approx(1.94, abs=0.06)
    assert page.context["check"].correlation > 0.7
