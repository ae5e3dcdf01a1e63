"""A figure is a drawing, a table, and two files with the same numbers."""

import csv
import json
from dataclasses import replace
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


def test_a_drawing_has_no_more_digits_than_can_be_seen() -> None:
    assert SCORES.drawing["data"][0]["x"] == [17.1235]
    deep = replace(SCORES, traces=[{"z": [[1 / 3, None], (2_000_000, 1e-9 / 3)]}])
    assert deep.drawing["data"] == [{"z": [[0.333333, None], [2_000_000, 3.33333e-10]]}]


def test_the_head_of_a_column_of_words_stands_over_them() -> None:
    mixed = replace(SCORES, rows=[("rules:piers", "not run")])
    assert mixed.heads == [("agent", "words"), ("mean", "words")]
    assert replace(SCORES, rows=[]).heads == [("agent", ""), ("mean", "")]


def test_the_csv_has_every_digit() -> None:
    rows = list(csv.reader(StringIO(ask("figure=scores&format=csv"))))
    assert rows[:2] == [["agent", "mean"], ["rules:piers", "17.123456789"]]


@pytest.mark.parametrize("start", list("=+-@\t\r"))
def test_a_name_cannot_become_a_formula_in_a_spreadsheet(start: str) -> None:
    named = replace(SCORES, rows=[(f"{start}SUM(A1)", 1.5)])
    _, row = csv.reader(StringIO(named.csv(), newline=""))
    assert row == [f"'{start}SUM(A1)", "1.5"]


def test_numbers_and_plain_names_are_as_they_are_in_the_csv() -> None:
    plain = replace(SCORES, rows=[("a=b", -1.25), ("", None)])
    assert plain.csv().splitlines()[1:] == ["a=b,-1.25", ","]


def test_the_table_shows_digits_words_and_links() -> None:
    columns = [Column("cell", address="/cells/{}/"), Column("mean", 3), Column("who")]
    cells = replace(SCORES, columns=columns, rows=[("9,16", 2.0, "<b>"), ("0,1", None, 10_000)])
    assert cells.body.splitlines() == [
        '<tr><th scope="row"><a href="/cells/9,16/">9,16</a></th><td>2.000</td>'
        '<td class="words">&lt;b&gt;</td></tr>',
        '<tr><th scope="row"><a href="/cells/0,1/">0,1</a></th><td>–</td><td>10,000</td></tr>',
    ]


def test_a_column_for_downloads_alone_is_not_on_the_page() -> None:
    columns = [Column("agent"), Column("seed", on_page=False)]
    assert replace(SCORES, columns=columns, rows=[("a", 1)]).body == (
        '<tr><th scope="row">a</th></tr>'
    )


def test_a_file_is_named_after_its_figure() -> None:
    for form, kind in (("csv", "text/csv"), ("json", "application/json")):
        response = download([SCORES], QueryDict(f"figure=scores&format={form}"))
        assert response is not None
        assert response["Content-Disposition"] == f'attachment; filename="scores.{form}"'
        assert response["Content-Type"].startswith(kind)
    assert json.loads(ask("figure=scores"))["columns"] == ["agent", "mean"]


def test_what_is_not_known_is_null_in_the_json() -> None:
    facts = json.loads(replace(SCORES, command="", seed="").json())
    assert (facts["command"], facts["seed"], facts["note"]) == (None, None, "")
    assert facts["title"] == "Mean scores"


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
