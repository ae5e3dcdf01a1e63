"""A figure is a drawing, a table, and two files with the same numbers."""

import csv
import json
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from analysis.figures import Column, Figure, download

SCORES = Figure(
    name="scores",
    title="Mean scores",
    columns=[Column("agent"), Column("mean")],
    rows=[("rules:piers", 17.123456789), ("=HYPERLINK(1)", None)],
    games=2000,
    command="manage.py evaluate rules:piers",
    seed="7",
    traces=[{"type": "bar", "x": [17.123456789], "y": ["</script>"]}],
)


def ask(query: str) -> str:
    response = download([SCORES], QueryDict(query))
    assert response is not None
    return response.content.decode()


def test_the_page_shows_rounded_numbers_beside_the_drawing() -> None:
    request = RequestFactory().get("/analysis/?players=2")
    request.user, request.session = AnonymousUser(), {}  # type: ignore[assignment]
    page = render_to_string("analysis/figure.html", {"figure": SCORES}, request)
    assert "<td>17.12</td>" in page
    assert "<td>–</td>" in page
    assert "players=2&amp;figure=scores&amp;format=csv" in page
    assert page.count("</script>") == 1


def test_the_csv_has_every_digit() -> None:
    rows = list(csv.reader(StringIO(ask("figure=scores&format=csv"))))
    assert rows[:2] == [["agent", "mean"], ["rules:piers", "17.123456789"]]


def test_a_name_cannot_become_a_formula_in_a_spreadsheet() -> None:
    assert "'=HYPERLINK" in ask("figure=scores&format=csv")


def test_the_json_says_how_to_make_the_numbers_again() -> None:
    facts = json.loads(ask("figure=scores&format=json"))
    assert facts["command"] == "manage.py evaluate rules:piers"
    assert (facts["seed"], facts["games"]) == ("7", 2000)
    assert facts["rows"][0] == ["rules:piers", 17.123456789]


def test_a_page_without_a_wish_for_a_file_is_a_page() -> None:
    assert download([SCORES], QueryDict("players=2")) is None


@pytest.mark.parametrize("query", ["figure=nothing", "figure=scores&format=exe"])
def test_it_refuses_what_there_is_not(query: str) -> None:
    with pytest.raises(Http404):
        ask(query)
