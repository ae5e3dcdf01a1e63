"""Drawings say what the numbers say: places, intervals, order and quantiles."""

from __future__ import annotations

import pytest

from analysis import charts
from analysis.statistics import Estimate

SURE, BARE, EMPTY = Estimate(4.0, 1.0, 10), Estimate(6.0, None, 1), Estimate(None, None, 0)
HALF = 2.2621572


def test_dots_stand_at_their_values_with_their_intervals_the_first_on_top() -> None:
    traces, layout = charts.dots({"one": [("a", SURE), ("b", EMPTY), ("c", BARE)]}, "points")
    assert traces[0]["x"] == [4.0, 6.0]
    assert traces[0]["y"] == ["a", "c"]
    bars = traces[0]["error_x"]
    assert bars["symmetric"] is False
    assert bars["array"] == pytest.approx([HALF, 0])
    assert bars["arrayminus"] == pytest.approx([HALF, 0])
    assert layout["yaxis"] == {"autorange": "reversed"}
    assert layout["showlegend"] is False
    assert layout["xaxis"]["title"]["text"] == "points"


def test_an_interval_that_is_cut_is_drawn_cut() -> None:
    bars = charts.intervals([SURE.within(3, 5)])
    assert (bars["array"], bars["arrayminus"]) == ([1.0], [1.0])


def test_several_series_differ_by_symbol_and_have_a_legend() -> None:
    traces, layout = charts.dots({"one": [("a", SURE)], "two": [("a", BARE)]}, "points")
    assert traces[0]["marker"]["symbol"] != traces[1]["marker"]["symbol"]
    assert layout["showlegend"] is True


def test_two_points_make_no_line_and_three_do() -> None:
    points = [(float(place), SURE) for place in range(3)]
    assert charts.means_along(points, "x", "y")[0][0]["mode"] == "lines+markers"
    (short,), _ = charts.means_along([*points[:2], (2.0, EMPTY)], "x", "y")
    assert short["mode"] == "markers"
    assert short["x"] == [0.0, 1.0]
    assert short["error_y"]["array"] == pytest.approx([HALF, HALF])


def test_lines_of_several_series_differ_by_dash() -> None:
    points = [(0.0, SURE)]
    traces, _ = charts.means_along({"one": points, "two": points}, "x", "y")
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
    (bar,), few = charts.bars({"a": 2, "b": 8}, "x", "games")
    assert (bar["x"], bar["y"]) == (["a", "b"], [2, 8])
    assert few["yaxis"]["dtick"] == 1
    assert "dtick" not in charts.bars({"a": 9}, "x", "games")[1]["yaxis"]
    assert "dtick" not in charts.bars({"a": 0.5}, "x", "share")[1]["yaxis"]


def test_values_stand_above_the_bars_of_one_or_two_series() -> None:
    two, _ = charts.histograms({"a": {0: 0.04, 1: 2.5}, "b": {0: 1.0, 1: 0.0}}, "x", "%")
    assert [trace["text"] for trace in two] == [["", "2.5"], ["1.0", ""]]
    three, _ = charts.histograms({name: {0: 1.0} for name in "abc"}, "x", "%")
    assert all("".join(trace["text"]) == "" for trace in three)
    assert len({trace["marker"]["pattern"]["shape"] for trace in three}) == 3


def test_a_drawing_is_as_high_as_its_rows_need() -> None:
    assert charts.rows_height(1) == charts.rows_height(2)
    assert charts.rows_height(12) - charts.rows_height(11) == charts.ROW


def test_no_two_of_many_lines_look_alike() -> None:
    line = [(1.0, Estimate(1.0, 0.5, 10)), (2.0, Estimate(2.0, 0.5, 10))]
    traces, _ = charts.bands({f"way {number}": line for number in range(25)}, "turns", "points")
    looks = {(one["line"]["color"], one["line"]["dash"]) for one in traces if "name" in one}
    assert len(looks) == 25


def test_two_points_of_a_band_are_a_line_and_one_is_a_mark() -> None:
    traces, layout = charts.bands(
        {"two": [(0.0, SURE), (1.0, SURE)], "one": [(0.0, BARE)]}, "x", "y"
    )
    middles = {
        trace["name"]: trace["mode"] for trace in traces if "mode" in trace and "name" in trace
    }
    assert middles["two"] == "lines"
    assert middles["one"] == "markers"
    assert layout["showlegend"] is True
    assert charts.bands({"two": [(0.0, SURE)]}, "x", "y")[1]["showlegend"] is False
