"""A mean over one or two private people would tell of them, so nobody gets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from django.test import Client

from analysis.models import Person, Study, Survey, TraceSeat
from analysis.partners.answers import answers_by_agent
from analysis.partners.scores import by_agent
from analysis.traces.importing import import_file
from tests.analysis.conftest import play, trace

pytestmark = pytest.mark.django_db

NAMES = ("Xenia", "Yves", "Zoe")
ADDRESS = "rules:piers"


@pytest.fixture
def games(write_lines: Callable[..., str]) -> None:
    """Three people, two games with Piers each, and what they said."""
    import_file(
        write_lines(
            *(
                trace(
                    play(["rules:iggi", ADDRESS], 10 * i + k),
                    [name, "Piers"],
                    [None, ADDRESS],
                    survey={"like": 1 + i + k, "again": bool(k)},
                )
                for i, name in enumerate(NAMES)
                for k in range(2)
            )
        )
    )


def shown(client: Client) -> tuple[list[Any], list[Any], set[str]]:
    """Rows of the leaderboard and of the answers, and the figures of Piers' page over people."""
    front = client.get("/analysis/").context["figure_of"]
    own = client.get(f"/analysis/partners/{ADDRESS}/").context["figure_of"]
    people = {"scores", "partner-communicativeness", "answers"} & own.keys()
    assert ("people" in [row[0] for row in own["adhoc"].rows]) == ("scores" in people)
    return front["partners"].rows, front["answers"].rows, people


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_three_private_people_may_be_counted_together(client: Client) -> None:
    leaders, answers, figures = shown(client)
    assert [row[6] for row in leaders] == [6]
    assert [row[:3] for row in answers] == [("Piers", 6, 3)]
    assert figures == {"scores", "partner-communicativeness", "answers"}


@pytest.mark.long
@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("left", [1, 2])
def test_one_or_two_may_not(client: Client, left: int) -> None:
    Person.objects.filter(pk__in=list(Person.objects.values_list("pk", flat=True)[left:])).delete()
    TraceSeat.objects.filter(kind="agent", with_person=None).delete()
    assert shown(client) == ([], [], set())


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_nor_through_a_filter(client: Client) -> None:
    one = Person.objects.first()
    TraceSeat.objects.filter(trace__seats__person=one).update(players=3)
    page = client.get("/analysis/", {"players": "3"})
    assert page.context["figure_of"]["partners"].rows == []


@pytest.mark.long
@pytest.mark.usefixtures("games")
def test_published_people_are_counted_however_few(client: Client) -> None:
    Person.objects.exclude(pk=Person.objects.first().pk).delete()  # type: ignore[union-attr]
    TraceSeat.objects.filter(kind="agent", with_person=None).delete()
    Person.objects.update(public=True)
    leaders, answers, figures = shown(client)
    assert [row[6] for row in leaders] == [2]
    assert [row[1] for row in answers] == [2]
    assert "scores" in figures


@pytest.mark.usefixtures("games")
def test_whoever_asked_for_consent_sees_them_all() -> None:
    Person.objects.exclude(pk=Person.objects.first().pk).delete()  # type: ignore[union-attr]
    TraceSeat.objects.filter(kind="agent", with_person=None).delete()
    seats = TraceSeat.objects.all()
    assert by_agent(seats, "zero").keys() == set()
    assert by_agent(seats, "zero", private=True)[ADDRESS].games == 2
    assert answers_by_agent(seats) == []
    assert answers_by_agent(seats, private=True)[0].surveys == 2
    assert Study.objects.count() == 0


@pytest.mark.usefixtures("games")
def test_intervals_of_answers_have_people_as_units() -> None:
    Survey.objects.filter(like=4).update(like=None)
    (piers,) = answers_by_agent(TraceSeat.objects.all())
    # Xenia said 1 and 2, Yves 2 and 3, Zoe 3 alone.
    like = piers.scales["like"]
    assert like.value == pytest.approx((1.5 + 2.5 + 3) / 3)
    assert like.sem == pytest.approx(np.std([1.5, 2.5, 3], ddof=1) / np.sqrt(3))
    assert (like.least, like.most) == (1, 5)
    assert piers.again.value == 0.5
    low, high = piers.again.low, piers.again.high
    assert low is not None, "three people who answered alike still have an interval"
    assert high is not None
    assert 0 < low < 0.5 < high < 1, "three people who answered alike do not settle it"
