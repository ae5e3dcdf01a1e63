"""What one person may expect is made of other people's games, and told as well as it has held."""

from __future__ import annotations

import pytest

from analysis.models import Person, TraceSeat
from analysis.partners.scores import Unit
from analysis.people import forecast
from analysis.people.forecast import Check, Forecast, check, expected, forecasts, told
from analysis.statistics import Estimate, mean
from tests.analysis.test_people_figures import game

GOOD = Check(12, 1.25, 0.5)


def published(number: int) -> list[Person]:
    return [Person.objects.create(key=f"{i}", name=f"P{i}", public=True) for i in range(number)]


@pytest.mark.django_db
def test_a_forecast_leaves_out_ones_own_games_and_tells_them_beside_it() -> None:
    me, *others = published(4)
    for agent, more in (("rules:a", 0), ("rules:b", 6)):
        for number, person in enumerate(others):
            game(person, 8 + 2 * number + more, [agent])
    for score in (24, 25):
        game(me, score, ["rules:a"])
    game(me, 3, ["rules:c"])
    game(others[0], 7, ["rules:c"])
    best, second = forecasts(TraceSeat.objects.all(), "stacks", me.pk)[0]
    assert (best.address, best.expected.value, best.people, best.games) == ("rules:b", 16, 3, 3)
    assert (best.own, best.own_games) == (None, 0)
    assert (second.address, second.expected.value) == ("rules:a", 10)
    assert (second.people, second.games, second.own, second.own_games) == (3, 3, 24.5, 2)
    assert second.expected.sem == pytest.approx(mean([8.0, 10.0, 12.0]).sem)
    assert (second.expected.least, second.expected.most) == (0, 30)


@pytest.mark.django_db
def test_a_forecast_for_nobody_has_everybodys_games() -> None:
    for number, person in enumerate(published(3)):
        game(person, 8 + number, ["rules:a"])
    ((found,), _) = forecasts(TraceSeat.objects.all(), "stacks", None)
    assert (found.expected.value, found.people, found.own) == (9, 3, None)


def unit(person: int | None, score: int, games: int = forecast.FEWEST) -> Unit:
    total, squares = score * games, score * score * games
    return Unit(total, squares, games, 0, person, private=False)


def test_a_check_foretells_each_person_from_the_others_alone() -> None:
    """Means of 10, 12 and 20: the others have 16, 15 and 11, which is off by 6, 3 and 9."""
    found = check({"a": [unit(1, 10), unit(2, 12), unit(3, 20)]})
    assert (found.cases, found.error) == (3, pytest.approx(6))
    assert found.correlation == pytest.approx(-1)


def test_a_check_needs_two_others_and_people_who_are_known() -> None:
    assert check({"a": [unit(1, 10), unit(2, 12)]}) == Check(0, None, None)
    strangers = [unit(None, 10), unit(None, 14), unit(3, 20)]
    assert check({"a": strangers}) == Check(1, 8, None)


def test_a_check_of_many_people_is_spread_over_all_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOST_CASES", 4)
    alike = [unit(person, 10) for person in range(6)]
    apart = [unit(person, score) for person, score in enumerate((4, 5, 6, 7, 8, 24))]
    found = check({"a": alike, "b": apart})
    assert found.cases == 4
    # The first and the fourth of each agent: people who score 4 and 7 with the second.
    assert found.error == pytest.approx(((50 / 5 - 4) + (47 / 5 - 7)) / 4)


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (GOOD, "were off by 1.25 points (12 cases, correlation 0.50)."),
        (Check(12, 2.5, 0.5), "(12 cases, correlation 0.50): too much to show points."),
        (Check(12, 1.0, None), "were off by 1.00 points (12 cases): too much to show points."),
        (Check(0, None, None), "so they only give an order."),
    ],
)
def test_it_is_said_how_good_such_forecasts_were(of: Check, words: str) -> None:
    assert told(of).endswith(words)


def test_points_are_shown_only_where_the_check_allows() -> None:
    found = [
        Forecast("rules:piers", Estimate(14.0, 1.0, 5), 5, 9, 12.0, 2),
        Forecast("rules:iggi", Estimate(11.0, 1.0, 4), 4, 6, None, 0),
    ]
    figure = expected(found, GOOD, "stacks")
    assert figure.rows == [
        ("Piers", 1, 14.0, 1.25, 5, 12.0, 2, "rules:piers"),
        ("IGGI", 2, 11.0, 1.25, 4, None, 0, "rules:iggi"),
    ]
    assert figure.games == 15
    assert [trace["name"] for trace in figure.traces] == ["forecast", "own mean so far"]
    order = expected(found[1:], Check(12, 2.5, 0.5), "stacks")
    assert order.rows == [("IGGI", 1, None, None, 4, None, 0, "rules:iggi")]
    assert not order.traces
