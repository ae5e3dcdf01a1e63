"""A figure is a drawing, a table, and two files with the same numbers."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from typing import Annotated, NamedTuple

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.test import RequestFactory

from analysis.figures import Figure, download
from analysis.statistics import Estimate, Interval
from analysis.tables import MARGIN, Column, Rows


class Score(NamedTuple):
    agent: str
    mean: float | str | None


def scores(*rows: tuple[str, float | str | None]) -> Rows[Score]:
    return Rows(Score, [Score(*row) for row in rows])


SCORES = Figure(
    name="scores",
    title="Mean scores",
    table=scores(("rules:piers", 17.123456789), ("=HYPERLINK(1)", None)),
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
    mixed = replace(SCORES, table=scores(("rules:piers", "not run")))
    assert mixed.heads == [("agent", "words"), ("mean", "words")]
    assert replace(SCORES, table=scores()).heads == [("agent", ""), ("mean", "")]


def test_the_csv_has_every_digit() -> None:
    rows = list(csv.reader(StringIO(ask("figure=scores&format=csv"))))
    assert rows[:2] == [["agent", "mean"], ["rules:piers", "17.123456789"]]


@pytest.mark.parametrize("start", list("=+-@\t\r"))
def test_a_name_cannot_become_a_formula_in_a_spreadsheet(start: str) -> None:
    named = replace(SCORES, table=scores((f"{start}SUM(A1)", 1.5)))
    _, row = csv.reader(StringIO(named.csv(), newline=""))
    assert row == [f"'{start}SUM(A1)", "1.5"]


def test_numbers_and_plain_names_are_as_they_are_in_the_csv() -> None:
    plain = replace(SCORES, table=scores(("a=b", -1.25), ("", None)))
    assert plain.csv().splitlines()[1:] == ["a=b,-1.25", ","]


class Linked(NamedTuple):
    cell: str
    mean: Annotated[float | None, Column(digits=3)]
    who: str | int
    seed: Annotated[int, Column(on_page=False)]


def test_the_table_shows_digits_words_and_links_and_leaves_out_what_downloads_alone_have() -> None:
    rows = [Linked("9,16", 2.0, "<b>", 1), Linked("0,1", None, 10_000, 2)]
    cells = replace(SCORES, table=Rows(Linked, rows), address="/cells/{}/")
    assert cells.body.splitlines() == [
        '<tr><th scope="row"><a href="/cells/9,16/">9,16</a></th><td>2.000</td>'
        '<td class="words">&lt;b&gt;</td></tr>',
        '<tr><th scope="row"><a href="/cells/0,1/">0,1</a></th><td>–</td><td>10,000</td></tr>',
    ]
    assert cells.csv().splitlines()[0] == "cell,mean,who,seed"


class Wide(NamedTuple):
    mean_score: Estimate
    share: Annotated[Interval | Estimate, Column("won, %", ends=MARGIN)]
    by_seed: Annotated[Sequence[Estimate], Column(ends=())]


def test_a_field_becomes_as_many_columns_as_it_has_numbers() -> None:
    row = Wide(Estimate(2.0, 0.0, 1), Interval(50.0, 40.0, 70.0), [Estimate(1.0), Estimate(3.0)])
    table = Rows(Wide, [row], {"by_seed": ["seed 1", "seed 2"]})
    titles = ["mean score", "low", "high", "won, %", "±", "seed 1", "seed 2"]
    assert [column.title for column in table.columns] == titles
    assert table.cells == [(2.0, row.mean_score.low, row.mean_score.high, 50.0, 15.0, 1.0, 3.0)]
    assert replace(table, rows=[]).columns == table.columns


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
