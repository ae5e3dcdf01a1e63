"""A figure is a drawing, a table, and two files with the same numbers."""

import csv
import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from math import sqrt
from typing import Annotated, NamedTuple

import msgspec
import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, QueryDict
from django.template.loader import render_to_string
from django.test import Client, RequestFactory

from agents.archives import Archive, runs
from agents.runs.errors import BadRun
from analysis import charts, scorings
from analysis.figures import Figure, download
from analysis.papers.map_elites import published_page, replication
from analysis.papers.mwum import series
from analysis.statistics import Estimate, Interval
from analysis.statistics.power import Components, people_needed, smallest_difference
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
    return download([SCORES], QueryDict(query)).content.decode()


def test_the_page_shows_rounded_numbers_beside_the_drawing() -> None:
    request = RequestFactory().get("/analysis/partners/?players=2")
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


def test_the_heading_of_a_column_of_words_is_aligned_with_them() -> None:
    mixed = replace(SCORES, table=scores(("rules:piers", "not run")))
    assert mixed.heads == [("agent", "words"), ("mean", "words")]
    late = replace(SCORES, table=scores(("rules:piers", None), ("rules:iggi", "not run")))
    assert late.heads == mixed.heads
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
    rows.append(Linked("1,1", 12345.0, None, 3))
    cells = replace(SCORES, table=Rows(Linked, rows), address="/cells/{}/")
    assert cells.body.splitlines() == [
        '<tr><th scope="row"><a href="/cells/9,16/">9,16</a></th><td>2.000</td>'
        '<td class="words">&lt;b&gt;</td></tr>',
        '<tr><th scope="row"><a href="/cells/0,1/">0,1</a></th><td>–</td>'
        '<td class="words">10,000</td></tr>',
        '<tr><th scope="row"><a href="/cells/1,1/">1,1</a></th><td>12,345.000</td>'
        '<td class="words">–</td></tr>',
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
        assert response["Content-Disposition"] == f'attachment; filename="scores.{form}"'
        assert response["Content-Type"].startswith(kind)
    assert json.loads(ask("figure=scores"))["columns"] == ["agent", "mean"]


def test_unknown_values_are_null_in_the_json() -> None:
    facts = json.loads(replace(SCORES, command="", seed="").json())
    assert (facts["command"], facts["seed"], facts["note"]) == (None, None, "")
    assert facts["title"] == "Mean scores"


def test_the_json_says_how_to_make_the_numbers_again() -> None:
    facts = json.loads(ask("figure=scores&format=json"))
    assert facts["command"] == "manage.py evaluate rules:piers"
    assert (facts["seed"], facts["games"]) == ("7", 2000)
    assert facts["rows"][0] == ["rules:piers", 17.123456789]


def test_an_address_without_a_format_asks_for_no_download() -> None:
    assert download([SCORES], QueryDict("players=2")) is None


@pytest.mark.parametrize("query", ["figure=nothing", "figure=scores&format=exe"])
def test_an_unknown_figure_is_not_found(query: str) -> None:
    with pytest.raises(Http404):
        ask(query)


@pytest.mark.parametrize("design", ["within", "between"])
def test_people_needed_is_the_least_number_that_detects_the_difference(design: str) -> None:
    known = Components(4, 1, 9, 0, 0)
    step = 1 if design == "within" else 2
    tiny = smallest_difference(known, 900_000, 2, 0.8, design)  # type: ignore[arg-type]
    for difference in (tiny, 0.3, 1.0, 2.0, 8.0):
        people = people_needed(known, difference, 2, 0.8, design)  # type: ignore[arg-type]
        gaps = [
            smallest_difference(known, number, 2, 0.8, design)  # type: ignore[arg-type]
            for number in (people, max(2 * step, people - step))
        ]
        assert gaps[0] <= difference
        assert gaps[1] > difference or people == 2 * step
    assert people_needed(known, 0.001, 1, 0.8, design) is None  # type: ignore[arg-type]


def few(*scores: tuple[float, float | None, int]) -> Archive:
    """An archive of elites with these scores, their spreads and games."""
    changed = msgspec.structs.replace
    whole = runs.load("paper-1")
    cells = tuple(
        changed(
            cell,
            remeasured=None,
            stored=changed(cell.stored, objective=score, spread=spread, games=games),
        )
        for cell, (score, spread, games) in zip(whole.valid, scores, strict=False)
    )
    return changed(whole, cells=cells)


def test_the_mean_of_a_map_has_the_error_of_its_games() -> None:
    found = replication.mean_score(few((10.0, 3.0, 100), (14.0, 4.0, 100)))
    assert (found.value, found.units) == (12.0, 200)
    assert found.sem == pytest.approx(sqrt(0.3**2 + 0.4**2) / 2)
    for spread, games in ((None, 100), (4.0, 1)):
        found = replication.mean_score(few((10.0, 3.0, 100), (14.0, spread, games)))
        assert (found.value, found.sem) == (12.0, None)
    assert replication.mean_score(few()) == Estimate(None, None, 0)


def test_a_range_is_written_as_its_lowest_and_highest_value() -> None:
    assert published_page._range([]) == published_page._range([None]) == "–"
    assert published_page._range([0.504, None, 0.501]) == "0.50"
    assert published_page._range([9.5, 10.25, None, 1.0]) == "1.00–10.25"


def test_games_ended_by_a_failing_rule_are_counted_if_recorded() -> None:
    changed = msgspec.structs.replace
    archive = few((10.0, 1.0, 100), (10.0, 1.0, 300), (10.0, 1.0, 50))
    tallies = ({"given_up": 10}, {"given_up": 90}, {"clues": 5})
    cells = tuple(
        changed(cell, stored=changed(cell.stored, tally=tally))
        for cell, tally in zip(archive.cells, tallies, strict=True)
    )
    assert published_page._given_up(changed(archive, cells=cells)) == 0.25
    assert published_page._given_up(changed(archive, cells=cells[2:])) == 0


def test_an_unfinished_run_has_no_test() -> None:
    with pytest.raises(BadRun, match="is unfinished"):
        series.tested(None, "zero")


SURE, BARE, EMPTY = Estimate(4.0, 1.0, 10), Estimate(6.0, None, 1), Estimate(None, None, 0)
HALF = 2.2621572


def test_dots_stand_at_their_values_with_their_intervals_the_first_on_top() -> None:
    chart = charts.dots({"one": [("a", SURE), ("b", EMPTY), ("c", BARE)]}, "points", dtick=1)
    traces, layout = chart["traces"], chart["layout"]
    assert traces[0]["x"] == [4.0, 6.0]
    assert traces[0]["y"] == ["a", "c"]
    bars = traces[0]["error_x"]
    assert bars["array"] == bars["arrayminus"] == [pytest.approx(HALF), None]
    assert layout["yaxis"]["autorange"] == "reversed"
    assert layout["showlegend"] is False
    assert layout["xaxis"] == {"title": {"text": "points"}, "dtick": 1}
    assert not charts.dots({"one": [("b", EMPTY)]}, "points")["traces"], "nothing to draw"
    cut = charts.intervals([SURE.within(3, 5)])
    assert cut["array"] == cut["arrayminus"] == [1.0]


def test_several_series_differ_by_symbol_and_have_a_legend() -> None:
    chart = charts.dots({"one": [("a", SURE)], "two": [("a", BARE)]}, "points")
    one, two = chart["traces"]
    assert one["marker"]["symbol"] != two["marker"]["symbol"]
    assert chart["layout"]["showlegend"] is True


def test_two_points_make_no_line_and_three_do() -> None:
    points = [(float(place), SURE) for place in range(3)]
    assert charts.means_along(points, "x", "y")["traces"][0]["mode"] == "lines+markers"
    (short,) = charts.means_along([*points[:2], (2.0, EMPTY)], "x", "y")["traces"]
    assert short["mode"] == "markers"
    assert short["x"] == [0.0, 1.0]
    assert short["error_y"]["array"] == pytest.approx([HALF, HALF])


def test_lines_of_several_series_differ_by_dash() -> None:
    points = [(0.0, SURE)]
    traces = charts.means_along({"one": points, "two": points}, "x", "y")["traces"]
    assert [trace["line"]["dash"] for trace in traces] == ["solid", "dash"]


def test_a_box_has_the_quantiles_of_the_counted_values() -> None:
    """Scores 0 to 3, of 20 games: one, four, ten, five."""
    box = charts.boxes({"all": [1, 4, 10, 5], "same": [0, 0, 7]})
    assert box["lowerfence"] == [0, 2]
    assert box["q1"] == [1, 2]
    assert box["median"] == [2, 2]
    assert box["q3"] == [2, 2]
    assert box["upperfence"] == [3, 2]


def test_bars_of_few_whole_counts_have_a_tick_each() -> None:
    few = charts.bars({"a": 2, "b": 8}, "x", "games")
    (bar,) = few["traces"]
    assert (bar["x"], bar["y"]) == (["a", "b"], [2, 8])
    assert few["layout"]["yaxis"]["dtick"] == 1
    assert "dtick" not in charts.bars({"a": 9}, "x", "games")["layout"]["yaxis"]
    assert "dtick" not in charts.bars({"a": 0.5}, "x", "share")["layout"]["yaxis"]


def test_values_stand_above_the_bars_of_one_or_two_series() -> None:
    two = charts.histograms({"a": {0: 0.04, 1: 2.5}, "b": {0: 1.0, 1: 0.0}}, "x", "%")["traces"]
    assert [trace["text"] for trace in two] == [["", "2.5"], ["1.0", ""]]
    three = charts.histograms({name: {0: 1.0} for name in "abc"}, "x", "%")["traces"]
    assert all("".join(trace["text"]) == "" for trace in three)
    assert len({trace["marker"]["pattern"]["shape"] for trace in three}) == 3


def test_the_height_of_a_drawing_follows_its_rows() -> None:
    assert charts.rows_height(1) == charts.rows_height(2)
    assert charts.rows_height(12) - charts.rows_height(11) == charts.ROW


def test_no_two_of_many_lines_look_alike() -> None:
    line = [(1.0, Estimate(1.0, 0.5, 10)), (2.0, Estimate(2.0, 0.5, 10))]
    chart = charts.bands({f"way {number}": line for number in range(25)}, "turns", "points")
    named = [trace for trace in chart["traces"] if "name" in trace]
    looks = {(one["line"]["color"], one["line"]["dash"]) for one in named}
    assert len(looks) == 25


def test_two_points_of_a_band_are_a_line_and_one_is_a_mark() -> None:
    chart = charts.bands({"two": [(0.0, SURE), (1.0, SURE)], "one": [(0.0, BARE)]}, "x", "y")
    modes = {trace["name"]: trace["mode"] for trace in chart["traces"] if "name" in trace}
    assert modes == {"two": "lines", "one": "markers"}
    assert chart["layout"]["showlegend"] is True
    assert charts.bands({"two": [(0.0, SURE)]}, "x", "y")["layout"]["showlegend"] is False


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/analysis/partners/", "/analysis/experiments/people/"])
def test_a_page_with_a_choice_of_scoring_names_the_chosen_one(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    for words in scorings.SAID.values():
        assert words.capitalize() in page
    assert "stacks:" not in page
